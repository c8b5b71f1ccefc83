import type { Fields, ListField, Nested } from './fields.js';
import { nextTurn } from './next-turn.js';
import type { WireFormat } from './read-body.js';
import { doc } from './schema.js';
import type { Doc, ShownFields, WriteOptions } from './schema.js';
import { XML_DECLARATION } from './write-xml.js';

/** characters */
const PIECE = 32_768;

export interface DocOfLists<F extends Fields> extends Doc<F> {
  /** The same document, in pieces with turns of the event loop between them. */
  stream(
    format: WireFormat,
    value: ShownFields<F>,
    options?: WriteOptions,
  ): AsyncGenerator<string, void, undefined>;
}

/** Declares a document that consists of lists, which may be long. */
export function docOfLists<const F extends Readonly<Record<string, ListField<Nested<Fields>>>>>(
  root: string,
  lists: F,
): DocOfLists<F> {
  const fields = Object.entries<ListField<Nested<Fields>>>(lists);
  const itemsOf = (value: object, property: string) =>
    ((value as Readonly<Record<string, readonly unknown[] | null>>)[property] ?? []).values();
  const xmlWriters = fields.map(
    ([property, { itemName, item }]) => [property, item.parts.xmlElement(itemName)] as const,
  );

  function* xml(value: object): Generator<string> {
    yield `${XML_DECLARATION}<${root}>`;
    for (const [property, write] of xmlWriters) {
      let open = `<${property}>`;
      for (const item of itemsOf(value, property)) {
        yield open + write(item);
        open = '';
      }
      yield open === '' ? `</${property}>` : `<${property}/>`;
    }
    yield `</${root}>`;
  }

  function* json(value: object, { dates, names = 'new' }: WriteOptions): Generator<string> {
    let before = '{';
    for (const [property, { item }] of fields) {
      yield `${before}"${property}":[`;
      let separator = '';
      for (const one of itemsOf(value, property)) {
        yield separator + item.parts.json[names](one, dates === 'epoch');
        separator = ',';
      }
      yield ']';
      before = ',';
    }
    yield '}';
  }

  return {
    ...doc(root, lists),
    stream: (format, value, options = {}) =>
      inPieces(format === 'xml' ? xml(value) : json(value, options)),
  };
}

async function* inPieces(texts: Iterable<string>): AsyncGenerator<string, void, undefined> {
  let piece = '';
  for (const text of texts) {
    piece += text;
    if (piece.length < PIECE) continue;
    yield piece;
    piece = '';
    await nextTurn();
  }
  yield piece;
}
