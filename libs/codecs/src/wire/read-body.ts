import { decodeXml } from './decode.js';
import { IgnoredNames } from './ignored-names.js';
import { parseJson } from './json-text.js';
import type { XmlPlan } from './parts.js';
import { XmlBuilder } from './read-xml.js';
import { parseXml } from './xml-parser.js';

export type WireFormat = 'xml' | 'json';

/** Anything that can be read as a body: documents, list documents, and unions of them. */
export interface BodyReader<T> {
  readonly xmlRoots: ReadonlyMap<string, XmlPlan>;
  /**
   * @param value what JSON.parse gave, not null
   * @param ignored gets the names that are not known
   * @throws InvalidValue, UnreadableBody, TooManyParts
   */
  readJson(value: unknown, ignored?: IgnoredNames): T | Promise<T>;
}

/** The roots of `reader` with their values passed through `change`. For unions of documents. */
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
 * @param ignored gets the names that are not known
 * @returns `null` for "no object": an empty JSON body or the JSON value `null`
 * @throws UnreadableBody (also for an empty XML body), InvalidValue, TooManyParts; TypeError for what is not
 * bytes, such as a body that a framework has parsed
 */
export async function readBody<T>(
  reader: BodyReader<T>,
  format: WireFormat,
  bytes: Uint8Array,
  ignored = new IgnoredNames(),
): Promise<T | null> {
  if (!ArrayBuffer.isView(bytes)) throw new TypeError('The bytes of a body are expected');
  if (format === 'json') {
    const value = (await parseJson(bytes)) ?? null;
    return value === null ? null : reader.readJson(value, ignored);
  }
  const builder = new XmlBuilder(reader.xmlRoots, ignored);
  await parseXml(decodeXml(bytes), builder);
  return builder.value() as T;
}
