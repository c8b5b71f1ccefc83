import { escapeText } from '@chat-admin/codecs/xml/escape';
import { ERRORS } from '@chat-admin/domain/shared/declared-errors';
import { DomainError } from '@chat-admin/domain/shared/domain-error';
import type { ErrorKind, UserServiceError } from '@chat-admin/domain/shared/error-declaration';

export const REPLY_TYPE = 'text/xml; charset=UTF-8';

/** Also what only the service itself says. Contract: muc-and-legacy 11.3 */
export type LegacyError = UserServiceError | 'RequestNotAuthorised' | 'UserServiceDisabled';

const LATER: ReadonlySet<ErrorKind> = new Set(['unreachable', 'too-slow', 'busy']);

/** A documented failure; the HTTP status remains 200. */
export class Refused extends Error {
  constructor(readonly error: LegacyError) {
    super(error);
  }
}

/** The result of an operation: `null` is plain success. */
export type Outcome = readonly string[] | null;

export function resultText(outcome: Outcome, success: 'OK' | 'ok'): string {
  if (outcome === null) return `<result>${success}</result>`;
  const names = outcome.map((name) => `<groupname>${escapeText(name)}</groupname>`);
  return `<result>${names.join('')}</result>`;
}

export function errorText(error: LegacyError): string {
  return `<error>${error}</error>`;
}

/** The documented reply to an error; `null` if the service is at fault. */
export function refusalOf(error: unknown): LegacyError | null {
  if (error instanceof Refused) return error.error;
  if (!(error instanceof DomainError) || isBusy(error)) return null;
  return ERRORS[error.code].userService;
}

/** Whether a later retry may succeed. */
export function isBusy(error: unknown): boolean {
  return error instanceof DomainError && LATER.has(error.kind);
}
