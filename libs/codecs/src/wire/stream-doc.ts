import { bind } from './fields.js';
import type { Field, Nested } from './fields.js';
import type { WireFormat } from './read-body.js';
import { jsonItemWriter, jsonMemberWriter } from './write-json.js';
import type { JsonWrite } from './parts.js';
import { XML_DECLARATION, xmlChildWriter, xmlItemWriter } from './write-xml.js';

/** Some items of one list of a document. */
export interface ListBatch {
  /** property */
  readonly list: string;
  readonly items: readonly unknown[];
}

interface Section {
  readonly property: string;
  /** of a scalar; `null` of a list */
  readonly whole: ((value: object) => string) | null;
  readonly open: string;
  readonly close: string;
  readonly empty: string;
  readonly separator: string;
  readonly item: (value: unknown) => string;
}

/**
 * Writes a document without attributes whose lists are read while they are written: its scalars,
 * and at most a batch at a time. The first text comes before the first batch. JSON has the names
 * `new`.
 * @param value holds the scalars
 * @param batches in the order of the lists; ended in any case
 */
export async function* streamDoc(
  { root, fields }: Nested,
  format: WireFormat,
  value: object,
  batches: AsyncIterable<ListBatch>,
): AsyncGenerator<string, void, undefined> {
  const isXml = format === 'xml';
  const source = batches[Symbol.asyncIterator]();
  try {
    const sections = bind(fields).map(isXml ? xmlSection : jsonSection);
    let text = isXml ? `${XML_DECLARATION}<${root}>` : '{';
    let batch: IteratorResult<ListBatch> | null = null;
    let isFirst = true;
    for (const { property, whole, open, close, empty, separator, item } of sections) {
      const written = whole?.(value);
      if (written === '') continue;
      if (!isXml && !isFirst) text += ',';
      isFirst = false;
      if (written !== undefined) {
        text += written;
        continue;
      }
      if (batch === null) {
        yield text;
        text = '';
        batch = await source.next();
      }
      let hasItems = false;
      while (!batch.done && batch.value.list === property) {
        for (const one of batch.value.items) {
          text += (hasItems ? separator : open) + item(one);
          hasItems = true;
        }
        yield text;
        text = '';
        batch = await source.next();
      }
      text += hasItems ? close : empty;
    }
    yield text + (isXml ? `</${root}>` : '}');
  } finally {
    await source.return?.();
  }
}

type Bound = { readonly property: string; readonly wire: string; readonly field: Field };

function jsonSection({ property, wire, field }: Bound): Section {
  const isList = field.kind === 'list';
  const open = `${JSON.stringify(wire)}:[`;
  const write: JsonWrite = isList ? jsonItemWriter(field.item, 'new') : () => '';
  const member: JsonWrite | null = isList ? null : jsonMemberWriter(property, wire, field, 'new');
  return {
    property,
    whole: member && ((value) => member(value, false)),
    open,
    close: ']',
    empty: `${open}]`,
    separator: ',',
    item: (value) => write(value, false),
  };
}

function xmlSection({ property, wire, field }: Bound): Section {
  const isList = field.kind === 'list';
  return {
    property,
    whole: isList ? null : xmlChildWriter(property, wire, field),
    open: `<${wire}>`,
    close: `</${wire}>`,
    empty: `<${wire}/>`,
    separator: '',
    item: isList ? xmlItemWriter(field.itemName, field.item) : () => '',
  };
}
