import { whoOf } from '../people/named';
import type { Named } from '../people/thing';
import { formatList, formatNumber, formatTime } from '../texts/formats';
import { sayIfKnown } from '../texts/texts';
import type { Say } from '../texts/texts';
import { decoded, namesOf, readDetails } from './audit-details';
import type { AuditDetails } from './audit-details';
import { listOf, memberOf, roomOf } from './named';
import type { Piece } from './named';
import { COMMANDS, JOBS, OPERATIONS, TYPES } from './operations';
import type { Sentence, SentenceName } from './operations';

/** An entry of the audit log, as far as it is told. */
export interface Act {
  readonly username: string;
  readonly summary: string;
  readonly details: string;
  /** older ones that belong to it */
  readonly others?: readonly unknown[];
}

interface Told {
  readonly sentence: Sentence;
  /** by the names of parameters */
  readonly names: Readonly<Record<string, string>>;
}

const ADDRESSES = Object.entries(OPERATIONS).map(([operation, sentence]) => {
  const [method = '', path = ''] = operation.split(' ');
  return { method, segments: path.split('/'), sentence };
});

/** What has been made has no path yet: the summary names it. */
const MADE =
  /^POST (?:user (?<username>.+)|group (?<groupName>.+)|chat service (?<serviceName>.+)|roster [^/]+\/(?<jid>.+)|property (?<key>.+)|key (?<keyName>.+)|job (?<job>\d+))$/;
/** Of a room the summary alone names the service. */
const ROOM = /^\S+ [a-z ]+? (?<room>[^/ ]+\/[^/ ]+)/;

/** What no path tells: lines of jobs, the user service, what happens by itself, the command line. */
const OTHERS: readonly (readonly [RegExp, (act: string) => Sentence | undefined])[] = [
  [/^JOB (?<act>\S+) (?<job>\d+)$/, (type) => own(JOBS, type)],
  [/^(?<act>END) lockout (?<username>\S+)$/, () => 'endLockout'],
  [/^(?<act>EXPIRE) audit .+$/, () => 'expireAudit'],
  [/^(?<act>SYNC) directory \S+$/, () => sync],
  [/^(?<act>(?:user|admin) \w+) (?<username>\S+)$/, (words) => own(COMMANDS, words)],
  [/^(?<act>group \w+) (?<groupName>.+)$/, (words) => own(COMMANDS, words)],
  [/^(?<act>property \w+) (?<key>\S+)$/, (words) => own(COMMANDS, words)],
  [/^(?<act>GET) history (?<room>.+)$/, () => 'readHistory'],
  [/^(?<act>\w+) user (?<username>\S+)$/, (type) => own(TYPES, type)],
];

const sync: Sentence = ({ dryRun }) => (dryRun === 'true' ? 'tryDirectory' : 'syncDirectory');

const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

/** Of two addresses that fit, that with fewer parameters. */
function operationOf(summary: string, object: string): Told | null {
  const [method] = summary.split(' ', 1);
  const [address = ''] = object.split('?', 1);
  const path = address.replace(/\/$/, '').split('/').map(decoded);
  let best: Told | null = null;
  for (const { method: its, segments, sentence } of ADDRESSES) {
    if (its !== method || segments.length !== path.length) continue;
    const names: Record<string, string> = {};
    const fits = segments.every((segment, at) => {
      const [, parameter] = /^\{(\w+)\}$/.exec(segment) ?? [];
      if (parameter === undefined) return segment === path[at];
      names[parameter === 'id' ? `${path[1]} id` : parameter] = path[at]!;
      return true;
    });
    const isBetter = best === null || size(names) < size(best.names);
    if (fits && isBetter) best = { sentence, names };
  }
  return best;
}

const size = (of: object): number => Object.keys(of).length;

function told({ summary }: Act, object: string): Told {
  const operation = operationOf(summary, object);
  if (operation !== null && operation.sentence !== 'other') {
    const { names } = operation;
    const room = object.includes('/chatrooms') ? ROOM.exec(summary)?.groups : {};
    const made = size(names) < 2 ? MADE.exec(summary)?.groups : {};
    return { ...operation, names: defined({ ...made, ...names, ...room }) };
  }
  for (const [expression, sentenceFor] of OTHERS) {
    const { act = '', ...names } = expression.exec(summary)?.groups ?? {};
    const sentence = sentenceFor(act);
    if (act !== '' && sentence !== undefined) return { sentence, names };
  }
  return { sentence: 'other', names: {} };
}

const defined = (of: Readonly<Record<string, string | undefined>>) =>
  Object.fromEntries(
    Object.entries(of).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])),
  );

/** An entry in the language of the page: who did what to whom. */
export function sentenceOf(say: Say, act: Act): readonly Piece[] {
  const details = readDetails(act.details);
  const { sentence, names } = told(act, details['object'] ?? '');
  const single = typeof sentence === 'string' ? sentence : sentence(details);
  const count = 1 + (act.others?.length ?? 0);
  const name = single === 'deleteMessage' && count > 1 ? 'deleteMessages' : single;
  const values = { ...valuesOf(say, act, details, names), number: [formatNumber(count)] };
  const [first, ...others] = moreOf(say, name, details);
  const whole = filled(say, name, values);
  if (first === undefined) return whole;
  return others.reduce<readonly Piece[]>(
    (all, one) => filled(say, 'and', { sentence: all, details: one }),
    filled(say, 'detailed', { sentence: whole, details: first }),
  );
}

/** Without links. */
export const textOf = (pieces: readonly Piece[]): string =>
  pieces.map((piece) => (typeof piece === 'string' ? piece : piece.name)).join('');

type Values = Readonly<Record<string, readonly Piece[] | undefined>>;

/** Marks the places of values in a text; no text has it. */
const MARK = '\u0000';
const MARKS = Object.fromEntries(
  [
    ...['who', 'act', 'user', 'users', 'to', 'until', 'groups', 'contact', 'person', 'people'],
    ...['group', 'service', 'room', 'rooms', 'nickname', 'resource', 'property', 'key', 'webhook'],
    ...['report', 'file', 'rule', 'hold', 'directory', 'run'],
    ...['job', 'objects', 'sentence', 'details', 'number'],
  ].map((name) => [name, `${MARK}${name}${MARK}`]),
);

/** A text with its values in place. */
const filled = (
  say: Say,
  name: SentenceName | 'detailed' | 'and' | 'added' | 'removed',
  values: Values,
): readonly Piece[] =>
  say(`sentences.${name}`, MARKS)
    .split(MARK)
    .flatMap((part, at) => (at % 2 === 0 ? [part] : (values[part] ?? [])))
    .filter((piece) => piece !== '');

function valuesOf(
  say: Say,
  { username, summary }: Act,
  details: AuditDetails,
  names: Readonly<Record<string, string | undefined>>,
): Values {
  const one = (kind: Named['kind'], name: string | undefined, id?: string) =>
    name === undefined ? null : [{ kind, name, ...(id !== undefined && { id }) }];
  const all = (kind: Named['kind'], text: string | undefined) =>
    listOf(say, text, (name) => ({ kind, name }));
  const { users, groups, rooms, added, removed, to, until, name } = details;
  const people = [say('sentences.people')];
  const isGroup = /\/group\/[^/]+$/.test(details['object'] ?? '');
  const room = names['room'] === undefined ? null : [roomOf(names['room'])];
  const listed = [all('person', users), all('group', groups), listOf(say, rooms, roomOf)];
  const {
    ['keys id']: key,
    ['webhooks id']: webhook = name,
    ['reports id']: report = name,
    ['files id']: file,
    ['retention id']: rule = name,
    ['holds id']: hold = name,
    ['jobs id']: job = names['job'],
  } = names;
  return {
    who: [whoOf(username, details['key'])],
    act: [summary],
    user: one('person', names['username']) ?? people,
    users: all('person', users) ?? people,
    to: one('groupName' in names ? 'group' : 'person', to && decoded(to)) ?? [],
    until: until === undefined ? [] : [timeOf(decoded(until))],
    groups: one('group', names['groupName']) ?? all('group', groups) ?? [say('sentences.groups')],
    contact: one('person', names['jid']) ?? people,
    person:
      one('person', names['jid']) ??
      one(isGroup ? 'group' : 'person', names['name']) ??
      listOf(say, added ?? removed, memberOf) ??
      people,
    group: one('group', names['groupName']) ?? [say('sentences.groups')],
    service: one('service', names['serviceName']) ?? [],
    room: room ?? one('text', names['roomName']) ?? [say('sentences.rooms')],
    rooms: listOf(say, rooms, roomOf) ?? [say('sentences.rooms')],
    nickname: one('text', names['nickname']) ?? people,
    resource: one('text', names['resource']) ?? [],
    property: one('property', names['key']) ?? [],
    key: one(key === undefined ? 'text' : 'key', name ?? names['keyName'] ?? key, key) ?? [],
    webhook: one('webhook', webhook, webhook) ?? [],
    report: one('text', report) ?? [],
    file: one('text', file) ?? [],
    rule: one('text', rule) ?? [],
    hold: one('text', hold) ?? [],
    directory: one('directory', names['name']) ?? [],
    run: one('run', names['directories id'], names['name']) ?? [],
    job:
      job === undefined ? [] : [{ kind: 'job', name: say('sentences.job', { id: job }), id: job }],
    objects: listed.find((list) => list !== null) ?? people,
  };
}

/** Whose lists of people are told behind the sentence. */
const WITH_PEOPLE = /^(change|replace)/;

/** What follows the sentence. */
function moreOf(say: Say, sentence: SentenceName, details: AuditDetails): readonly Piece[][] {
  const { reason, role, changed, added, removed, source, failed, rows } = details;
  const people = (name: 'added' | 'removed', text: string | undefined) => {
    const list = WITH_PEOPLE.test(sentence) ? listOf(say, text, memberOf) : null;
    return list && [...filled(say, name, { people: list })];
  };
  const fields = changed && sentence.startsWith('change') && fieldsOf(sentence, changed);
  return [
    fields ? [fields] : null,
    people('added', added),
    people('removed', removed),
    role ? [decoded(role)] : null,
    (source === 'job' || source === 'directory') && failed && rows
      ? [say('sentences.failures', { number: failed, rows })]
      : null,
    reason ? [decoded(reason)] : null,
  ].filter((one) => one !== null);
}

/** What is no time stays as it is: entries that were imported may hold any text. */
const timeOf = (text: string): string =>
  Number.isNaN(Date.parse(text)) ? text : formatTime(new Date(text));

/** Where fields have the labels of the screen that is open. */
const TABLES: Readonly<Record<string, string>> = {
  changeUser: 'users',
  changeGroup: 'groups',
  changeRoom: 'rooms',
  changeKey: 'keys',
  changeWebhook: 'webhooks',
};

const fieldsOf = (sentence: SentenceName, changed: string): string =>
  formatList(
    namesOf(changed).map(
      (field) => sayIfKnown(`${TABLES[sentence] ?? ''}.fields.${field}`) ?? field,
    ),
  );
