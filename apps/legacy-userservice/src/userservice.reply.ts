import { WIRE_ERRORS } from '@chat-admin/codecs/errors/wire-errors';
import type { LegacyError } from '@chat-admin/codecs/errors/wire-errors';
import { escapeText } from '@chat-admin/codecs/wire/write-xml';
import { DomainError } from '@chat-admin/domain/shared/domain-error';

export const REPLY_TYPE = 'text/xml; charset=UTF-8';

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
  return WIRE_ERRORS[error.code].legacy;
}

/** Whether a later retry may succeed. */
export function isBusy(error: unknown): boolean {
  return error instanceof DomainError && WIRE_ERRORS[error.code].status === 503;
}
