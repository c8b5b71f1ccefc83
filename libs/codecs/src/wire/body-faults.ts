import { shownValue } from '@chat-admin/domain/shared/shown-value';

/** A body that cannot be parsed. The reason never quotes the body. Contract: core 1.6 */
export class UnreadableBody extends Error {
  /** the address of the request */
  readonly resource = null;

  constructor(reason: string) {
    super(`Could not read the request body: ${reason}`);
    this.name = 'UnreadableBody';
  }
}

/** A value of a body that cannot be converted. Contract: core 1.7 */
export class InvalidValue extends Error {
  /** the address of the request */
  readonly resource = null;

  /** @param value as received, truncated here; `null` for passwords and other secrets */
  constructor(
    readonly field: string,
    value: string | null,
  ) {
    super(`Invalid value for ${field}${value === null ? '' : `: ${shownValue(value)}`}`);
    this.name = 'InvalidValue';
  }
}

/** A merge patch speaks of something that its document does not have. Contract: extensions E3 */
export class UnknownMember extends Error {
  /** the address of the request */
  readonly resource = null;

  constructor(name: string) {
    super(`Unknown member: ${shownValue(name)}`);
    this.name = 'UnknownMember';
  }
}
