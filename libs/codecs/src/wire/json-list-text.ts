import type { Item } from './fields.js';
import type { JsonNames } from './json-names.js';
import { textScalar } from './scalars.js';

/** Texts that need neither escapes in JSON nor references in XML. */
const PLAIN = '[^"\\\\&<>\\u0000-\\u001f\\ufffe\\uffff\\ud800-\\udfff]*';

/** The engine keeps a position for every character that it might come back to. */
const MAX_LENGTH = 16 * 1024;

/** Rewrites the text of a stored array without parsing it; `null` if it has to be parsed. */
export type ListTextWriter = (text: string) => string | null;

const never: ListTextWriter = () => null;

/** The members of a JSON list, with its brackets. */
export function jsonListText(item: Item, form: JsonNames = 'new'): ListTextWriter {
  const names = textNames(item);
  if (names === null || item.kind !== 'doc') return never;
  const isAttribute = Object.values(item.fields).some(
    (field) => field.kind === 'scalar' && field.attribute,
  );
  // older clients need other members
  if (isAttribute && form !== 'new') return never;
  const [first = '', ...others] = names;
  const write = rewriter(names, {
    open: `{"${first}":"`,
    between: others.map((name) => `","${name}":"`),
    close: '"}',
    separator: ',',
  });
  return (text) => {
    const items = write(text);
    return items === null ? null : `[${items}]`;
  };
}

/** The elements of a list; its items must have attributes only. */
export function xmlListText(element: string, item: Item): ListTextWriter {
  const names = textNames(item, true);
  if (names === null) return never;
  const [first = '', ...others] = names;
  return rewriter(names, {
    open: `<${element} ${first}="`,
    between: others.map((name) => `" ${name}="`),
    close: '"/>',
    separator: '',
  });
}

/** The names of an item that has only texts, in the order of `jsonb`; `null` for any other item. */
function textNames(item: Item, attributes = false): readonly string[] | null {
  if (item.kind !== 'doc') return null;
  const names: string[] = [];
  for (const [property, field] of Object.entries(item.fields)) {
    if (field.kind !== 'scalar' || !field.written) return null;
    if (field.scalar.toText !== textScalar.toText) return null;
    if (field.wireName !== null || (attributes && !field.attribute)) return null;
    // shorter names first
    if (property.length <= (names.at(-1)?.length ?? 0)) return null;
    names.push(property);
  }
  return names.length === 0 ? null : names;
}

/** What surrounds the values of an item. */
interface Frame {
  readonly open: string;
  readonly between: readonly string[];
  readonly close: string;
  readonly separator: string;
}

/** Quotes only occur between the values once the whole text has been checked, so each piece is what it looks like. */
function rewriter(names: readonly string[], to: Frame): ListTextWriter {
  const [first = '', ...others] = names;
  const open = `{"${first}": "`;
  const between = others.map((name) => `", "${name}": "`);
  const one = `\\${[open, ...between].join(PLAIN)}${PLAIN}"\\}`;
  const plain = new RegExp(`^\\[${one}(, ${one})*\\]$`);
  const separator = `"}, ${open}`;
  return (text) => {
    if (text === '[]') return '';
    if (text.length > MAX_LENGTH || !plain.test(text)) return null;
    let items = text.slice(open.length + 1, -'"}]'.length);
    items = items.replaceAll(separator, to.close + to.separator + to.open);
    between.forEach((piece, index) => {
      items = items.replaceAll(piece, to.between[index]!);
    });
    return to.open + items + to.close;
  };
}
