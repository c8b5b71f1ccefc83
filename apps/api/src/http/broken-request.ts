import type { Socket } from 'node:net';
import { writeError } from '@chat/codecs/errors/error.doc';

/** Answers what the HTTP parser could not read as a request, for which no hook runs. */
export function answerBrokenRequest(error: NodeJS.ErrnoException, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
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
      'Cache-Control: no-store',
      'X-Content-Type-Options: nosniff',
      '',
      text,
    ].join('\r\n'),
  );
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
