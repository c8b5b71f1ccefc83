/**
 * Every way in which a request can fail, in terms of the domain. Its form on the wire:
 * `libs/codecs/src/errors/wire-errors.ts`.
 */
export type DomainErrorCode =
  | 'invalid-argument'
  | 'password-missing'
  | 'user-not-found'
  | 'user-already-exists'
  | 'roster-item-not-found'
  | 'shared-group'
  | 'group-not-found'
  | 'group-already-exists'
  | 'property-not-found'
  | 'property-protected'
  | 'audit-write-only'
  | 'cluster-node-not-found'
  | 'service-not-found'
  | 'room-not-found'
  | 'message-not-found'
  | 'photo-not-found'
  | 'lockout-not-found'
  | 'session-not-found'
  | 'occupant-not-found'
  | 'key-not-found'
  | 'events-gone'
  | 'scope-missing'
  | 'key-too-strong'
  | 'webhook-too-weak'
  | 'already-exists'
  | 'not-allowed'
  | 'chat-server-away'
  | 'too-many-parts'
  | 'overloaded'
  | 'too-many-lists'
  | 'list-too-slow'
  | 'job-not-found'
  | 'not-the-maker'
  | 'passwords-gone'
  | 'file-gone'
  | 'webhook-not-found';

/**
 * A reason why a request cannot be carried out.
 * Clients see `message` and `resource` verbatim, so they must never contain a secret.
 * `resource: null` means the address of the request, which the domain does not know.
 */
export class DomainError extends Error {
  constructor(
    readonly code: DomainErrorCode,
    message: string,
    readonly resource: string | null,
    /** what exactly is wrong, where clients are told. Contract: extensions E10, I-5 */
    readonly detail: string | null = null,
  ) {
    super(message);
    this.name = new.target.name;
  }
}

/** An unusable value. Contract: core 1.7, "Invalid value for …". */
export class InvalidArgument extends DomainError {
  constructor(message: string, resource: string | null, detail: string | null = null) {
    super('invalid-argument', message, resource, detail);
  }
}

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
  throw new InvalidArgument(`Invalid value for ${field}: longer than ${limit} characters`, null);
}

/** Too much work waits; nothing was changed, the request may be sent again later. */
export class Overloaded extends DomainError {
  constructor() {
    super('overloaded', 'Too much work is waiting, try again later', null);
  }
}

/** All places for lists are taken; nothing was read. Contract: core 1.7 */
export class TooManyLists extends DomainError {
  constructor() {
    super('too-many-lists', 'Too many lists are being read', null);
  }
}
