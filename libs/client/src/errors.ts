import { ERRORS } from './error-codes.js';
import type { ErrorCode } from './error-codes.js';

/** An answer that is no success. Contract: core 1.7 */
export class ChatAdminError extends Error {
  /**
   * @param status of the answer
   * @param exception its name, such as `UserNotFoundException`; `null` where something else than the API has answered
   * @param resource what it is about
   * @param requestId to be named to operators
   * @param code what has happened, of the closed list in docs/errors.md; `null` as for `exception`
   * @param retryAfter seconds after which it may be tried again; `null`: the answer names none
   * @param detail what exactly is wrong, or what is allowed; `null`: the message says everything
   */
  constructor(
    message: string,
    readonly status: number,
    readonly exception: string | null,
    readonly resource: string | null,
    readonly requestId: string | null,
    readonly code: ErrorCode | null,
    readonly retryAfter: number | null = null,
    readonly detail: string | null = null,
  ) {
    super(message);
    this.name = 'ChatAdminError';
  }
}

/** Reads the error document, if it is one. */
export async function errorOf(response: Response): Promise<ChatAdminError> {
  const document = await response.json().then(documentOf, () => null);
  return new ChatAdminError(
    document?.message ?? `${response.status} ${response.statusText}`.trim(),
    response.status,
    document?.exception ?? null,
    document?.resource ?? null,
    response.headers.get('x-request-id'),
    codeIn(response.headers.get('x-error-code')),
    secondsIn(response.headers.get('retry-after')),
    document?.detail ?? null,
  );
}

/** Those of a newer service are unknown. */
const codeIn = (header: string | null): ErrorCode | null =>
  header !== null && Object.hasOwn(ERRORS, header) ? (header as ErrorCode) : null;

/** Of `Retry-After`; dates, which the API never sends, count as none. */
export const secondsIn = (header: string | null): number | null =>
  header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;

type ErrorDocument = Readonly<
  Record<'exception' | 'message' | 'resource' | 'detail', string | null>
>;

function documentOf(json: unknown): ErrorDocument | null {
  if (typeof json !== 'object' || json === null) return null;
  const text = (name: string): string | null => {
    const value = (json as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value : null;
  };
  return {
    exception: text('exception'),
    message: text('message'),
    resource: text('resource'),
    detail: text('detail'),
  };
}
