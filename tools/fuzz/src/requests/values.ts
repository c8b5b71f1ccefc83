import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';
import type { Random } from '../random.js';
import { HARD_TEXTS, type HardTexts } from './hard-texts.js';

export const DOMAIN = 'example.org';

/** Few, so that requests meet each other. */
export const NAMES = {
  users: ['ola', 'ann', 'bob', 'cy'],
  groups: ['Crew', 'Night shift'],
  rooms: ['lobby', 'attic'],
  keys: ['site', 'site.banner', 'site.banner.text', 'audit', 'plugin.restapi'],
} as const;

/** Characters on which names, JIDs, XML, JSON and PostgreSQL disagree. */
const ODD = [
  ...['\0', '\u0001', '\t', '\n', '\r', ' ', '\u007f', '\u0085', '\u00a0', '\u00ad', '\u00df'],
  ...['\u0130', '\u0345', '\u03c2', '\u05bd', '\u05d0', '\u0627', '\u07bc', '\u1d51', '\u1e9b'],
  ...['\u200b', '\u200d', '\u2028', '\u202e', '\u3002', '\ufeff', '\uff21', '\ufffd', '\ufffe'],
  ...['\ud800', '\udc00', '\u{10000}', '\u{1f600}', '\u{e0001}', '\u{10ffff}'],
  ...['"', "'", '&', '<', '>', '/', ':', '@', '\\', '%', ';', ',', '+', '?', '#', '.', '*', '_'],
];

/** What fields and parameters of this name are for; others take any text. */
export const MEANT: Readonly<Record<string, readonly string[]>> = {
  username: NAMES.users,
  password: ['p1-secret'],
  groupName: NAMES.groups,
  groupname: NAMES.groups,
  roomName: NAMES.rooms,
  serviceName: ['conference'],
  servicename: ['conference'],
  name: [...NAMES.users, ...NAMES.groups],
  key: NAMES.keys,
  jid: NAMES.users.map((name) => `${name}@${DOMAIN}`),
  type: ['all', 'public', 'user.*', 'room.created'],
  // loopback: nothing is sent to anybody
  url: ['https://127.0.0.1/hook', 'https://[::1]:8443/hook?x=1'],
  status: ['active', 'disabled', 'pending', 'failed'],
  // of webhooks and jobs, which count from 1
  id: ['1', '2', '3'],
  after: ['0', '1', '5'],
  broadcastPresenceRole: ['moderator', 'participant', 'visitor'],
  allowPM: ['anyone', 'none'],
  ...Object.fromEntries(
    ['owner', 'admin', 'member', 'outcast'].flatMap((one) => [
      [one, NAMES.users],
      [`${one}Group`, NAMES.groups],
    ]),
  ),
};

/** How far a request goes from what is meant: mostly one thing is wrong, or nothing is. */
export type Manner = 'tame' | 'wild' | HardTexts;

const isHard = (manner: Manner): manner is HardTexts => manner !== 'tame' && manner !== 'wild';

/** @param field the name of the field or parameter */
export function textFor(field: string, manner: Manner, random: Random): string {
  if (isHard(manner) && random.oneIn(2)) return HARD_TEXTS[manner](random);
  const meant = MEANT[field];
  if (manner !== 'wild' && !random.oneIn(30))
    return meant ? random.pick(meant) : `${random.pick(NAMES.users)} ${random.below(9)}`;
  return random.oneIn(2) ? anyName(random) : anyText(random);
}

export function anyName(random: Random): string {
  const kind = random.below(10);
  if (kind < 6) return random.pick(Object.values(NAMES).flat());
  if (kind < 8) return `${random.pick(NAMES.users)}@${random.pick([DOMAIN, 'other.example', ''])}`;
  return anyText(random);
}

export function anyText(random: Random): string {
  const kind = random.below(12);
  if (kind === 0) return '';
  if (kind === 1) return random.pick([' ', 'null', 'true', 'NaN', '__proto__', '-1', '1e999']);
  if (kind === 2) return 'x'.repeat(random.pick([63, 64, 255, 256, 1023, 1024, 4000, 70_000]));
  if (kind === 3) return `${random.pick(NAMES.users)}@${DOMAIN}/${random.pick(ODD)}`;
  const piece = () => (random.oneIn(3) ? random.pick(ODD) : random.pick(['a', 'B', '7', '-']));
  return random.list(12, piece).join('');
}

const INTEGERS = [0, 1, -1, 2, 3, 30, 2 ** 31 - 1, 2 ** 31, -(2 ** 31), 2 ** 53, 1.5, 1e300];

/**
 * A value that a schema describes, for the most part: what it should be, or something near that.
 * @param field the name of what it is for
 */
export function anyValue(
  schema: DocumentSchema,
  field: string,
  manner: Manner,
  random: Random,
): unknown {
  const wild = manner === 'wild' || random.oneIn(30);
  if (wild && random.oneIn(20)) return random.pick([null, true, 0, '', [], {}, [[]], { '': [] }]);
  const { type } = schema;
  if (Array.isArray(type)) {
    return random.oneIn(6) ? null : anyValue({ ...schema, type: type[0] }, field, manner, random);
  }
  switch (type) {
    case 'object':
      return anyObject(schema.properties ?? {}, manner, random);
    case 'array': {
      const items = schema.items ?? { type: 'string' };
      return random.list(4, () => anyValue(items, items.xml?.name ?? field, manner, random));
    }
    case 'integer':
      return wild ? random.pick(INTEGERS) : random.below(4);
    case 'boolean':
      return wild ? random.pick(['TRUE', 'yes', 1, '']) : random.oneIn(2);
    case 'string':
      if (schema.format === 'date-time' && !wild) return '2026-01-02T03:04:05.678Z';
      return textFor(field, manner, random);
  }
}

function anyObject(
  properties: Readonly<Record<string, DocumentSchema>>,
  manner: Manner,
  random: Random,
): Record<string, unknown> {
  // now all members, now few: rooms have more than twenty, which are seldom all right together
  const kept = random.pick([1, 1, 2, 8]);
  const members = Object.entries(properties)
    .filter((_member, index) => index === 0 || random.below(kept) === 0)
    .map(([name, schema]) => [name, anyValue(schema, name, manner, random)] as const);
  const strange = random.oneIn(30) ? [[anyText(random), anyText(random)] as const] : [];
  return Object.fromEntries(
    random.oneIn(8) ? [...strange, ...members].reverse() : [...members, ...strange],
  );
}
