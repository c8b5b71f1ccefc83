import { JsonList } from '@chat-admin/domain/shared/json-list';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { jsonListText } from './json-list-text.js';
import type { JsonNames } from './json-names.js';
import type { JsonWrite } from './parts.js';
import { jsonString } from './scalars.js';

type Row = Readonly<Record<string, unknown>>;

export function jsonObjectWriter(fields: readonly BoundField[], names: JsonNames): JsonWrite {
  const members: JsonWrite[] = [];
  const attributes: JsonWrite[] = [];
  for (const { property, wire, field } of fields) {
    if (field.kind === 'list') {
      members.push(listWriter(property, wire, field, names));
      continue;
    }
    if (!field.written) continue;
    const add = (to: JsonWrite[], name: string) =>
      to.push(jsonMemberWriter(property, name, field, names));
    if (!field.attribute || names !== 'old') add(members, wire);
    if (field.attribute && names !== 'new') add(attributes, `@${wire}`);
    if (field.formerName !== null && names !== 'new') add(members, field.formerName);
  }
  members.push(...attributes);
  return (value, epochDates) => {
    let content = '';
    for (const write of members) {
      const member = write(value, epochDates);
      if (member !== '') content += content === '' ? member : `,${member}`;
    }
    return `{${content}}`;
  };
}

export function jsonItemWriter(item: Item, names: JsonNames): JsonWrite {
  return item.kind === 'doc' ? item.parts.json[names] : scalarWriter(item, names);
}

function scalarWriter({ scalar, formerlyText }: ScalarField<unknown>, names: JsonNames): JsonWrite {
  if (formerlyText && names === 'old') return (value) => jsonString(scalar.toText(value));
  return (value, epochDates) => scalar.toJson(value, epochDates);
}

export function jsonMemberWriter(
  property: string,
  wire: string,
  field: ScalarField<unknown>,
  names: JsonNames,
): JsonWrite {
  const write = scalarWriter(field, names);
  const name = `${JSON.stringify(wire)}:`;
  const absent = field.present ? `${name}""` : '';
  return (row, epochDates) => {
    const value = (row as Row)[property];
    return value == null ? absent : name + write(value, epochDates);
  };
}

function listWriter(
  property: string,
  wire: string,
  field: ListField<Item>,
  names: JsonNames,
): JsonWrite {
  const write = jsonItemWriter(field.item, names);
  const isWrapped = field.formerlyWrapped && names === 'old';
  const name = `${JSON.stringify(wire)}:`;
  const rewrite = jsonListText(field.item, names);
  return (row, epochDates) => {
    const items = (row as Row)[property] as Iterable<unknown> | null | undefined;
    if (field.optional && items == null) return '';
    if (isWrapped) {
      const all = Array.from(items ?? [], (item) => write(item, epochDates));
      const list = all.length === 1 ? all[0]! : `[${all.join()}]`;
      return `${name}{"${field.itemName}":${list}}`;
    }
    const rewritten = items instanceof JsonList ? rewrite(items.text) : null;
    if (rewritten !== null) return name + rewritten;
    let content = '';
    for (const item of items ?? []) {
      content += content === '' ? write(item, epochDates) : `,${write(item, epochDates)}`;
    }
    return `${name}[${content}]`;
  };
}
