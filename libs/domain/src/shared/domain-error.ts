import { ERRORS } from './declared-errors.js';
import { filled } from './error-declaration.js';
import type { ErrorKind, ExplainedKind, ValuesOf } from './error-declaration.js';
import { shownValue } from './shown-value.js';

type Errors = typeof ERRORS;

/** What has happened: one word for programs. Contract: core 1.7 */
export type DomainErrorCode = keyof Errors;

/** Those of some kind. */
export type CodeOf<K extends ErrorKind> = {
  [C in DomainErrorCode]: Errors[C]['kind'] extends K ? C : never;
}[DomainErrorCode];

type DetailOf<C extends DomainErrorCode> = Errors[C]['kind'] extends ExplainedKind
  ? {
      /** what exactly is wrong, or what is allowed. Contract: extensions E10, I-5 */
      readonly detail: string;
    }
  : { readonly detail?: string };

/** What an error says besides its text: the values of the text, and what it is about. */
export type About<C extends DomainErrorCode> = ValuesOf<Errors[C]['text']> &
  DetailOf<C> & {
    /** `null`: the address of the request, which the domain does not know */
    readonly resource: string | null;
  };

/**
 * A reason why a request cannot be carried out, declared in `declared-errors.ts`.
 * Clients see text, values and resource verbatim, so they must never contain a secret.
 */
export class DomainError<C extends DomainErrorCode = DomainErrorCode> extends Error {
  readonly code: DomainErrorCode;
  readonly resource: string | null;
  readonly detail: string | null;

  constructor(code: C, about: About<C>) {
    super(filled(ERRORS[code].text, about));
    this.name = new.target.name;
    this.code = code;
    this.resource = about.resource;
    this.detail = about.detail ?? null;
  }

  get kind(): ErrorKind {
    return ERRORS[this.code].kind;
  }
}

/** An unusable value. Contract: core 1.7, "Invalid value for …". */
export class InvalidArgument<
  C extends CodeOf<'invalid'> = CodeOf<'invalid'>,
> extends DomainError<C> {
  declare readonly detail: string;
}

/**
 * @param sent as received, cut here; `null` for passwords and other secrets
 * @param detail what is allowed
 */
export const invalidValue = (field: string, sent: string | null, detail: string): InvalidArgument =>
  new InvalidArgument('invalid-value', {
    value: sent === null ? field : `${field}: ${shownValue(sent)}`,
    resource: null,
    detail,
  });

/** @param limit with its unit */
export const valueTooLong = (field: string, limit: string): InvalidArgument =>
  new InvalidArgument('value-too-long', {
    field,
    limit,
    resource: null,
    detail: `at most ${limit}`,
  });

/** Whether `text` has more than `limit` characters (code points), told without going through millions of them. */
export function isLonger(text: string, limit: number): boolean {
  if (text.length <= limit) return false;
  return text.length > 2 * limit || [...text].length > limit;
}

/** @throws InvalidArgument when `value` has more than `limit` characters (code points). Contract: core 1.11 */
export function requireLength(
  field: string,
  value: string | null | undefined,
  limit: number,
): void {
  if (value == null || !isLonger(value, limit)) return;
  throw valueTooLong(field, `${limit} characters`);
}

/** Too much work waits; nothing was changed, the request may be sent again later. */
export class Overloaded extends DomainError<'overloaded'> {
  constructor() {
    super('overloaded', { resource: null });
  }
}

/** All places for lists are taken; nothing was read. Contract: core 1.7 */
export class TooManyLists extends DomainError<'too-many-lists'> {
  constructor() {
    super('too-many-lists', { resource: null });
  }
}
