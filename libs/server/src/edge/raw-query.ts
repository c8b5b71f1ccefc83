import { IncomingMessage, maxHeaderSize } from 'node:http';
import type { Socket } from 'node:net';

/** Of Node's HTTP parser. */
export interface ParserError {
  readonly code?: string;
  readonly reason?: string;
  /** where in the packet it stopped */
  readonly bytesParsed?: number;
  readonly rawPacket?: Buffer;
}

/** Of texts with one character per byte; a fragment has no business there. */
const REQUEST_LINE =
  /^GET ([\x21\x22\x24-\x3e\x40-\x7e]+\?[\x21\x22\x24-\x7e\x80-\xff]+) HTTP\/1\.([01])$/;
const FIELD_NAME = /^[\w!#$%&'*+.^`|~-]+$/;
const FIELD_VALUE = /^[\t\x20-\x7e\x80-\xff]*$/;
const FRAMING = ['content-length', 'transfer-encoding'];

/**
 * Reads again what the parser has refused: a GET whose query holds bytes above 0x7F, which count as percent-encoded
 * UTF-8. Only as a whole, with nothing behind it and no header that could say where a body ends, so that no two readers
 * can disagree about its end; the connection has to be closed after the answer. `null`: it is something else.
 * Contract: core 1.1
 */
export function readRawQuery(error: ParserError, socket: Socket): IncomingMessage | null {
  const { code, bytesParsed, rawPacket: packet } = error;
  if (code !== 'HPE_INVALID_URL' || packet === undefined) return null;
  if (packet.length > maxHeaderSize || packet.indexOf('\r\n\r\n') !== packet.length - 4)
    return null;
  if (packet.findIndex((byte) => byte > 0x7f) !== bytesParsed) return null;
  const [first = '', ...lines] = packet.toString('latin1').slice(0, -4).split('\r\n');
  const [, target, minor] = REQUEST_LINE.exec(first) ?? [];
  const rawHeaders = fieldsOf(lines);
  if (target === undefined || rawHeaders === null) return null;
  const url = percentEncoded(target);
  if (url === null) return null;
  const request = new IncomingMessage(socket) as ReadMessage;
  request._addHeaderLines(rawHeaders, rawHeaders.length);
  return Object.assign(request, {
    ...{ method: 'GET', url, complete: true },
    ...{ httpVersion: `1.${minor}`, httpVersionMajor: 1, httpVersionMinor: Number(minor) },
  });
}

/** Including a non-public member of Node's, by which its parser hands over the headers. */
type ReadMessage = IncomingMessage & {
  _addHeaderLines(lines: readonly string[], count: number): void;
};

/** Names and values in turn; `null` if the parser would refuse a line, or one frames a body. */
function fieldsOf(lines: readonly string[]): string[] | null {
  const fields: string[] = [];
  for (const line of lines) {
    const colon = line.indexOf(':');
    const name = line.slice(0, Math.max(colon, 0));
    const value = withoutBlanks(line.slice(colon + 1));
    if (!FIELD_NAME.test(name) || !FIELD_VALUE.test(value)) return null;
    if (FRAMING.includes(name.toLowerCase())) return null;
    fields.push(name, value);
  }
  return fields;
}

/** As the parser removes them: `trim` also takes the byte 0xA0. */
function withoutBlanks(text: string): string {
  const isBlank = (at: number) => text[at] === ' ' || text[at] === '\t';
  let [start, end] = [0, text.length];
  while (start < end && isBlank(start)) start += 1;
  while (end > start && isBlank(end - 1)) end -= 1;
  return text.slice(start, end);
}

/** `null` if the bytes are no UTF-8 */
function percentEncoded(target: string): string | null {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(target, 'latin1'));
  } catch {
    return null;
  }
  return target.replaceAll(
    /[\x80-\xff]/g,
    (byte) => `%${byte.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

/**
 * The path of a request whose address the parser has refused for what has to be percent-encoded: bytes above 0x7F, or a
 * blank. `null`: it has refused something else.
 */
export function pathToEncode({ code, bytesParsed = 0, rawPacket }: ParserError): string | null {
  if (rawPacket === undefined) return null;
  const start = rawPacket.lastIndexOf('\n', bytesParsed - 1) + 1;
  const end = rawPacket.indexOf('\r\n', bytesParsed);
  const line = rawPacket.toString('latin1', start, end < 0 ? rawPacket.length : end);
  const isRaw =
    code === 'HPE_INVALID_URL'
      ? (rawPacket[bytesParsed] ?? 0) > 0x7f
      : code === 'HPE_INVALID_CONSTANT' && /^[A-Z-]+ \S+ .*HTTP\/\d\.\d$/.test(line);
  return isRaw ? (/^[A-Z-]+ ([^ ?]*)/.exec(line)?.[1] ?? '') : null;
}
