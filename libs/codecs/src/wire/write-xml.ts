import { JsonList } from '@chat-admin/domain/shared/json-list';
import { escapeAttribute, escapeText } from '../xml/escape.js';
import type { BoundField, Item, ListField, ScalarField } from './fields.js';
import { xmlListText } from './json-list-text.js';
import type { XmlWrite } from './parts.js';

type Row = Readonly<Record<string, unknown>>;

export const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';

/** Attributes first, then children, in the order of `fields`; `<name/>` without children. */
export function xmlElementWriter(name: string, fields: readonly BoundField[]): XmlWrite {
  const attributes: XmlWrite[] = [];
  const children: XmlWrite[] = [];
  for (const { property, wire, field } of fields) {
    if (field.kind === 'list') children.push(wrapperWriter(property, wire, field));
    else if (!field.written) continue;
    else if (field.attribute) attributes.push(attributeWriter(property, wire, field));
    else children.push(xmlChildWriter(property, wire, field));
  }
  const open = `<${name}`;
  const close = `</${name}>`;
  return (value) => {
    let head = open;
    for (const write of attributes) head += write(value);
    let content = '';
    for (const write of children) content += write(value);
    return content === '' ? `${head}/>` : `${head}>${content}${close}`;
  };
}

export function xmlItemWriter(name: string, item: Item): XmlWrite {
  if (item.kind === 'doc') return item.parts.xmlElement(name);
  const { scalar } = item;
  const open = `<${name}>`;
  const close = `</${name}>`;
  return (value) => open + escapeText(scalar.toText(value)) + close;
}

function attributeWriter(property: string, wire: string, field: ScalarField<unknown>): XmlWrite {
  const { scalar } = field;
  const open = ` ${wire}="`;
  const absent = field.present ? `${open}"` : '';
  return (row) => {
    const value = (row as Row)[property];
    return value == null ? absent : `${open}${escapeAttribute(scalar.toText(value))}"`;
  };
}

export function xmlChildWriter(
  property: string,
  wire: string,
  field: ScalarField<unknown>,
): XmlWrite {
  const { scalar } = field;
  const open = `<${wire}>`;
  const close = `</${wire}>`;
  const absent = field.present ? open + close : '';
  if (!scalar.escaped) {
    return (row) => {
      const value = (row as Row)[property];
      return value == null ? absent : open + scalar.toText(value) + close;
    };
  }
  return (row) => {
    const value = (row as Row)[property];
    return value == null ? absent : open + escapeText(scalar.toText(value)) + close;
  };
}

function wrapperWriter(property: string, wire: string, field: ListField<Item>): XmlWrite {
  const write = xmlItemWriter(field.itemName, field.item);
  const rewrite = xmlListText(field.itemName, field.item);
  const open = `<${wire}>`;
  const close = `</${wire}>`;
  const empty = `<${wire}/>`;
  return (row) => {
    const items = (row as Row)[property] as Iterable<unknown> | null | undefined;
    if (field.optional && items == null) return '';
    let content = items instanceof JsonList ? rewrite(items.text) : null;
    if (content === null) {
      content = '';
      for (const item of items ?? []) content += write(item);
    }
    return content === '' ? empty : open + content + close;
  };
}
