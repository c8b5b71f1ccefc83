import type { FieldTable } from '@chat-admin/domain/shared/fields';
import { fieldColumns } from './field-columns.js';
import type { FieldColumn } from './field-columns.js';
import type {
  ListPart,
  Notation,
  ScalarPart,
  TextForm,
  TextPart,
} from '@chat-admin/domain/shared/written-list';

/** SQL for what a document writes of an entry. */
export type WrittenColumn = { readonly scalar: string } | ListColumn;

interface ListColumn {
  /**
   * SQL for the text of the list, null if it is empty.
   * @param item gives that of one item, from SQL for its properties
   */
  readonly list: (part: ListPart, item: ItemText) => string;
}

type ItemText = (value: (property: string) => string) => string;

const NOTHING = literal('');

/** By property. */
export type WrittenColumns = Readonly<Record<string, WrittenColumn>>;

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** The SQL that writes an entry of a list. */
export const writtenEntry = ({ parts }: TextForm, columns: WrittenColumns): string =>
  joined(parts.map((part) => written(part, columns)));

/** By halves, since each operator copies what stands before it. */
function joined(texts: readonly string[]): string {
  const some = texts.filter((text) => text !== NOTHING);
  if (some.length < 2) return some[0] ?? NOTHING;
  const middle = Math.ceil(some.length / 2);
  return `(${joined(some.slice(0, middle))} || ${joined(some.slice(middle))})`;
}

/**
 * The texts of what a statement selects, in its order.
 * @param rows with columns named after the properties
 */
export const writtenEntries = (rows: string, form: TextForm, columns: WrittenColumns): string =>
  `select ${writtenEntry(form, columns)} as text from (${rows}) entry`;

function written(part: TextPart, columns: WrittenColumns): string {
  if (typeof part === 'string') return literal(part);
  const column = columns[part.property];
  if (column === undefined) throw new TypeError(`No column writes ${part.property}`);
  if ('item' in part && 'list' in column) return writtenList(part, column);
  if (!('item' in part) && 'scalar' in column) return writtenScalar(part, column.scalar);
  throw new TypeError(`The column of ${part.property} is of another kind`);
}

function writtenScalar({ notation, before, after, absent }: ScalarPart, column: string): string {
  const text = joined([literal(before), NOTATIONS[notation](column), literal(after)]);
  return `coalesce(${text}, ${literal(absent)})`;
}

function writtenList(part: ListPart, { list }: ListColumn): string {
  const item: ItemText = (value) => {
    const parts = part.item.parts.map((one) => {
      if (typeof one === 'string') return literal(one);
      if ('item' in one) throw new TypeError('Items have no lists');
      return writtenScalar(one, value(one.property));
    });
    return joined(parts);
  };
  return `coalesce(${list(part, item)}, ${literal(part.empty)})`;
}

/** @param items SQL for the text of all items, null if there are none */
const around = ({ open, close }: ListPart, items: string) =>
  joined([literal(open), items, literal(close)]);

/** As the writers of documents do; `escape.ts` of codecs for XML. */
const NOTATIONS: Readonly<Record<Notation, (value: string) => string>> = {
  json: (text) => `to_json(${text})::text`,
  xml: (text) => escaped(text, [...MARKUP, CARRIAGE_RETURN]),
  attribute: (text) => escaped(text, [...MARKUP, ...WHITE_SPACE, CARRIAGE_RETURN]),
  iso: (time) => `to_char(${time} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"+00:00"')`,
  epoch: (time) => `floor(extract(epoch from ${time}) * 1000)::bigint::text`,
  plain: (value) => `(${value})::text`,
};

type Reference = readonly [character: string, reference: string];

/** The first one is in all others. */
const MARKUP: readonly Reference[] = [
  [`'&'`, '&amp;'],
  [`'<'`, '&lt;'],
  [`'>'`, '&gt;'],
];
const WHITE_SPACE: readonly Reference[] = [
  [`'"'`, '&quot;'],
  ['chr(9)', '&#9;'],
  ['chr(10)', '&#10;'],
];
const CARRIAGE_RETURN: Reference = ['chr(13)', '&#13;'];

const escaped = (text: string, references: readonly Reference[]) =>
  references.reduce((all, [from, to]) => `replace(${all}, ${from}, ${literal(to)})`, text);

export const scalarColumn = (sql: string): WrittenColumn => ({ scalar: sql });

/** The fields of an entity. @param sql of the column */
export const writtenFields = (
  table: FieldTable,
  sql: (column: FieldColumn) => string,
): WrittenColumns =>
  Object.fromEntries(
    fieldColumns(table).map((column) => {
      const isList = table[column.property]!.kind === 'choices';
      return [column.property, isList ? storedWords(sql(column)) : scalarColumn(sql(column))];
    }),
  );

/** @param column an array of words, in which nothing has to be escaped */
const storedWords = (column: string): WrittenColumn => ({
  list: (part) => {
    const [before, after] = piecesOf(part.item)!.around as [string, string];
    const words = `nullif(array_to_string(${column}, ${literal(after + part.item.separator + before)}), '')`;
    return joined([literal(part.open + before), words, literal(after + part.close)]);
  },
});

/** Texts of other rows. @param aggregate makes of SQL for the text of one, and the separator, that of all */
export const aggregatedTexts = (
  column: string,
  aggregate: (text: string, separator: string) => string,
): WrittenColumn => ({
  list: (part, item) => {
    const one = item(() => column);
    return around(part, aggregate(one, literal(part.item.separator)));
  },
});

/**
 * The text of a `jsonb` array.
 * @param column its objects have the properties that are written, in this order, and no others, all of them texts
 */
export const storedObjects = (column: string): WrittenColumn => ({
  list: (part, item) => {
    const parsed = `(
      select string_agg(${item((property) => `value ->> ${literal(property)}`)}, ${literal(part.item.separator)} order by place)
      from jsonb_array_elements(${column}::jsonb) with ordinality as each (value, place))`;
    const rewritten = rewrittenObjects(column, part);
    if (rewritten === null) return around(part, parsed);
    return `case when ${column} = '[]' then null
      when strpos(${column}, '\\') > 0 then ${around(part, parsed)} else ${rewritten} end`;
  },
});

/** Without parsing it: in a text without backslashes, quotation marks stand around its names and values only. */
function rewrittenObjects(column: string, { item, open, close }: ListPart): string | null {
  const pieced = piecesOf(item);
  if (pieced === null) return null;
  const { around, isJson } = pieced;
  const [first, ...others] = pieced.names;
  const [start, ...between] = around as [string, ...string[]];
  const end = between.pop();
  if (first === undefined || end === undefined) return null;
  const replacements = [
    [`[{"${first}": "`, open + start],
    [`"}, {"${first}": "`, end + item.separator + start],
    ...others.map((name, index) => [`", "${name}": "`, between[index]!]),
  ] as const;
  const replaced = (text: string) =>
    replacements.reduce(
      (all, [from, to]) => `replace(${all}, ${literal(from!)}, ${literal(to!)})`,
      text,
    );
  if (isJson && end + close === STORED_END) return replaced(column);
  // no text holds this character without a backslash
  const marked = `${isJson ? column : escaped(column, MARKUP)} || chr(1)`;
  return `replace(${replaced(marked)}, ${literal(STORED_END)} || chr(1), ${literal(end + close)})`;
}

/** What surrounds the texts of an item that has nothing else. */
function piecesOf({ parts }: TextForm) {
  const names: string[] = [];
  const around = [''];
  let isJson = false;
  for (const part of parts) {
    if (typeof part === 'string') around[around.length - 1] += part;
    else if ('item' in part || !TEXTS.includes(part.notation)) return null;
    else {
      isJson = part.notation === 'json';
      const mark = isJson ? '"' : '';
      names.push(part.property);
      around[around.length - 1] += part.before + mark;
      around.push(mark + part.after);
    }
  }
  return { names, around, isJson };
}

const STORED_END = '"}]';
const TEXTS: readonly Notation[] = ['json', 'xml', 'attribute'];
