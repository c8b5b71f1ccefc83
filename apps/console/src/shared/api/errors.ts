import { ChatAdminError } from '@chat-admin/client';
import type { ErrorCode } from '@chat-admin/client';
import { say, sayIfKnown } from '../texts/texts';
import { plain } from '../texts/plain';
import { codeOf, valueIn } from './error-codes';
import { ERROR_TEXTS } from './error-texts';

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
  /** absent: the message tells it */
  readonly code?: ErrorCode | null | undefined;
  readonly exception?: string | null | undefined;
  readonly message?: string | null | undefined;
  /** what it is about, as people call it */
  readonly resource?: string | null | undefined;
}

/** The value of these is a reason, in English. */
const WITH_REASON: ReadonlySet<string> = new Set(['said.unreadable']);

/** In words: of the code, else of the status, else as the service puts it. */
export function refusalOf(refused: Refused, status?: number): Refusal {
  const { exception = null, message, resource } = refused;
  const sentence = plain(message ?? '');
  const code = refused.code ?? codeOf(exception, sentence);
  if (code === null) {
    const text = sayIfKnown(`errors.status${status}`);
    return text === null
      ? { text: `${say('errors.unknown')} ${sentence}`.trim(), english: sentence || null }
      : { text, english: null };
  }
  const name = ERROR_TEXTS[code];
  const value = valueIn(code, sentence);
  const text = say(`errors.${name}`, { resource: plain(resource ?? ''), value });
  return { text, english: WITH_REASON.has(name) ? value : null };
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
    detail,
    object,
  }: {
    readonly exception?: string | undefined;
    readonly message?: string | undefined;
    readonly detail?: string | undefined;
    readonly object?: string | undefined;
  },
  name = decodeURIComponent((object ?? '').split('/').at(-1) ?? ''),
): Refusal {
  const refusal = refusalOf({ exception, message, resource: name });
  if (!detail) return refusal;
  // what the service alone can say stands at the end
  const said = `(${plain(detail)})`;
  const english = refusal.english === null ? said : `${refusal.english} ${said}`;
  return { text: `${refusal.text} ${said}`, english };
}
