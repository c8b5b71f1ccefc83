import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import { oneOf } from '@chat-admin/domain/shared/words';
import { shownValue } from '@chat-admin/domain/shared/shown-value';

/** A body that cannot be parsed. The reason never quotes the body. Contract: core 1.6 */
export class UnreadableBody extends InvalidArgument<'unreadable-body'> {
  /** @param detail what is allowed */
  constructor(
    readonly reason: string,
    detail: string,
  ) {
    super('unreadable-body', { reason, resource: null, detail });
  }
}

/** All of it has not arrived. */
export const endedEarly = () => new UnreadableBody('it ended too early', 'all of the body');

export const damagedGzip = () =>
  new UnreadableBody('the gzip data is damaged', 'gzip as RFC 1952 has it');

/** A value of a body that cannot be converted. Contract: core 1.7 */
export class InvalidValue extends InvalidArgument<'invalid-value'> {
  /**
   * @param sent as received, truncated here; `null` for passwords and other secrets
   * @param detail what is allowed
   */
  constructor(field: string, sent: string | null, detail: string) {
    const value = sent === null ? field : `${field}: ${shownValue(sent)}`;
    super('invalid-value', { value, resource: null, detail });
  }
}

/** A merge patch speaks of something that its document does not have. Contract: extensions E3 */
export class UnknownMember extends InvalidArgument<'unknown-member'> {
  /** @param known the names that there are */
  constructor(name: string, known: readonly string[]) {
    super('unknown-member', { name: shownValue(name), resource: null, detail: oneOf(known) });
  }
}
