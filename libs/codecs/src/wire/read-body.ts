import { UnreadableBody } from './body-faults.js';
import { decodeUtf8, decodeXml } from './decode.js';
import { jsonFault } from './json-limits.js';
import { nextTurn } from './next-turn.js';
import type { XmlPlan } from './parts.js';
import { XmlBuilder } from './read-xml.js';
import { MAX_DEPTH, parseXml } from './xml-parser.js';

export type WireFormat = 'xml' | 'json';

/** What can be read as a body: every doc and list document, and unions of them. */
export interface BodyReader<T> {
  readonly xmlRoots: ReadonlyMap<string, XmlPlan>;
  /**
   * @param value what JSON.parse gave, not null
   * @throws InvalidValue, UnreadableBody
   */
  readJson(value: unknown): T;
}

/** The roots of `reader`, giving what `change` makes of their values. For unions of documents. */
export function mapRoots<T, U>(
  reader: BodyReader<T>,
  change: (value: T) => U,
): readonly [string, XmlPlan][] {
  return [...reader.xmlRoots].map(([root, plan]) => [
    root,
    { ...plan, finish: (content) => change(plan.finish(content) as T) },
  ]);
}

/**
 * Reads a request body. Contract: core 1.6
 * @returns `null` for "no object": an empty JSON body or the JSON value `null`
 * @throws UnreadableBody (also for an empty XML body), InvalidValue
 */
export async function readBody<T>(
  reader: BodyReader<T>,
  format: WireFormat,
  bytes: Uint8Array,
): Promise<T | null> {
  if (format === 'json') return readJson(reader, bytes);
  const builder = new XmlBuilder(reader.xmlRoots);
  await parseXml(decodeXml(bytes), builder);
  return builder.value() as T;
}

/** JSON.parse cannot be interrupted, so a big body at least gives way between the steps. */
const BIG_BYTES = 256 * 1024;

async function readJson<T>(reader: BodyReader<T>, bytes: Uint8Array): Promise<T | null> {
  const fault = jsonFault(bytes, MAX_DEPTH);
  if (fault !== null) throw new UnreadableBody(fault);
  const pause = bytes.length > BIG_BYTES;
  if (pause) await nextTurn();
  const text = decodeUtf8(bytes);
  if (text.trim() === '') return null;
  if (pause) await nextTurn();
  const value = parseJson(text);
  if (pause) await nextTurn();
  return value === null ? null : reader.readJson(value);
}

/** The message of JSON.parse quotes the body, so it is dropped. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnreadableBody('the JSON is not valid');
  }
}
