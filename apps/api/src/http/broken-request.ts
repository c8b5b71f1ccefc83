import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { writeError } from '@chat/codecs/errors/error.doc';

/** Answers what the HTTP parser could not read as a request, for which no hook runs. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable || isAnswering(socket)) {
    socket.destroy();
    return;
  }
  const [status, reason, exception, message] = describe(error.code);
  const text = writeError('xml', { status, exception, message, resource: null });
  socket.end(
    [
      `HTTP/1.1 ${status} ${reason}`,
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

/** Whether another answer has begun, into which nothing may be written. Node looks there as well. */
function isAnswering(socket: Socket & { readonly _httpMessage?: ServerResponse | null }): boolean {
  return socket._httpMessage?.headersSent ?? false;
}

function describe(code: string | undefined): [number, string, string, string] {
  if (code === 'HPE_HEADER_OVERFLOW') {
    return [
      431,
      'Request Header Fields Too Large',
      'RequestHeaderFieldsTooLargeException',
      'The request address or a header is too long',
    ];
  }
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') {
    return [
      408,
      'Request Timeout',
      'RequestTimeoutException',
      'The request did not arrive in time',
    ];
  }
  return [400, 'Bad Request', 'IllegalArgumentException', 'Could not read the request'];
}
