const SHOWN_CHARACTERS = 100;

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
    super(`Invalid value for ${field}${value === null ? '' : `: ${cut(value)}`}`);
    this.name = 'InvalidValue';
  }
}

/** More of something than a body may have. Contract: extensions E10, I-9 */
export class TooManyParts extends Error {
  /** stands for the address of the request */
  readonly resource = null;

  constructor(things: string, most: number) {
    super(`The request body has too many ${things}: more than ${most}`);
    this.name = 'TooManyParts';
  }
}

function cut(text: string): string {
  if (text.length <= SHOWN_CHARACTERS) return text;
  // at most two UTF-16 units per character, so no visible surrogate pair is split
  return [...text.slice(0, 2 * SHOWN_CHARACTERS)].slice(0, SHOWN_CHARACTERS).join('');
}
