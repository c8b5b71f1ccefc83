import { invalidParameter } from '@chat-admin/codecs/errors/wire-errors';
import { FieldChoice } from '@chat-admin/codecs/wire/chosen-fields';
import type { Fields, Item, ListDoc, Shown } from '@chat-admin/codecs/wire/schema';
import { orderedArray } from '@chat-admin/domain/shared/ordered-array';
import type { Place } from '@chat-admin/domain/shared/ordered-array';
import { isComplete } from '@chat-admin/domain/shared/long-list';
import type { LongList, Rereadable } from '@chat-admin/domain/shared/long-list';
import type { Order, OrderedList, PageRequest, Position } from '@chat-admin/domain/shared/paging';
import { A_FLAG, oneOf } from '@chat-admin/domain/shared/words';
import { remember } from '@chat-admin/server/edge/remember';
import { createParamDecorator } from '@nestjs/common';
import type { ExecutionContext } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { A_PLACE, listDigest, nextLink, readCursor, writeCursor } from './cursor.js';
import { readFlag } from './list-filters.js';
import type { ListFilter } from './list-filters.js';
import type { Filters, ListDeclaration } from './list-declaration.js';
import type { Query } from './query-string.js';
import type { Batches, ReplyWriter } from './replies.js';
import { endpointOf } from './endpoint.js';

const MOST_ENTRIES = 1000;
export const USUAL_LIMIT = 100;
/** What a limit of a page is. */
export const LIMITS = `1 to ${MOST_ENTRIES}`;
const COMMON_PARAMETERS = ['limit', 'after', 'sort', 'fields', 'total'];
const NO_QUERY: Query = {};
const MICROSECONDS = { perSecond: 1_000_000 } as const;

type Read<F extends Filters> = {
  readonly [K in keyof F]: F[K] extends ListFilter<infer T> ? T | null : never;
};

export function listOf<const F extends Filters>(
  { item }: ListDoc<Item>,
  declared: Omit<ListDeclaration<F>, 'fields' | 'parameters'>,
  extra: Fields = {},
): ListDeclaration<F> {
  return {
    ...declared,
    parameters: [...COMMON_PARAMETERS, ...Object.keys(declared.filters)],
    fields: item.kind === 'doc' ? new FieldChoice(item, extra) : null,
  };
}

/** What a request asks of a list. */
export class ListRequest<F extends Filters = Filters> {
  readonly filters: Read<F>;
  /** the names that were asked for; `null`: the usual ones */
  readonly fields: readonly string[] | null;
  /** whether it has none of the parameters of E1 */
  readonly isPlain: boolean;
  private readonly order: Order;
  private readonly limit: number | null;
  private readonly after: Position | null;
  private readonly countsTotal: boolean;
  private readonly digest: string;

  /** @throws WireFault naming the first invalid parameter */
  constructor(
    declaration: ListDeclaration<F>,
    private readonly path: string,
    private readonly address: string,
    query: Query,
  ) {
    const { key, sorts, sortsByKey, filters, others, fields } = declaration;
    this.isPlain = isWhole(declaration)(query);
    const limit = read(query, 'limit', readLimit, () => LIMITS);
    this.order = read(
      query,
      'sort',
      (text) => readOrder(text, sorts),
      () => ordersOf(sorts),
    ) ?? {
      sort: sortsByKey ? 'key' : Object.keys(sorts)[0]!,
      descending: false,
    };
    this.fields = chosenFields(query, fields);
    this.countsTotal =
      read(
        query,
        'total',
        (text) => text !== '' && readFlag(text),
        () => A_FLAG,
      ) ?? false;
    this.filters = readFilters(query, filters);
    const kept = others.map((name) => query[name] || null);
    this.digest = this.isPlain ? '' : listDigest(path, [this.order, this.filters, kept]);
    const isTime = sorts[this.order.sort] === 'time';
    const kinds = { value: isTime ? MICROSECONDS : 'text', key: key ?? 'text' } as const;
    const after = read(
      query,
      'after',
      (text) => readCursor(text, this.digest, kinds) ?? undefined,
      () => A_PLACE,
    );
    this.after = after ?? null;
    this.limit = limit ?? (after ? USUAL_LIMIT : null);
  }

  get isPaged(): boolean {
    return this.limit !== null;
  }

  asksFor(field: string): boolean {
    return this.fields?.includes(field) ?? false;
  }

  /** The page that is asked for, or the whole list. @throws ListTooSlow */
  async answer<T>(list: OrderedList<T>): Promise<Listed<T>> {
    const headers = this.countsTotal ? await totalHeaders(list) : {};
    if (this.limit === null) {
      return { fields: this.fields, items: null, batches: list.whole(this.order), headers };
    }
    const request: PageRequest = { ...this.order, limit: this.limit, after: this.after };
    const { items, next } = await list.page(request);
    if (next !== null) {
      headers['Link'] = nextLink(this.path, this.address, writeCursor(next, this.digest));
    }
    return { fields: this.fields, items, batches: null, headers };
  }

  /** The same of what is in memory: without parameters of E1 all of it as it stands. */
  async answerAll<T>(
    rows: readonly T[],
    placeOf: (row: T, sort: string) => Place,
  ): Promise<Listed<T>> {
    return this.isPlain ? ofLength(rows) : this.answer(orderedArray(() => rows, placeOf));
  }
}

async function totalHeaders(list: OrderedList<unknown>): Promise<Record<string, string>> {
  const { count, isLimited } = await list.total();
  return {
    'X-Total-Count': String(count),
    ...(isLimited ? { 'X-Total-Count-Limited': 'true' } : {}),
  };
}

/**
 * @param allowed what is
 * @returns `null` where the parameter is absent. @throws WireFault where it cannot be read
 */
function read<T>(
  query: Query,
  name: string,
  reader: (text: string) => T | undefined,
  allowed: () => string,
): T | null {
  const text = query[name];
  if (text === undefined) return null;
  const value = reader(text);
  if (value === undefined) throw invalidParameter(name, text, allowed());
  return value;
}

export function readLimit(text: string): number | undefined {
  const limit = /^\d{1,4}$/.test(text) ? Number(text) : 0;
  return limit >= 1 && limit <= MOST_ENTRIES ? limit : undefined;
}

const ordersOf = (sorts: ListDeclaration['sorts']): string =>
  Object.keys(sorts).length === 0
    ? 'none: the order is fixed'
    : `${oneOf(Object.keys(sorts))}, or the same with - in front, which turns the order round`;

function readOrder(text: string, sorts: ListDeclaration['sorts']): Order | undefined {
  const descending = text.startsWith('-');
  const sort = descending ? text.slice(1) : text;
  return Object.hasOwn(sorts, sort) ? { sort, descending } : undefined;
}

/** The members that a request has chosen; `null`: the usual ones. @throws WireFault */
export const chosenFields = (query: Query, choice: FieldChoice | null): readonly string[] | null =>
  read(
    query,
    'fields',
    (text) => readFields(text, choice),
    () => fieldsOf(choice),
  );

const fieldsOf = (choice: FieldChoice | null): string =>
  choice === null ? 'its entries have no fields' : `some of ${choice.names.join(',')}`;

function readFields(text: string, choice: FieldChoice | null): readonly string[] | undefined {
  const names = text.split(',').map((name) => name.trim());
  return names.every((name) => choice?.names.includes(name)) ? names : undefined;
}

function readFilters<F extends Filters>(query: Query, filters: F): Read<F> {
  const values = Object.entries(filters).map(([name, { read: reader, hasEmpty, allowed }]) => {
    const isAbsent = query[name] === '' && !hasEmpty;
    return [name, isAbsent ? null : read(query, name, reader, () => allowed)];
  });
  return Object.fromEntries(values) as Read<F>;
}

/** What the caller asks of the list that the route declares with `@Lists`: a {@link ListRequest}. */
export const Listing = createParamDecorator((_data: unknown, context: ExecutionContext) => {
  const request = context.switchToHttp().getRequest<FastifyRequest>();
  const lists = endpointOf(request)!.lists!;
  const query = request.query as Query;
  if (isWhole(lists)(query)) return plainRequest(lists);
  return new ListRequest(lists, request.wire.path, request.originalUrl, query);
});

const plainRequests = new WeakMap<ListDeclaration, ListRequest>();

/** Of the usual order, which is the same for everyone. */
function plainRequest(declaration: ListDeclaration): ListRequest {
  const known = plainRequests.get(declaration);
  if (known !== undefined) return known;
  const request = new ListRequest(declaration, '', '', NO_QUERY);
  plainRequests.set(declaration, request);
  return request;
}

/** The result of handlers of lists: one page, or batches that are read while they are written. */
export interface Listed<T> {
  readonly fields: readonly string[] | null;
  readonly items: readonly T[] | null;
  readonly batches: Batches<T>['batches'] | Rereadable<T> | null;
  readonly headers: Record<string, string>;
}

/** For `@Tagged`: the whole list as it always was. */
export const isWhole =
  ({ parameters }: ListDeclaration) =>
  (query: Query): boolean =>
    parameters.every((name) => query[name] === undefined);

/** A whole list that is shown as it is. */
export const wholeList = <T>(batches: AsyncIterable<readonly T[]>): Listed<T> => ({
  fields: null,
  items: null,
  batches,
  headers: {},
});

/** As {@link wholeList}, at once unless it is long. */
export const ofLength = <T>(items: LongList<T>): Listed<T> =>
  isComplete(items) ? { fields: null, items, batches: null, headers: {} } : wholeList(items);

/** A list with chosen fields, in pieces while it is not paged. */
export function listed<I extends Item>(
  list: ListDoc<I>,
  { fields: choice }: Pick<ListDeclaration, 'fields'>,
): ReplyWriter<Listed<Shown<ListDoc<I>>[number]>> {
  const chosen = remember((names) => list.withItem(choice!.only(names!.split(','))), 100);
  return {
    offers: 'xml-and-json',
    document: list,
    streams: true,
    longList: ({ batches }) => (batches !== null && 'keep' in batches ? batches : null),
    headers: ({ headers }) => headers,
    write: ({ fields, items, batches }, { format }, options) => {
      const written = fields === null ? list : chosen([...new Set(fields)].sort().join(','));
      if (batches !== null) return written.stream(format, batches as never, options);
      return format === 'xml'
        ? written.writeXml(items as never)
        : written.writeJson(items as never, options);
    },
  };
}
