import { gunzipSync } from 'node:zlib';
import { ElementBuilder, elementsOf, textOf } from '@chat-admin/codecs/xml/element';
import { xmlParser } from '@chat-admin/codecs/xml/parser';
import type { FuzzRequest } from './api-requests.js';
import type { Answer } from './send.js';

export interface Judged {
  /** what is wrong with the answer; null: nothing */
  readonly fault: string | null;
  /** null: the answer is none */
  readonly error: ErrorDocument | null;
}

export interface ErrorDocument {
  readonly exception: string;
  readonly message: string;
}

const ERROR_FIELDS = ['exception', 'message', 'resource'];
/** Of errors that may have a `detail`. Contract: core 1.7; extensions E6.3, E10, I-5 */
const DETAILED: readonly number[] = [400, 403, 409, 415, 503];
/** What a success may be besides a document. Contract: core 8.7; extensions E7, E9, E12 */
const FILE = /^(application\/(yaml|x-ndjson|zip)|text\/(csv|plain)|image\/[a-z]+)(;|$)/;
/** Contract: core 1.6, CK-4 */
const IGNORED =
  /^(?:\?|\??[\w.\-@$[\]%]{1,40})(?:, (?:\?|\??[\w.\-@$[\]%]{1,40})){0,19}(?: and \d+ more)?$/;
const LEGACY_ANSWER =
  /^(<result>(OK|ok)<\/result>|<result>(<groupname>[^<]*<\/groupname>)*<\/result>|<error>[A-Za-z]+<\/error>)$/;

/** Whatever was asked, the answer is no fault of the service, whole, and in order. */
export function judge(request: FuzzRequest, answer: Answer): Judged {
  try {
    const error = errorIn(request, answer);
    const fault = answer.status >= 500 && answer.status !== 501 ? `status ${answer.status}` : null;
    return { fault, error };
  } catch (error) {
    return { fault: (error as Error).message, error: null };
  }
}

/** @throws when the document is not in order */
function errorIn(
  { app, method }: FuzzRequest,
  { status, headers, bytes }: Answer,
): ErrorDocument | null {
  if (status < 200) throw new Error(`status ${status}`);
  const ignored = headers['x-ignored'];
  if (ignored !== undefined && !IGNORED.test(String(ignored)))
    throw new Error(`X-Ignored: ${String(ignored)}`);
  if (method === 'HEAD' || bytes.length === 0) {
    if (status >= 400 && method !== 'HEAD') throw new Error('an error without document');
    return null;
  }
  const type = headers['content-type'] ?? 'none';
  if (status < 400 && FILE.test(type)) return null;
  const plain = headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes;
  const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(plain);
  const fields = DETAILED.includes(status) ? [...ERROR_FIELDS, 'detail'] : ERROR_FIELDS;
  if (app === 'userservice' && LEGACY_ANSWER.test(text)) return null;
  if (/json/.test(type))
    return status < 400 ? readJson(text) : errorInJson(JSON.parse(text), fields);
  if (!/xml/.test(type)) throw new Error(`a document of the type ${type}`);
  const found = readXml(text);
  if (status < 400) return null;
  if (found.root !== 'error') throw new Error(`an error document with the root ${found.root}`);
  return errorOf(found.texts, fields);
}

function readJson(text: string): null {
  JSON.parse(text);
  return null;
}

function errorInJson(document: unknown, fields: readonly string[]): ErrorDocument {
  const texts = document as Record<string, string>;
  // RFC 9457, for who asks for it
  const problem = 'title' in texts && 'detail' in texts;
  return problem
    ? { exception: texts['exception']!, message: texts['detail']! }
    : errorOf(texts, fields);
}

function errorOf(
  texts: Readonly<Record<string, string>>,
  fields: readonly string[],
): ErrorDocument {
  const names = Object.keys(texts);
  if (names.some((name) => !fields.includes(name))) {
    throw new Error(`an error document with ${names.join(', ')}`);
  }
  const { exception, message } = texts;
  if (!exception || !message) throw new Error('an error document without words');
  return { exception, message };
}

/** The root and the text of each element below. @throws for what is not well-formed */
function readXml(text: string): { root: string; texts: Record<string, string> } {
  const builder = new ElementBuilder();
  xmlParser(builder).write(text).close();
  const root = builder.root!;
  return {
    root: root.name,
    texts: Object.fromEntries(elementsOf(root).map((one) => [one.name, textOf(one)])),
  };
}
