import type { IncomingMessage } from 'node:http';
import {
  tooLarge,
  unsupportedCoding,
  unsupportedType,
} from '@chat-admin/codecs/errors/wire-errors';
import type { WireFault } from '@chat-admin/codecs/errors/wire-errors';
import { parseJson } from '@chat-admin/codecs/wire/json-text';
import { readMergePatch } from '@chat-admin/codecs/wire/merge-patch';
import type { Doc, Fields, ReadFields } from '@chat-admin/codecs/wire/schema';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { IgnoredNames } from '@chat-admin/codecs/wire/ignored-names';
import { readBody } from '@chat-admin/codecs/wire/read-body';
import type { BodyReader as DocumentReader, WireFormat } from '@chat-admin/codecs/wire/read-body';
import type { BodyAllowance } from '@chat-admin/server/edge/body-budget';
import type { Patch } from '@chat-admin/domain/shared/patch';
import { receiveBytes } from '@chat-admin/server/edge/receive-bytes';
import { CSV, JSON_LINES, mediaType } from './negotiation.js';

/**
 * How the body of a route is read once received; `T` includes `null` for "no object" (core 1.6).
 */
export interface BodyReader<T> {
  readonly takes: 'xml-and-json' | 'xml' | 'merge-patch' | 'upload' | 'form';
  /** the documents for the API description, one of which is sent; none: not described */
  readonly documents: readonly DescribableDocument[];
  /** a document of which nothing is known is refused */
  readonly isRecognized?: true;
  /** whether no body is refused though no member is needed, for the API description */
  readonly isFilled?: true;
  /**
   * @param ignored gets the names that are not known
   * @throws UnreadableBody, InvalidValue
   */
  read(format: WireFormat, bytes: Uint8Array, ignored?: IgnoredNames): Promise<T>;
}

/** A document in XML or JSON. @param documents as which it is described, if not itself */
export const body = <T>(
  reader: DocumentReader<T>,
  ...documents: readonly DescribableDocument[]
): BodyReader<T | null> => ({
  takes: 'xml-and-json',
  documents: documents.length === 0 && isDescribable(reader) ? [reader] : documents,
  read: (format, bytes, ignored) => readBody(reader, format, bytes, ignored),
});

/** For endpoints that need an object, even one without members. */
export const filled = <T>(reader: BodyReader<T>): BodyReader<T> => ({ ...reader, isFilled: true });

/** For endpoints where an empty body of any type is "no object". */
export const optional = <T>(reader: BodyReader<T>): BodyReader<T | null> => ({
  ...reader,
  read: (format, bytes, ignored) =>
    bytes.length === 0 ? Promise.resolve(null) : reader.read(format, bytes, ignored),
});

/** For endpoints that refuse a document of which nothing is known. Contract: core 1.6, CK-4 */
export const recognized = <T>(reader: BodyReader<T>): BodyReader<T> => ({
  ...reader,
  isRecognized: true,
});

function isDescribable(reader: object): reader is DescribableDocument {
  return 'kind' in reader;
}

/** XML that the handler parses itself. */
export const rawXml: BodyReader<Uint8Array> = {
  takes: 'xml',
  documents: [],
  read: (_format, bytes) => Promise.resolve(bytes),
};

/**
 * Part of a JSON document that is to be changed.
 * @param kept what cannot be cleared. Contract: extensions E3
 */
export const mergePatch = <F extends Fields>(
  doc: Doc<F> & DescribableDocument,
  ...kept: readonly (keyof F & string)[]
): BodyReader<Patch<ReadFields<F>>> => ({
  takes: 'merge-patch',
  documents: [doc],
  read: async (_format, bytes, ignored) =>
    readMergePatch<F>(doc, await parseJson(bytes), kept, ignored),
});

/** The fields of a form, as browsers send it; of several with one name the last counts. */
export const form = <F extends Fields>(
  doc: Doc<F> & DescribableDocument,
): BodyReader<ReadFields<F>> => ({
  takes: 'form',
  documents: [doc],
  isFilled: true,
  read: async (_format, bytes, ignored) => {
    const fields = Object.fromEntries(new URLSearchParams(Buffer.from(bytes).toString()));
    return (await doc.readJson(fields, ignored)) as ReadFields<F>;
  },
});

export const FORM = 'application/x-www-form-urlencoded';
export const MERGE_PATCH = 'application/merge-patch+json';

/** A body with its declared format; `format` is `null` if only the bytes can tell. */
export interface ReceivedBody {
  readonly format: WireFormat | null;
  readonly bytes: Uint8Array;
  /** of bytes that are not kept */
  readonly digest?: Uint8Array;
}

const JSON_TYPE = 'application/json';
const XML_TYPES = ['application/xml', 'text/xml'] as const;

/** What is read. Contract: core 1.6, extensions E3, E7.1 */
export const TAKEN: Readonly<Record<BodyReader<unknown>['takes'], readonly string[]>> = {
  'xml-and-json': [JSON_TYPE, ...XML_TYPES],
  xml: XML_TYPES,
  'merge-patch': [MERGE_PATCH, JSON_TYPE],
  form: [FORM],
  upload: [CSV, JSON_LINES, JSON_TYPE, ...XML_TYPES],
};

export const ACCEPT_PATCH = TAKEN['merge-patch'].join(', ');

/**
 * Receives and inflates a body.
 * @throws WireFault for size, coding and media type, in this order, then as {@link receiveBytes}.
 * Contract: core 1.2 check 12, 1.6, 1.8
 */
export async function receiveBody(
  stream: IncomingMessage,
  reader: BodyReader<unknown>,
  contentType: string | undefined,
  limitBytes: number,
  allowance: BodyAllowance,
): Promise<ReceivedBody> {
  if (Number(stream.headers['content-length'] ?? 0) > limitBytes) throw tooLarge();
  const limits = {
    bytes: limitBytes,
    isZipped: isZipped(stream.headers['content-encoding']),
  };
  const format = declaredFormat(contentType, reader);
  return { format, bytes: await receiveBytes(stream, limits, allowance) };
}

/** For a request without a body. @throws WireFault for coding and media type */
export function emptyBody(
  reader: BodyReader<unknown>,
  contentType: string | undefined,
  contentEncoding: string | undefined,
): ReceivedBody {
  isZipped(contentEncoding);
  const format = declaredFormat(contentType, reader);
  return { format, bytes: new Uint8Array(0) };
}

/**
 * What counts as no coding. Many clients put the charset there; the body is decoded without it.
 * Contract: extensions E10, I-1
 */
const UNCODED = new Set([
  ...['', 'identity', 'none', 'utf-8', 'utf8', 'utf-16', 'us-ascii', 'ascii'],
  ...['iso-8859-1', 'iso-8859-15', 'windows-1252'],
]);

/** @throws WireFault for codings other than gzip */
export function isZipped(contentEncoding: string | undefined): boolean {
  const coding = contentEncoding?.trim().toLowerCase() ?? '';
  if (coding === 'gzip' || coding === 'x-gzip') return true;
  if (UNCODED.has(coding)) return false;
  throw unsupportedCoding();
}

/** @throws WireFault if an undeclared body looks like neither format */
export function formatOf({ format, bytes }: ReceivedBody, reader: BodyReader<unknown>): WireFormat {
  if (format !== null) return format;
  const first = bytes.find((byte) => ![0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf].includes(byte));
  if (first === 0x3c) return 'xml';
  const json = first === undefined || first === 0x7b || first === 0x5b;
  if (!json || (reader.takes === 'xml' && first !== undefined)) throw unsupported(reader);
  return 'json';
}

function declaredFormat(
  contentType: string | undefined,
  reader: BodyReader<unknown>,
): WireFormat | null {
  const type = mediaType(contentType ?? '');
  // a patch is no patch unless it says so
  if (type === '' && reader.takes !== 'merge-patch') return null;
  if (!TAKEN[reader.takes].includes(type)) throw unsupported(reader);
  return isXml(type) ? 'xml' : 'json';
}

const isXml = (type: string): boolean => (XML_TYPES as readonly string[]).includes(type);

const unsupported = ({ takes }: BodyReader<unknown>): WireFault =>
  unsupportedType(TAKEN[takes], takes === 'merge-patch' ? { 'Accept-Patch': ACCEPT_PATCH } : {});
