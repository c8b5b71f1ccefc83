/** An answer that is no success. Contract: core 1.7 */
export class ChatAdminError extends Error {
  /**
   * @param status of the answer
   * @param exception its name, such as `UserNotFoundException`; `null` where something else than the API has answered
   * @param resource what it is about
   * @param requestId to be named to operators
   */
  constructor(
    message: string,
    readonly status: number,
    readonly exception: string | null,
    readonly resource: string | null,
    readonly requestId: string | null,
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
  );
}

type ErrorDocument = Readonly<Record<'exception' | 'message' | 'resource', string | null>>;

function documentOf(json: unknown): ErrorDocument | null {
  if (typeof json !== 'object' || json === null) return null;
  const text = (name: string): string | null => {
    const value = (json as Readonly<Record<string, unknown>>)[name];
    return typeof value === 'string' ? value : null;
  };
  return { exception: text('exception'), message: text('message'), resource: text('resource') };
}
