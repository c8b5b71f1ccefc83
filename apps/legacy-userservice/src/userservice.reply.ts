import { WIRE_ERRORS } from '@chat-admin/codecs/errors/wire-errors';
import type { LegacyError } from '@chat-admin/codecs/errors/wire-errors';
import { DomainError } from '@chat-admin/domain/shared/domain-error';

export const REPLY_TYPE = 'text/xml; charset=UTF-8';

/** A documented failure; the HTTP status stays 200. */
export class Refused extends Error {
  constructor(readonly error: LegacyError) {
    super(error);
  }
}

/** What an operation answers: `null` is plain success. */
export type Outcome = readonly string[] | null;

export function resultText(outcome: Outcome, success: 'OK' | 'ok'): string {
  if (outcome === null) return `<result>${success}</result>`;
  const names = outcome.map((name) => `<groupname>${escapeXml(name)}</groupname>`);
  return `<result>${names.join('')}</result>`;
}

export function errorText(error: LegacyError): string {
  return `<error>${error}</error>`;
}

/** The documented reply to an error; `null` for a fault of the service. */
export function refusalOf(error: unknown): LegacyError | null {
  if (error instanceof Refused) return error.error;
  if (!(error instanceof DomainError) || isBusy(error)) return null;
  return WIRE_ERRORS[error.code].legacy;
}

/** Whether the service cannot do now what it could do later. */
export function isBusy(error: unknown): boolean {
  return error instanceof DomainError && WIRE_ERRORS[error.code].status === 503;
}

/** Characters that XML cannot hold are left out. */
function escapeXml(text: string): string {
  return text
    .replaceAll(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('\r', '&#13;');
}
