import type {
  ListPart,
  Notation,
  TextForm,
  TextPart,
} from '@chat-admin/domain/shared/written-list';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { dateScalar, integerScalar, textScalar } from './scalars.js';
import type { Scalar } from './scalars.js';

type Kind = 'text' | 'date' | 'plain';

/** The entries of a list in JSON with the names `new`, as `jsonItemWriter` writes them; `null` if somebody else cannot. */
export function jsonForm(item: Item, epochDates: boolean): TextForm | null {
  const notations = { text: 'json', date: epochDates ? 'epoch' : 'iso', plain: 'plain' } as const;
  const quote = epochDates ? '' : '"';
  const of = (one: Item): TextForm | null => {
    const parts = one.kind === 'doc' ? members(one.parts.members) : value('', '', one);
    return parts && { parts, separator: ',' };
  };
  const value = (
    property: string,
    name: string,
    field: ScalarField<unknown>,
  ): readonly TextPart[] | null => {
    const kind = kindOf(field.scalar);
    const mark = kind === 'date' ? quote : '';
    const absent = field.present ? `${name}""` : '';
    return kind && gap(property, notations[kind], [name + mark, mark, absent]);
  };
  const members = (fields: readonly BoundField[]): readonly TextPart[] | null => {
    const [first, ...others] = fields.filter(isWritten);
    if (first === undefined || !isCertain(first)) return null;
    const member = (
      { property, wire, field }: BoundField,
      comma: string,
    ): readonly TextPart[] | null => {
      const name = `${comma}${JSON.stringify(wire)}:`;
      if (field.kind === 'scalar') return value(property, name, field);
      return listPart(property, field, of(field.item), [`${name}[`, ']', `${name}[]`]);
    };
    const all = [member(first, ''), ...others.map((one) => member(one, ','))];
    return all.includes(null) ? null : ['{', ...(all as TextPart[][]).flat(), '}'];
  };
  return of(item);
}

/** The same in XML, as `xmlItemWriter` writes them. */
export function xmlForm(name: string, item: Item): TextForm | null {
  const parts = item.kind === 'doc' ? element(name, item.parts.children) : child('', name, item);
  return parts && { parts, separator: '' };
}

const XML_NOTATIONS = { text: 'xml', date: 'iso', plain: 'plain' } as const;

function element(name: string, fields: readonly BoundField[]): readonly TextPart[] | null {
  const written = fields.filter(isWritten);
  const attributes = written.filter(isAttribute).map(attribute);
  const inside = written.filter((one) => !isAttribute(one));
  // otherwise it depends on the values whether there are any
  if (inside.length > 0 && !inside.some(isCertain)) return null;
  const children = inside.map(({ property, wire, field }) => {
    if (field.kind === 'scalar') return child(property, wire, field);
    const frame = [`<${wire}>`, `</${wire}>`, `<${wire}/>`] as const;
    return listPart(property, field, xmlForm(field.itemName, field.item), frame);
  });
  const all = [...attributes, ...children];
  if (all.includes(null)) return null;
  const [opened, closed] = inside.length === 0 ? ['', '/>'] : ['>', `</${name}>`];
  const parts = [...attributes, [opened], ...children] as TextPart[][];
  return [`<${name}`, ...parts.flat(), closed];
}

function attribute({ property, wire, field }: BoundField): readonly TextPart[] | null {
  const { scalar, present } = field as ScalarField<unknown>;
  const kind = kindOf(scalar);
  const notation = kind === 'text' ? 'attribute' : kind && XML_NOTATIONS[kind];
  const open = ` ${wire}="`;
  return notation && gap(property, notation, [open, '"', present ? `${open}"` : '']);
}

function child(
  property: string,
  wire: string,
  { scalar, present }: ScalarField<unknown>,
): readonly TextPart[] | null {
  const kind = kindOf(scalar);
  const [open, close] = [`<${wire}>`, `</${wire}>`];
  return kind && gap(property, XML_NOTATIONS[kind], [open, close, present ? open + close : '']);
}

const gap = (
  property: string,
  notation: Notation,
  [before, after, absent]: readonly [string, string, string],
): readonly TextPart[] => [{ property, notation, before, after, absent }];

function listPart(
  property: string,
  { optional }: ListField<Item>,
  item: TextForm | null,
  [open, close, empty]: readonly [string, string, string],
): readonly ListPart[] | null {
  return item === null || optional ? null : [{ property, item, open, close, empty }];
}

const isWritten = ({ field }: BoundField) => field.kind === 'list' || field.written;
const isAttribute = ({ field }: BoundField) => field.kind === 'scalar' && field.attribute;
const isCertain = ({ field }: BoundField) => field.kind === 'list' || field.always || field.present;

/** `null` of a scalar with a notation of its own. */
function kindOf({ toText, toJson }: Scalar<unknown>): Kind | null {
  const isAs = (other: Pick<Scalar<never>, 'toText' | 'toJson'>) =>
    toText === other.toText && toJson === other.toJson;
  if (isAs(textScalar)) return 'text';
  if (isAs(dateScalar)) return 'date';
  return isAs(integerScalar) ? 'plain' : null;
}
