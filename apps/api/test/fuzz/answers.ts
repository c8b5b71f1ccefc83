import { gunzipSync } from 'node:zlib';
import { ERROR_ANSWERS } from '@chat-admin/codecs/errors/error-answers';
import { exchangeOne, head } from '../support/raw-http.js';
import type { RawReply } from '../support/raw-http.js';
import type { TestApi } from '../support/test-api.js';

const XML_ERROR =
  /^<\?xml version="1\.0" encoding="UTF-8" standalone="yes"\?><error><exception>\w+<\/exception><message>[^<>]+<\/message>(<resource>[^<>]*<\/resource>|<resource\/>)?(<detail>[^<>]+<\/detail>)?<\/error>$/;
const UNESCAPED = /&(?!(amp|lt|gt|quot|apos|#\d+|#x[0-9a-fA-F]+);)/;
const FORBIDDEN_IN_XML = /[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u;
const PROBLEM = ['type', 'title', 'status', 'detail', 'resource', 'exception', 'code'];

export interface RawRequest {
  readonly method: string;
  readonly target: string;
  /** one character per byte, as everything here */
  readonly headers?: readonly string[];
  readonly body?: Uint8Array;
}

export function sendRaw(api: TestApi, request: RawRequest): Promise<RawReply> {
  const { method, target, headers = [], body = new Uint8Array() } = request;
  const length = body.length === 0 ? [] : [`Content-Length: ${body.length}`];
  const start = head(`${method} ${target} HTTP/1.1`, ...headers, ...length);
  return exchangeOne(api, Buffer.concat([Buffer.from(start, 'latin1'), body]));
}

/** Whatever was requested, the response is well-formed and not a fault of the service. */
export function expectInOrder(reply: RawReply, method: string): void {
  const { status, headers, bytes } = reply;
  if (status < 200 || status >= 500) {
    throw new Error(`answered with ${status}: ${reply.text.slice(0, 500)}`);
  }
  expect(headers).toMatchObject({
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-request-id': expect.stringMatching(/^[\w.:-]{1,128}$/),
  });
  if (status >= 400)
    expect(ERROR_ANSWERS).toHaveProperty([headers['x-error-code'] ?? '', 'status'], status);
  // the HTTP parser rejects it without reporting the method
  const unparsed = /<message>Could not read the request(?: address)?</.test(reply.text);
  if (method === 'HEAD' && !unparsed) {
    expect(bytes).toHaveLength(0);
    return;
  }
  const length = headers['content-length'];
  if (length !== undefined) expect(bytes).toHaveLength(Number(length));
  if (status >= 400) expectErrorDocument(reply);
}

function expectErrorDocument({ headers, bytes }: RawReply): void {
  const zipped = headers['content-encoding'] === 'gzip';
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const text = decoder.decode(zipped ? gunzipSync(bytes) : bytes);
  const type = headers['content-type'];
  if (type === 'application/json') {
    const members = Object.keys(JSON.parse(text) as object);
    expect(members).toEqual(
      ['resource', 'message', 'exception', 'detail'].filter((name) => members.includes(name)),
    );
    expect(members).toContain('exception');
  } else if (type === 'application/problem+json') {
    expect(Object.keys(JSON.parse(text) as object)).toEqual(PROBLEM);
  } else {
    expect(['application/xml', 'text/xml']).toContain(type);
    expect(text).toMatch(XML_ERROR);
    expect(text).not.toMatch(UNESCAPED);
    expect(text).not.toMatch(FORBIDDEN_IN_XML);
  }
}
