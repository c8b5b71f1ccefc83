import { connect } from 'node:net';
import type { TestApi } from './test-api.js';

/** For a server that neither answers nor closes. */
const TIMEOUT_MS = 60_000;

export interface RawReply {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
  readonly bytes: Buffer;
}

/** Sends raw bytes and returns everything received until the server closes. */
export function exchange(api: TestApi, bytes: string | Uint8Array): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(api.baseUrl.port), api.baseUrl.hostname);
    const chunks: Buffer[] = [];
    socket.setTimeout(TIMEOUT_MS, () => socket.destroy(new Error('The server keeps silent')));
    socket.on('data', (chunk: Buffer) => chunks.push(chunk));
    socket.on('close', () => resolve(Buffer.concat(chunks).toString('latin1')));
    socket.on('error', (error: NodeJS.ErrnoException) => {
      // the server closed while the request was being written
      if (error.code !== 'EPIPE' && error.code !== 'ECONNRESET') reject(error);
    });
    socket.write(typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes);
  });
}

const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** Like {@link exchange}, for a single response. */
export async function exchangeOne(api: TestApi, bytes: string | Uint8Array): Promise<RawReply> {
  const received = await exchange(api, bytes);
  return parseReply(received.startsWith(CONTINUE) ? received.slice(CONTINUE.length) : received);
}

/** A request head with the given lines, asking the server to close afterwards. */
export function head(requestLine: string, ...headers: readonly string[]): string {
  return [requestLine, 'Host: api', 'Connection: close', ...headers, '', ''].join('\r\n');
}

/** @param message an HTTP/1.1 response, one character per byte */
export function parseReply(message: string): RawReply {
  const end = message.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = message.slice(0, end).split('\r\n');
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1]);
  if (end < 0 || Number.isNaN(status)) throw new Error(`No HTTP answer: ${message.slice(0, 200)}`);
  const headers: Record<string, string> = {};
  for (const line of lines) {
    const colon = line.indexOf(':');
    headers[line.slice(0, colon).toLowerCase()] = line.slice(colon + 1).trim();
  }
  const body = message.slice(end + 4);
  const whole = headers['transfer-encoding'] === 'chunked' ? unchunked(body) : body;
  const bytes = Buffer.from(whole, 'latin1');
  return { status, headers, text: bytes.toString(), bytes };
}

function unchunked(body: string): string {
  let text = '';
  for (let at = 0; ;) {
    const lineEnd = body.indexOf('\r\n', at);
    const length = parseInt(body.slice(at, lineEnd), 16);
    if (!(length > 0)) return text;
    text += body.slice(lineEnd + 2, lineEnd + 2 + length);
    at = lineEnd + 4 + length;
  }
}
