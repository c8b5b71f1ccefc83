import { JsonList } from '@chat-admin/domain/shared/json-list';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { jsonListText } from './json-list-text.js';
import type { JsonWrite } from './parts.js';

type Row = Readonly<Record<string, unknown>>;

export function jsonObjectWriter(fields: readonly BoundField[]): JsonWrite {
  const members: JsonWrite[] = [];
  for (const { property, wire, field } of fields) {
    if (field.kind === 'list') members.push(listWriter(property, wire, field));
    else if (field.written) members.push(jsonMemberWriter(property, wire, field));
  }
  return (value, epochDates) => {
    let content = '';
    for (const write of members) {
      const member = write(value, epochDates);
      if (member !== '') content += content === '' ? member : `,${member}`;
    }
    return `{${content}}`;
  };
}

export function jsonItemWriter(item: Item): JsonWrite {
  if (item.kind === 'doc') return item.parts.json;
  const { scalar } = item;
  return (value, epochDates) => scalar.toJson(value, epochDates);
}

export function jsonMemberWriter(
  property: string,
  wire: string,
  field: ScalarField<unknown>,
): JsonWrite {
  const { scalar } = field;
  const name = `${JSON.stringify(wire)}:`;
  const absent = field.present ? `${name}""` : '';
  return (row, epochDates) => {
    const value = (row as Row)[property];
    return value == null ? absent : name + scalar.toJson(value, epochDates);
  };
}

function listWriter(property: string, wire: string, field: ListField<Item>): JsonWrite {
  const write = jsonItemWriter(field.item);
  const name = `${JSON.stringify(wire)}:`;
  const rewrite = jsonListText(field.item);
  return (row, epochDates) => {
    const items = (row as Row)[property] as Iterable<unknown> | null | undefined;
    const rewritten = items instanceof JsonList ? rewrite(items.text) : null;
    if (rewritten !== null) return name + rewritten;
    let content = '';
    for (const item of items ?? []) {
      content += content === '' ? write(item, epochDates) : `,${write(item, epochDates)}`;
    }
    return `${name}[${content}]`;
  };
}
