import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import { shownValue } from '@chat-admin/domain/shared/shown-value';

/** A body that cannot be parsed. The reason never quotes the body. Contract: core 1.6 */
export class UnreadableBody extends InvalidArgument<'unreadable-body'> {
  constructor(reason: string) {
    super('unreadable-body', { reason, resource: null });
  }
}

/** A value of a body that cannot be converted. Contract: core 1.7 */
export class InvalidValue extends InvalidArgument<'invalid-value'> {
  /** @param sent as received, truncated here; `null` for passwords and other secrets */
  constructor(field: string, sent: string | null) {
    const value = sent === null ? field : `${field}: ${shownValue(sent)}`;
    super('invalid-value', { value, resource: null });
  }
}

/** A merge patch speaks of something that its document does not have. Contract: extensions E3 */
export class UnknownMember extends InvalidArgument<'unknown-member'> {
  constructor(name: string) {
    super('unknown-member', { name: shownValue(name), resource: null });
  }
}
