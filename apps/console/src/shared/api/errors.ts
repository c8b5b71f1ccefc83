import { ChatAdminError } from '@chat-admin/client';
import { say, sayIfKnown } from '../texts/texts';
import { plain } from '../texts/plain';
import { refusalSaid } from './sentences';

/** Why something was refused, in the language of the page. Never markup. */
export interface Refusal {
  readonly text: string;
  /** the end of the text, where the service alone can say it, in English */
  readonly english: string | null;
}

/** What has failed, for people. */
export interface Failure extends Refusal {
  readonly requestId: string | null;
  /** seconds after which it may be tried again */
  readonly retryAfter: number | null;
}

interface Refused {
  readonly exception?: string | null | undefined;
  readonly message?: string | null | undefined;
  /** what it is about, as people call it */
  readonly resource?: string | null | undefined;
}

/** In words: of the sentence (`errors.said`), else of the exception, else of the status, else as the service puts it. */
export function refusalOf({ exception, message, resource }: Refused, status?: number): Refusal {
  const name = plain(resource ?? '');
  const sentence = plain(message ?? '');
  const said = refusalSaid(exception ?? '', sentence, name);
  if (said !== null) return said;
  const text =
    sayIfKnown(`errors.${exception ?? ''}`, { resource: name }) ??
    sayIfKnown(`errors.status${status}`);
  return text === null
    ? { text: `${say('errors.unknown')} ${sentence}`.trim(), english: sentence || null }
    : { text, english: null };
}

export function failureOf(error: unknown): Failure {
  if (!(error instanceof ChatAdminError)) {
    return { text: say('errors.offline'), english: null, requestId: null, retryAfter: null };
  }
  const { requestId, retryAfter } = error;
  return { ...refusalOf(error, error.status), requestId, retryAfter };
}

/** The refusal of a line of a job. @param name of the line; absent: the last part of its object */
export function lineRefusal(
  {
    exception,
    message,
    object,
  }: {
    readonly exception?: string | undefined;
    readonly message?: string | undefined;
    readonly object?: string | undefined;
  },
  name = decodeURIComponent((object ?? '').split('/').at(-1) ?? ''),
): Refusal {
  return refusalOf({ exception, message, resource: name });
}
