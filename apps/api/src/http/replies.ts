import { groupDoc, streamGroup } from '@chat-admin/codecs/groups/group.doc';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { DocOfLists } from '@chat-admin/codecs/wire/doc-of-lists';
import type {
  Fields,
  Item,
  ListDoc,
  Shown,
  WriteOptions as DocumentOptions,
} from '@chat-admin/codecs/wire/schema';
import type { Group, LongGroup } from '@chat-admin/domain/groups/group';
import type { Scope, ScopeSet } from '@chat-admin/domain/shared/scopes';
import { isComplete } from '@chat-admin/domain/shared/long-list';
import type { LongList, Rereadable, RereadableList } from '@chat-admin/domain/shared/long-list';
import { addressBelowRoot } from './created.js';
import type { Representation } from './negotiation.js';

/** Formats in JSON, XML is not affected; and what the caller may see. */
export interface WriteOptions extends Required<DocumentOptions> {
  readonly scopes: ScopeSet;
}

/** Sent as they are, never compressed. */
export interface Bytes {
  readonly bytes: Buffer;
  readonly type: string;
}

/** Sent as it is read, never compressed. */
export interface File {
  readonly pieces: AsyncIterable<Uint8Array>;
  readonly length: number;
}

/** Sent as it happens, never compressed; taken as far as clients read it. */
export interface EventStream {
  readonly events: AsyncGenerator<string>;
}

/** At once, in pieces, or without end. */
export type Written = string | AsyncGenerator<string> | Bytes | File | EventStream;

/** How a handler's result is written; `T` has all fields of the text. */
export interface ReplyWriter<T> {
  /** what can be negotiated, or the one media type that is sent whatever `Accept` is */
  readonly offers:
    | 'xml-and-json'
    | 'xml'
    | 'events'
    | 'tables'
    | 'documents-and-tables'
    | { readonly label: string };
  /** the document for the API description; `null`: not described */
  readonly document: DescribableDocument | null;
  /** the result is read while it is written, and takes one of the places for lists */
  readonly streams?: true;
  /** the long list in a result that is read while it is written, `null` if all is there; for tags */
  readonly longList?: (result: T) => Rereadable<unknown> | null;
  /** a header tells the address of what is new */
  readonly locates?: true;
  /** what was changed may have got another address, which a header tells */
  readonly moves?: true;
  /** besides those that every response has */
  readonly headers?: (result: T) => Readonly<Record<string, string>>;
  /** the result without what use changes, for its tag. Contract: extensions E2 `a` */
  readonly settled?: (result: T) => unknown;
  /** the scope without which a caller does not see all fields */
  readonly hides?: Scope;
  readonly write: (result: T, as: Representation, options: WriteOptions) => Written;
}

/** A document, written at once. */
export const document = <D extends DescribableDocument>(doc: D): ReplyWriter<Shown<D>> => ({
  offers: 'xml-and-json',
  document: doc,
  write: (result, { format }, options) =>
    format === 'xml' ? doc.writeXml(result as never) : doc.writeJson(result as never, options),
});

/** A result that there may be; without it the response is empty. */
export const optionally = <T>(writer: ReplyWriter<T>): ReplyWriter<T | undefined> =>
  writer as ReplyWriter<T | undefined>;

/** Result of handlers whose document may have got another address, which is `null` otherwise. */
export interface Moved<T> {
  readonly document: T;
  readonly address: string | null;
}

/** The document, with its address if it is not that of the request. */
export const moved = <D extends DescribableDocument>(doc: D): ReplyWriter<Moved<Shown<D>>> => {
  const writer = document(doc);
  return {
    offers: writer.offers,
    document: doc,
    moves: true,
    headers: ({ address }): Record<string, string> =>
      address === null ? {} : { 'Content-Location': address },
    write: (result, as, options) => writer.write(result.document, as, options),
  };
};

/** What has been created, with its address. Contract: extensions E0, Answers */
export const created = <T>(
  writer: ReplyWriter<T>,
  segments: (result: T) => readonly string[],
): ReplyWriter<T> => ({
  ...writer,
  locates: true,
  headers: (result) => ({ Location: addressBelowRoot(segments(result)) }),
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

/** As {@link streamed}, with a link to what follows. */
export const linked = <I extends Item>(
  list: ListDoc<I>,
): ReplyWriter<
  Batches<Shown<ListDoc<I>>[number]> & { readonly headers: Readonly<Record<string, string>> }
> => ({ ...streamed(list), headers: ({ headers }) => headers });

/** Result of handlers of lists of any length; wrapped for the same reason as {@link Batches}. */
export interface OfAnyLength<Item> {
  readonly items: LongList<Item>;
}

/** A list that is written at once, or, if it is long, while it is read. */
export const ofAnyLength = <I extends Item>(
  list: ListDoc<I>,
): ReplyWriter<OfAnyLength<Shown<ListDoc<I>>[number]>> => ({
  offers: 'xml-and-json',
  document: list,
  streams: true,
  write: ({ items }, { format }, options) => {
    if (!isComplete(items)) return list.stream(format, items as never, options);
    return format === 'xml'
      ? list.writeXml(items as never)
      : list.writeJson(items as never, options);
  },
});

/** As {@link ofAnyLength}, of a list that has a tag. */
export const taggedList = <I extends Item>(
  list: ListDoc<I>,
): ReplyWriter<{ readonly items: RereadableList<Shown<ListDoc<I>>[number]> }> => ({
  ...ofAnyLength(list),
  longList: ({ items }) => (isComplete(items) ? null : items),
});

/** A group, written at once, or, if it has many people, while they are read. */
export const groupOfAnySize: ReplyWriter<{ readonly group: Group | LongGroup }> = {
  offers: 'xml-and-json',
  document: groupDoc,
  streams: true,
  longList: ({ group }) => ('people' in group ? group.people : null),
  write: ({ group }, { format }) => {
    if ('people' in group) return streamGroup(format, group);
    return format === 'xml' ? groupDoc.writeXml(group) : groupDoc.writeJson(group);
  },
};

/** A page of events with a link to what follows, or a stream of them. Contract: extensions E8.2 */
export const eventsReply = <I extends Item>(
  list: ListDoc<I>,
): ReplyWriter<
  | EventStream
  | {
      readonly items: readonly Shown<ListDoc<I>>[number][];
      readonly headers: Readonly<Record<string, string>>;
    }
> => ({
  offers: 'events',
  document: list,
  headers: (result) => ('events' in result ? {} : result.headers),
  write: (result, { format }, options) => {
    if ('events' in result) return result;
    return format === 'xml'
      ? list.writeXml(result.items as never)
      : list.writeJson(result.items as never, options);
  },
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

/** A picture, whatever `Accept` says. */
export const picture: ReplyWriter<Bytes> = {
  offers: { label: 'image/*' },
  document: null,
  write: (bytes) => bytes,
};

/** A file to be saved, whatever `Accept` says. */
export const download = (type: string, name: string): ReplyWriter<File> => ({
  offers: { label: type },
  document: null,
  headers: ({ length }) => ({
    'Content-Disposition': `attachment; filename="${name}"`,
    'Content-Length': String(length),
  }),
  write: (file) => file,
});
