import type { JsonList } from '@chat-admin/domain/shared/json-list';
import { bind } from './fields.js';
import type { Field, Fields, Internal, Item, ListField, Nested, ScalarField } from './fields.js';
import { jsonItemsReader, jsonObjectReader } from './read-json.js';
import { xmlListPlan, xmlObjectPlan } from './read-xml.js';
import { jsonItemWriter, jsonObjectWriter } from './write-json.js';
import { XML_DECLARATION, xmlElementWriter, xmlItemWriter } from './write-xml.js';
import { streamList, streamTwice } from './stream-list.js';
import type { Frame } from './stream-list.js';
import { byNames } from './json-names.js';
import type { JsonNames } from './json-names.js';
import { IgnoredNames } from './ignored-names.js';
import type { BodyReader, WireFormat } from './read-body.js';
import type { Limit } from '@chat-admin/domain/shared/limits';
import type { InvalidValue } from './body-faults.js';
import type { DocParts } from './parts.js';

export {
  always,
  alsoRead,
  attr,
  boolean,
  date,
  sentDate,
  integer,
  internal,
  jid,
  list,
  longInteger,
  named,
  namedInteger,
  needed,
  seconds,
} from './fields.js';
export { within, writeNever } from './fields.js';
export { formerly, formerlyText, looseText, present, scalarsOf, secret, text } from './fields.js';
export { valuesOf } from './fields.js';

export interface WriteOptions {
  /** the date format in JSON; XML always has ISO 8601 */
  readonly dates?: 'iso' | 'epoch' | undefined;
  /** the member names in JSON; default `new` */
  readonly names?: JsonNames | undefined;
}

type ReadItem<I> =
  I extends ScalarField<infer T> ? T : I extends Nested<infer F> ? ReadFields<F> : never;
type ReadField<F> =
  F extends ScalarField<infer T>
    ? T
    : F extends ListField<infer I>
      ? readonly ReadItem<I>[]
      : never;
export type ReadFields<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Internal ? never : K]?: ReadField<F[K]> | undefined;
};

type ShownItem<I> =
  I extends ScalarField<infer T> ? T : I extends Nested<infer F> ? ShownFields<F> : never;
type ShownField<F> =
  F extends ScalarField<infer T>
    ? T
    : F extends ListField<infer I>
      ? readonly ShownItem<I>[] | JsonList<ShownItem<I>>
      : never;
type Unshown = Internal | { readonly written: false };
/** The written fields; `null` and `undefined` are absent values. */
export type ShownFields<F extends Fields> = {
  readonly [K in keyof F as F[K] extends Unshown ? never : K]: ShownField<F[K]> | null | undefined;
} & { readonly [K in keyof F as F[K] extends Unshown ? K : never]?: unknown };

/** What can be written: fields may be missing at any depth. */
type Partly<T> = T extends Date
  ? T
  : T extends readonly (infer E)[]
    ? readonly Partly<E>[]
    : T extends object
      ? { readonly [K in keyof T]?: Partly<T[K]> }
      : T;

/** The result of reading a document. Every field may be absent. */
export type Value<D> =
  D extends Doc<infer F>
    ? ReadFields<F>
    : D extends ListDoc<infer I>
      ? readonly ReadItem<I>[]
      : never;
/** The value that a document writes completely. */
export type Shown<D> =
  D extends Doc<infer F>
    ? ShownFields<F>
    : D extends ListDoc<infer I>
      ? readonly ShownItem<I>[]
      : never;

export interface Doc<F extends Fields> extends Nested<F>, BodyReader<ReadFields<F>> {
  writeXml(value: Partly<ShownFields<F>>): string;
  writeJson(value: Partly<ShownFields<F>>, options?: WriteOptions): string;
}

/**
 * Declares a document. `fields` determines the order of JSON members and XML child elements.
 * Readers and writers are created here, once.
 * @param options.xmlOrder all properties in the order of the XML children, if it differs
 * @param options.unread what may stand in a request and is not read: fields of answers, or of documents
 *   for other routes. Contract: core 1.6, CK-4
 */
export function doc<const F extends Fields>(
  root: string,
  fields: F,
  options: { readonly xmlOrder?: readonly (keyof F & string)[]; readonly unread?: Fields } = {},
): Doc<F> {
  const bound = bind(fields);
  const xmlBound = ordered(bound, options.xmlOrder);
  const unread = bind(options.unread ?? {});
  const parts: DocParts = {
    xmlElement: (name) => xmlElementWriter(name, xmlBound),
    json: byNames((names) => jsonObjectWriter(bound, names)),
    readJson: jsonObjectReader(bound, unread),
    xmlPlan: xmlObjectPlan(bound, unread),
  };
  const writeElement = parts.xmlElement(root);
  return {
    kind: 'doc',
    root,
    fields,
    parts,
    xmlRoots: new Map([[root, parts.xmlPlan]]),
    readJson: (value, ignored = new IgnoredNames()) =>
      parts.readJson(value, ignored) as ReadFields<F>,
    writeXml: (value) => XML_DECLARATION + writeElement(value),
    writeJson: (value, { dates, names = 'new' } = {}) =>
      parts.json[names](value, dates === 'epoch'),
  };
}

function ordered<B extends { readonly property: string }>(
  bound: B[],
  order: readonly string[] | undefined,
): B[] {
  if (!order) return bound;
  const sorted = order.map((name) => bound.find(({ property }) => property === name));
  const all = new Set(sorted);
  if (all.size !== bound.length || all.has(undefined)) {
    throw new TypeError('xmlOrder must name every field exactly once');
  }
  return sorted as B[];
}

/** A list that is itself a document. */
export interface ListDoc<I extends Item> extends BodyReader<readonly ReadItem<I>[]> {
  readonly kind: 'list-doc';
  readonly root: string;
  readonly item: I;
  /** the only member of the JSON object */
  readonly member: string;
  /** the element name of an item */
  readonly itemName: string;
  /** of what is read */
  readonly limit: Limit | null;
  /** whether a document that is sent may be without the list */
  readonly optional: boolean;
  writeXml(items: readonly Partly<ShownItem<I>>[]): string;
  writeJson(items: readonly Partly<ShownItem<I>>[], options?: WriteOptions): string;
  /** One text per non-empty batch, and one that closes the document. */
  stream(
    format: WireFormat,
    batches: AsyncIterable<readonly Partly<ShownItem<I>>[]>,
    options?: WriteOptions,
  ): AsyncGenerator<string, void, undefined>;
  /** The same list of other items. */
  withItem<J extends Item>(item: J): ListDoc<J>;
  /** Reads an item that cannot be converted as its error instead of refusing the list. */
  readonly settled: BodyReader<readonly (ReadItem<I> | InvalidValue)[]>;
}

/** The member that older clients read instead, or beside the other while the names are `both`. */
interface FormerMember {
  readonly member: string;
  readonly beside: boolean;
}

/** The member of an older client takes the place of the other. */
export function instead(member: string): FormerMember {
  return { member, beside: false };
}

/**
 * Declares a list document: XML root `root` with one child per item, a JSON object with the single
 * member `member`.
 * @param names.item element of one item; also read as the JSON member. Default: the item's root
 * @param names.former the member for older clients
 * @param names.older what clients also call the list, or an entry in XML. Contract: core 2.2, CK-3
 * @param names.limit of what is read
 * @param names.optional whether none is as good as an empty one, for descriptions
 */
export function listDoc<I extends Item>(
  root: string,
  item: I,
  names: {
    readonly member: string;
    readonly item?: string;
    readonly former?: FormerMember;
    readonly older?: readonly string[];
    readonly limit?: Limit;
    readonly optional?: true;
  },
): ListDoc<I> {
  const { member, older = [], limit = null, optional = false } = names;
  const itemName = names.item ?? (item.kind === 'doc' ? item.root : member);
  const writeElement = xmlItemWriter(itemName, item);
  const writeValue = byNames((form) => jsonItemWriter(item, form));
  const reader = (settled: boolean) => ({
    xmlRoots: new Map([[root, xmlListPlan(member, itemName, item, settled, limit, older)]]),
    readJson: readItems(jsonItemsReader({ member, itemName, older, item, settled, limit })),
  });
  const xml = {
    head: XML_DECLARATION,
    open: `<${root}>`,
    close: `</${root}>`,
    empty: `<${root}/>`,
  };
  const frames = byNames((form) => jsonFrames(names, form));
  const xmlItems = (items: readonly unknown[]) =>
    items.reduce<string>((all, one) => all + writeElement(one), '');
  const jsonItems = ({ dates, names = 'new' }: WriteOptions) => {
    const write = writeValue[names];
    const isEpoch = dates === 'epoch';
    return (items: readonly unknown[]) => {
      let all = '';
      for (const one of items) all += (all === '' ? '' : ',') + write(one, isEpoch);
      return all;
    };
  };
  return {
    kind: 'list-doc',
    root,
    item,
    member,
    itemName,
    limit,
    optional,
    ...(reader(false) as BodyReader<readonly ReadItem<I>[]>),
    withItem: (other) => listDoc(root, other, { ...names, item: itemName }),
    settled: reader(true) as BodyReader<readonly (ReadItem<I> | InvalidValue)[]>,
    writeXml: (items) =>
      xml.head + (items.length === 0 ? xml.empty : xml.open + xmlItems(items) + xml.close),
    writeJson: (items, options = {}) => {
      const [first, second] = frames[options.names ?? 'new'];
      const all = jsonItems(options)(items);
      if (items.length === 0 && second === undefined) return first.empty;
      const { open, close } = (items.length === 1 ? first.alone : undefined) ?? first;
      const text = open + all + close;
      return second === undefined ? text : text + second.open + all + second.close;
    },
    stream: (format, batches, options = {}) => {
      if (format === 'xml') return streamList(xml, '', batches, xmlItems);
      const [first, second] = frames[options.names ?? 'new'];
      const write = jsonItems(options);
      return second === undefined
        ? streamList(first, ',', batches, write)
        : streamTwice(first, second, ',', batches, write);
    },
  };
}

const readItems =
  (read: ReturnType<typeof jsonItemsReader>) =>
  (value: unknown, ignored = new IgnoredNames()) =>
    read(value, ignored);

/** Around the list, and around the list again if it is written under two names. */
function jsonFrames(
  { member, former }: { readonly member: string; readonly former?: FormerMember },
  names: JsonNames,
): readonly [Frame, Frame?] {
  const open = (name: string) => `"${name}":[`;
  const frame = (before: string, name: string, close: string) => ({
    head: '',
    open: before + open(name),
    close,
    empty: before + open(name) + close,
  });
  if (former === undefined || names === 'new' || (names === 'both' && !former.beside)) {
    return [frame('{', member, ']}')];
  }
  if (names === 'old') {
    const alone = { open: `{"${former.member}":`, close: '}' };
    return [{ ...frame('{', former.member, ']}'), empty: '{}', alone }];
  }
  return [frame('{', member, ']'), frame(',', former.member, ']}')];
}

export type { Field, Fields, Item, ListField, ScalarField };
