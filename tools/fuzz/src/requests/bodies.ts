import { gzipSync } from 'node:zlib';
import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';
import type { Random } from '../random.js';
import type { SentBody } from './grammar.js';
import { HARD_TEXTS, type HardTexts } from './hard-texts.js';
import { anyText, anyValue } from './values.js';

export interface Body {
  readonly type: string | null;
  readonly coding: string | null;
  readonly bytes: Buffer;
}

const PROLOGS = [
  '',
  '',
  '<?xml version="1.0" encoding="UTF-8"?>',
  '\ufeff',
  '<!DOCTYPE x [<!ENTITY e "e">]>',
];
const OTHER_TYPES = [null, '', 'text/plain', 'application/xml', 'application/json'];
const TYPES = {
  xml: ['application/xml', 'text/xml; charset=utf-8'],
  json: ['application/json', 'application/json; charset=x'],
  patch: ['application/merge-patch+json', 'application/merge-patch+json; charset=x'],
};

/** A document of the schema in one of both forms, a patch of it, or something near that. */
export function anyBody(
  { schema, isPatch }: SentBody,
  random: Random,
  hard: HardTexts | null = null,
): Body {
  const form = isPatch ? 'patch' : schema === 'any' ? 'xml' : random.pick(['xml', 'json'] as const);
  const text = schema === 'any' ? vcard(random, hard) : documentText(schema, form, hard, random);
  const bytes = Buffer.from(random.oneIn(25) ? broken(text, random) : text);
  const type = random.oneIn(20) ? random.pick(OTHER_TYPES) : random.pick(TYPES[form]);
  const isLarge = bytes.length > 100_000;
  if (!isLarge && !random.oneIn(12)) return { type, coding: null, bytes };
  const zipped = gzipSync(bytes);
  return {
    type,
    coding: isLarge ? 'gzip' : random.pick(['gzip', 'gzip', 'x-gzip', 'br', 'identity']),
    bytes: !isLarge && random.oneIn(3) ? zipped.subarray(0, -5) : zipped,
  };
}

function documentText(
  schema: DocumentSchema,
  form: keyof typeof TYPES,
  hard: HardTexts | null,
  random: Random,
): string {
  const manner = hard ?? random.pick(['tame', 'tame', 'wild'] as const);
  const value = renamed(anyValue(schema, schema.xml?.name ?? '', manner, random), schema, random);
  return form === 'xml' ? xmlText(value, schema, random) : jsonText(value, schema, random);
}

const OLDER_NAMES = /Also read as (.*)/;

/** Now and then members have older names, which the description says in words, or one has a name that is not known. */
function renamed(value: unknown, schema: DocumentSchema, random: Random): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const members = Object.entries(value).map(([name, member]) => {
    const words = OLDER_NAMES.exec(schema.properties?.[name]?.description ?? '')?.[1];
    if (words === undefined || !random.oneIn(6)) return [name, member];
    return [random.pick(words.replaceAll('`', '').split(', ')), member];
  });
  const unknown = random.oneIn(10) ? [[anyText(random), { [anyText(random)]: 1 }]] : [];
  return Object.fromEntries(random.oneIn(20) ? unknown : [...unknown, ...members]) as unknown;
}

/** The one document that is not described: any XML of its namespace. */
function vcard(random: Random, hard: HardTexts | null): string {
  const text = () => (hard === null ? anyText(random) : HARD_TEXTS[hard](random));
  const children = random.list(4, () => {
    const name = random.pick(['FN', 'N', 'PHOTO', 'EMAIL', 'x']);
    return `<${name}>${content(text(), random)}</${name}>`;
  });
  const namespace = random.oneIn(8) ? 'urn:x' : 'vcard-temp';
  return `<vCard xmlns="${namespace}">${children.join('')}</vCard>`;
}

/** They keep their digits where they stand for a text. */
const NUMBERS = ['12345678901234567890', '1.50', '1e3', '-0', '-1e400', '0.1', '7', '01', '1.'];

function jsonText(value: unknown, schema: DocumentSchema, random: Random): string {
  const wrapped = random.oneIn(12) ? { [schema.xml?.name ?? 'x']: value } : value;
  const text = JSON.stringify(wrapped) ?? '';
  if (!random.oneIn(20)) return text;
  return random.pick([
    `[${text}]`,
    `${text}${text}`,
    text.replace('{', '{"name":1,'),
    text.replaceAll(/"[^"\\]*"(?=[,}\]])/g, () => random.pick(NUMBERS)),
    `${'['.repeat(200)}${']'.repeat(200)}`,
  ]);
}

/** Elements and attributes as the schema says; what does not fit it is written all the same. */
function xmlText(value: unknown, schema: DocumentSchema, random: Random): string {
  const prolog = random.pick(PROLOGS.slice(0, random.oneIn(8) ? PROLOGS.length : 3));
  return prolog + element(schema.xml?.name ?? 'x', value, schema, random);
}

function element(
  name: string,
  value: unknown,
  schema: DocumentSchema | undefined,
  random: Random,
): string {
  const tag = random.oneIn(60) ? random.pick(['x', 'p:x', '1', '__proto__', '']) : nameOf(name);
  if (typeof value !== 'object' || value === null)
    return `<${tag}>${content(String(value), random)}</${tag}>`;
  if (Array.isArray(value) && random.oneIn(60))
    return `<${tag}>${content(anyText(random), random)}</${tag}>`;
  const members = Array.isArray(value)
    ? value.map((item) => [schema?.items?.xml?.name ?? name, item, schema?.items] as const)
    : Object.entries(value).map(
        ([key, member]) => [key, member, schema?.properties?.[key]] as const,
      );
  const isAttribute = (member: DocumentSchema | undefined) =>
    Boolean(member?.xml?.attribute) !== random.oneIn(50);
  let attributes = '';
  let children = '';
  for (const [key, member, described] of members) {
    if (isAttribute(described)) attributes += ` ${nameOf(key)}="${escaped(String(member))}"`;
    else if (isBare(described) && Array.isArray(member))
      children += items(key, member, described, random);
    else children += element(key, member, described, random);
  }
  return `<${tag}${attributes}>${children}</${tag}>`;
}

/** Items of a list document stand in its root, those of other lists in an element of their own. */
const isBare = (schema: DocumentSchema | undefined) =>
  schema?.type === 'array' && !schema.xml?.wrapped;

function items(
  name: string,
  list: unknown[],
  schema: DocumentSchema | undefined,
  random: Random,
): string {
  const itemName = schema?.items?.xml?.name ?? name;
  return list.map((item) => element(itemName, item, schema?.items, random)).join('');
}

/** An element or attribute may have any text as name in a value, and few in XML. */
const nameOf = (name: string): string => (/^[A-Za-z_][\w.-]*$/.test(name) ? name : 'odd');

function content(text: string, random: Random): string {
  if (random.oneIn(20))
    return random.pick(['<![CDATA[', '<!-- x -->', '<?p?>', '&e;', '&#0;', '<b/>']) + escaped(text);
  return escaped(text);
}

/** Characters that XML cannot hold are left as they are, now and then as references. */
function escaped(text: string): string {
  return text.replaceAll(/[<>&"]|[^\t -~]/gu, (one) =>
    one < '\u0010' ? one : `&#${one.codePointAt(0)};`,
  );
}

/** Cut off, with a piece twice, or with something in it that does not belong there. */
function broken(text: string, random: Random): string {
  const at = random.below(text.length + 1);
  const piece = text.slice(at, at + random.below(20));
  return (
    text.slice(0, at) +
    random.pick(['', piece + piece, anyText(random)]) +
    (random.oneIn(2) ? text.slice(at) : '')
  );
}
