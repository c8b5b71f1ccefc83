import { domainpart } from '@chat-admin/domain/shared/jid';
import { accountName } from './account-name.js';
import { MovedJids } from './jids.js';
import { MovedNames } from './names.js';
import { Renames } from './renames.js';
import { RoomNames } from './room-names.js';

const OLD = domainpart('old.example')!;
const NEW = domainpart('new.example')!;

/** What a source with these accounts and rooms becomes. */
function moved(given: readonly string[], accounts: readonly string[] = [], to = OLD) {
  const list = given.map((text) => {
    const [old, name] = text.split('=') as [string, string];
    return { old, given: name, line: text };
  });
  const renames = new Renames(list, OLD, ['conference', 'CLUBS']);
  const jids = new MovedJids(OLD, to, renames);
  const names = new MovedNames(accountName, renames.accounts);
  const rooms = new RoomNames(jids.domain, (service) => renames.roomsOf(service));
  for (const name of accounts) names.see({ name, modified: 1 });
  for (const name of accounts) names.meet({ name, modified: 1 });
  names.decide();
  for (const name of ['tea', 'o.neil/x']) rooms.see('CLUBS', name, '1', false);
  for (const name of ['tea', 'o.neil/x']) rooms.meet('CLUBS', name, '1');
  rooms.decide();
  renames.refuseTaken(names.takers, (service) => rooms.takersIn(service));
  return { renames, jids, names, rooms };
}

it('a name is another one wherever the source names it', () => {
  const { jids, names, rooms } = moved(
    [
      '00:1A:2b=001a2b',
      'o.neil/x@clubs=oneil',
      'a:b@other.example=ab',
      'c d@x.example=c@y.example',
    ],
    ['00:1A:2b', 'ann'],
    NEW,
  );
  expect(['00:1A:2b', '00:1a:2b', 'ann'].map((name) => names.of(name))).toEqual([
    ...['001a2b', '001a2b', 'ann'],
  ]);
  expect(names.original('001a2b')).toBe('00:1A:2b');
  expect(names.noteFor('00:1A:2b')).toMatchObject({ code: 'renamed' });
  expect([rooms.of('CLUBS', 'o.neil/x'), rooms.of('CLUBS', 'tea')]).toEqual(['oneil', 'tea']);
  const full = (text: string) => jids.full(text);
  expect(full('00:1a:2b@OLD.example/desk')).toBe('001a2b@new.example/desk');
  expect(full('o.neil/x@clubs.old.example/Ann/b')).toBe('oneil@clubs.new.example/Ann/b');
  expect(full('a:b@other.example')).toBe('ab@other.example');
  expect(full('c d@x.example/r')).toBe('c@y.example/r');
  expect(full('o.neil/x')).toBe('o.neil/x');
  expect(jids.member('00:1a:2b')).toBe('001a2b@new.example');
  expect(jids.member('ann')).toBe('ann@new.example');
  expect(jids.changes).toBe(true);
});

it('what refers to a name means another account that has it, where there is one', () => {
  const loser = moved(['Bob=rob'], ['Bob', 'bob']);
  expect([loser.names.of('Bob'), loser.names.of('bob')]).toEqual(['rob', 'bob']);
  expect(loser.jids.full('bob@old.example')).toBe('bob@old.example');
  const alone = moved(['Bob=rob'], ['Bob']);
  expect(alone.jids.full('bob@old.example')).toBe('rob@old.example');
  const winner = moved(['bob=rob'], ['Bob', 'bob']);
  expect([winner.names.of('Bob'), winner.jids.full('bob@old.example')]).toEqual([
    ...['bob', 'rob@old.example'],
  ]);
});

it('names that cannot be given are refused, each with its line', () => {
  const faults = (given: readonly string[]) => moved(given, ['Ann', 'ben', 'a b']).renames.faults;
  expect(faults(['a b=ab'])).toEqual([]);
  expect(faults(['a b=a c', 'o.neil/x@clubs=a/b', 'x@y.example=a:b'])).toEqual([
    'a b=a c: no account can have the name a c',
    'o.neil/x@clubs=a/b: no room can have the name a/b',
    'x@y.example=a:b: a:b is no address',
  ]);
  expect(faults(['a b=ann', 'o.neil/x@clubs.old.example=Tea'])).toEqual([
    'a b=ann: the account Ann of the source has the name ann',
    'o.neil/x@clubs.old.example=Tea: the room tea of the source has the name tea',
  ]);
  expect(faults(['a b=x', 'a b@old.example=y', 'ben=x'])).toEqual([
    'a b@old.example=y: it has another name by an earlier line',
    'ben=x: something else is x by an earlier line',
  ]);
  // what is free by another line is no name for somebody else: who refers to it could mean either
  expect(faults(['ben=benny', 'a b=ben'])).toEqual([
    'a b=ben: the account ben of the source has the name ben',
  ]);
});

it('what the source was not seen to name is known', () => {
  const { renames, jids } = moved(['a b=ab', 'c d=cd', 'e:f@x.example=ef'], ['a b']);
  expect(renames.unmet.map(({ old }) => old)).toEqual(['c d', 'e:f@x.example']);
  jids.bare('e:f@x.example/phone');
  jids.member('c d');
  expect(renames.unmet).toEqual([]);
});
