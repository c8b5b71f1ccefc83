import type { Random } from '../random.js';
import { type Body, anyBody } from './bodies.js';
import type { Operation, Query } from './grammar.js';
import type { HardTexts } from './hard-texts.js';
import { anyTable } from './tables.js';
import { anyText, MEANT, textFor } from './values.js';
import type { Manner } from './values.js';

/** A request as it goes out; the sender adds the id and where it goes. */
export interface FuzzRequest {
  readonly app: 'api' | 'userservice';
  readonly method: string;
  /** printable ASCII */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer | null;
}

/** What is longer the HTTP parser refuses, which is another matter. */
export const LONGEST_TARGET = 12_000;
const METHODS = ['GET', 'POST', 'PUT', 'DELETE', 'HEAD', 'OPTIONS', 'PATCH', 'PROPFIND'];
const ACCEPTS = [
  'application/xml',
  'application/json',
  '*/*',
  'text/html',
  'application/json;q=0.1, text/xml',
  ';q=',
  'application/problem+json',
];

/**
 * A request to one of the routes, as its declaration says or near that.
 * @param authorizations of those who may everything, the most usual first
 */
export function apiRequest(
  operations: readonly Operation[],
  authorizations: readonly string[],
  random: Random,
  hard: HardTexts | null = null,
): FuzzRequest {
  const operation = random.pick(operations);
  const job = operation.body?.isUpload && !random.oneIn(4) ? anyTable(random, hard) : null;
  const body =
    job?.body ?? (operation.body === null ? null : anyBody(operation.body, random, hard));
  const sent = random.oneIn(25) ? null : body;
  return {
    app: 'api',
    method: random.oneIn(40) ? random.pick(METHODS) : operation.method,
    target: targetOf(operation, { jobType: job?.type ?? null, hard }, random),
    headers: {
      ...credentials(authorizations, random),
      ...negotiation(random),
      ...describing(sent),
    },
    body: sent?.bytes ?? null,
  };
}

/** @param jobType the one that the body is for, if it is a table */
function targetOf(
  { pattern, queries }: Operation,
  { jobType, hard }: { readonly jobType: string | null; readonly hard: HardTexts | null },
  random: Random,
): string {
  const manner = (): Manner => hard ?? (random.oneIn(5) ? 'wild' : 'tame');
  const path = pattern.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    return encodedSegment(textFor(name, manner(), random), random);
  });
  const pairs = queries
    .filter(({ isRequired }) => random.oneIn(2) || (isRequired && !random.oneIn(30)))
    .map((query) => {
      const isType = query.name === 'type' && jobType !== null;
      return [query.name, isType ? jobType : valueFor(query, manner(), random)] as const;
    });
  const strange = random.oneIn(20) ? [[anyText(random), anyText(random)] as const] : [];
  const query = [...pairs, ...strange].map(([name, value]) => `${encoded(name)}=${encoded(value)}`);
  const tail = random.oneIn(60)
    ? random.pick(['/', '//', '/..', ';x=1', '/%2e%2e', '%', '%ff', '%00'])
    : '';
  const target = path + tail + (query.length > 0 ? `?${query.join('&')}` : '');
  return target.slice(0, LONGEST_TARGET);
}

function valueFor({ name, values, isList }: Query, manner: Manner, random: Random): string {
  if (values !== null && manner !== 'wild' && !random.oneIn(20)) {
    const one = () => random.pick(values);
    return isList ? [one(), ...random.list(3, one)].join(',') : one();
  }
  return MEANT[name] ? textFor(name, manner, random) : flag(random);
}

const flag = (random: Random): string =>
  random.oneIn(5) ? anyText(random) : random.pick(['true', 'false', '1']);

/** An empty segment would make another address. */
const encodedSegment = (text: string, random: Random): string =>
  encoded(text.slice(0, 300)) || random.pick(['%20', '%C3', 'x']);

/** Also what is no text: lone surrogates become three bytes that are no UTF-8. */
export function encoded(text: string): string {
  return [...text]
    .map((one) => (/[\ud800-\udfff]/u.test(one) ? '%ED%A0%80' : encodeURIComponent(one)))
    .join('');
}

function credentials(authorizations: readonly string[], random: Random): Record<string, string> {
  const few = random.oneIn(4) ? authorizations : authorizations.slice(0, 1);
  if (!random.oneIn(50)) return { authorization: random.pick(few) };
  return random.pick<Record<string, string>>([
    {},
    { authorization: 'wrong' },
    { authorization: 'Basic x' },
  ]);
}

function negotiation(random: Random): Record<string, string> {
  return {
    ...(random.oneIn(10)
      ? {}
      : { accept: random.pick(ACCEPTS.slice(0, random.oneIn(10) ? ACCEPTS.length : 2)) }),
    ...(random.oneIn(10)
      ? { 'accept-encoding': random.pick(['gzip', 'br', 'identity;q=0', '*']) }
      : {}),
  };
}

function describing(body: Body | null): Record<string, string> {
  return {
    ...(body?.type == null ? {} : { 'content-type': body.type }),
    ...(body?.coding == null ? {} : { 'content-encoding': body.coding }),
  };
}
