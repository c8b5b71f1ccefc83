import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { DocOfLists } from '@chat-admin/codecs/wire/doc-of-lists';
import type { Fields, Item, ListDoc, Shown } from '@chat-admin/codecs/wire/schema';
import type { Representation } from './negotiation.js';

export interface WriteOptions {
  /** the date format in JSON; XML is not affected */
  readonly dates: 'iso' | 'epoch';
}

/** How a handler's result is written; `T` has all fields of the text. */
export interface ReplyWriter<T> {
  /** what can be negotiated, or the one media type that is sent whatever `Accept` is */
  readonly offers: 'xml-and-json' | 'xml' | { readonly label: string };
  /** the document for the API description; `null`: not described */
  readonly document: DescribableDocument | null;
  /** the result is read while it is written, and takes one of the places for lists */
  readonly streams?: true;
  readonly write: (
    result: T,
    as: Representation,
    options: WriteOptions,
  ) => string | AsyncGenerator<string>;
}

/** A document, written at once. */
export const document = <D extends DescribableDocument>(doc: D): ReplyWriter<Shown<D>> => ({
  offers: 'xml-and-json',
  document: doc,
  write: (result, { format }, options) =>
    format === 'xml' ? doc.writeXml(result as never) : doc.writeJson(result as never, options),
});

/** A document with long lists, written in pieces. */
export const inPieces = <D extends DescribableDocument & Pick<DocOfLists<Fields>, 'stream'>>(
  doc: D,
): ReplyWriter<Shown<D>> => ({
  offers: 'xml-and-json',
  document: doc,
  write: (result, { format }, options) => doc.stream(format, result as never, options),
});

/**
 * The result of handlers of streamed lists; wrapped, because Nest would write a bare iterable
 * itself.
 */
export interface Batches<Item> {
  readonly batches: AsyncIterable<readonly Item[]>;
}

/** A list that is written while it is read. */
export const streamed = <I extends Item>(
  list: ListDoc<I>,
): ReplyWriter<Batches<Shown<ListDoc<I>>[number]>> => ({
  offers: 'xml-and-json',
  document: list,
  streams: true,
  write: ({ batches }, { format }, options) => list.stream(format, batches as never, options),
});

/** Stored XML, sent verbatim; `null` is answered with 204. */
export const storedXml: ReplyWriter<string | null> = {
  offers: 'xml',
  document: null,
  write: (xml) => xml ?? '',
};

/** Text of one media type. */
export const fixedText = (label: string): ReplyWriter<string> => ({
  offers: { label },
  document: null,
  write: (text) => text,
});
