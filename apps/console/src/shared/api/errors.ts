import { ChatAdminError } from '@chat-admin/client';
import { sayIfKnown } from '../texts/texts';
import { plain } from '../texts/plain';

/** What has failed, for people. */
export interface Failure {
  readonly text: string;
  readonly requestId: string | null;
  /** seconds after which it may be tried again */
  readonly retryAfter: number | null;
}

/**
 * The cause in words: of the exception (`errors.<exception>`), else of the status, else the server's own text. Never markup.
 */
export function failureOf(error: unknown): Failure {
  if (!(error instanceof ChatAdminError)) {
    return { text: sayIfKnown('errors.offline')!, requestId: null, retryAfter: null };
  }
  const { exception, status, message, resource, requestId, retryAfter } = error;
  const values = { resource: plain(resource ?? ''), message: plain(message) };
  const text =
    (exception && sayIfKnown(`errors.${exception}`, values)) ??
    sayIfKnown(`errors.status${status}`, values) ??
    values.message;
  return { text, requestId, retryAfter };
}
