import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { Representation } from './negotiation.js';

export interface WriteOptions {
  /** how dates look in JSON; XML is not affected */
  readonly dates: 'iso' | 'epoch';
}

/** How what a handler returns becomes text. */
export interface ReplyWriter {
  /** what can be chosen from, or the one media type that is answered whatever `Accept` says */
  readonly offers: 'xml-and-json' | 'xml' | { readonly label: string };
  /** the document, for the description of the API; `null`: not described */
  readonly document: DescribableDocument | null;
  write(
    result: unknown,
    as: Representation,
    options: WriteOptions,
  ): string | AsyncGenerator<string>;
}

interface DocumentWriter<T> {
  writeXml(value: T): string;
  writeJson(value: T, options?: WriteOptions): string;
}

interface ListStreamer<Item> {
  stream(
    format: Representation['format'],
    batches: AsyncIterable<readonly Item[]>,
    options?: WriteOptions,
  ): AsyncGenerator<string>;
}

/** One document, written at once. */
export const document = <T>(doc: DocumentWriter<T> & DescribableDocument): ReplyWriter => ({
  offers: 'xml-and-json',
  document: doc,
  write: (result, { format }, options) =>
    format === 'xml' ? doc.writeXml(result as T) : doc.writeJson(result as T, options),
});

/** What handlers of streamed lists return; wrapped, since Nest would write a bare iterable itself. */
export interface Batches<Item> {
  readonly batches: AsyncIterable<readonly Item[]>;
}

/** A list that is written while it is read. */
export const streamed = <Item>(list: ListStreamer<Item> & DescribableDocument): ReplyWriter => ({
  offers: 'xml-and-json',
  document: list,
  write: (result, { format }, options) =>
    list.stream(format, (result as Batches<Item>).batches, options),
});

/** XML text that is stored as it is served; `null` is answered with 204. */
export const storedXml: ReplyWriter = {
  offers: 'xml',
  document: null,
  write: (result) => result as string,
};

/** Text of one media type. */
export const fixedText = (label: string): ReplyWriter => ({
  offers: { label },
  document: null,
  write: (result) => result as string,
});
