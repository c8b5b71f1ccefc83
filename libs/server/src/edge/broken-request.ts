import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { writeError } from '@chat-admin/codecs/errors/error.doc';

const CASES: Readonly<Record<string, readonly [number, string, string]>> = {
  HPE_HEADER_OVERFLOW: [
    431,
    'RequestHeaderFieldsTooLargeException',
    'The request address or a header is too long',
  ],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'RequestTimeoutException', 'The request did not arrive in time'],
};
const OTHERS = [400, 'IllegalArgumentException', 'Could not read the request'] as const;

/** Answers what the HTTP parser could not read as a request, for which no hook runs. */
export function answerBrokenRequest(
  error: NodeJS.ErrnoException,
  socket: Socket & { readonly _httpMessage?: ServerResponse | null },
): void {
  // another answer has begun, into which nothing may be written
  const answering = socket._httpMessage?.headersSent ?? false;
  if (error.code === 'ECONNRESET' || !socket.writable || answering) {
    socket.destroy();
    return;
  }
  const [status, exception, message] = CASES[error.code ?? ''] ?? OTHERS;
  const text = writeError('xml', { status, exception, message, resource: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Connection: close',
      'Content-Type: application/xml',
      `Content-Length: ${Buffer.byteLength(text)}`,
      `X-Request-Id: ${randomUUID()}`,
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      '',
      text,
    ].join('\r\n'),
  );
}
