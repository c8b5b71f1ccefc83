import fc from 'fast-check';
import { affiliations, jid } from '../../../test/muc.js';
import {
  affiliate,
  AFFILIATIONS,
  affiliationOf,
  affiliationsOf,
  changeBetween,
  hasOwner,
  isEmptyChange,
  losesLastOwner,
  replaceHolders,
  requireNoNewMember,
  withdraw,
} from './affiliations.js';
import type { Affiliation, Affiliations, Entry } from './affiliations.js';

const person = (name: string): Entry => ({ kind: 'person', jid: jid(name) });
const group = (name: string): Entry => ({ kind: 'group', name });
const before = affiliations({ ann: 'owner', bob: 'member' }, { ops: 'member', leads: 'owner' });

it('an entity holds one affiliation', () => {
  const after = affiliate(before, [person('bob'), group('ops'), person('bob')], 'outcast');
  expect(after).toEqual(
    affiliations({ ann: 'owner', bob: 'outcast' }, { ops: 'outcast', leads: 'owner' }),
  );
  expect(affiliationOf(after, person('bob'))).toBe('outcast');
  expect(affiliationOf(after, person('kim'))).toBeNull();
  expect(affiliationOf(after, group('ops'))).toBe('outcast');
});

it('a list is replaced by exactly the given entries', () => {
  const after = replaceHolders(before, [person('kim'), person('ann')], 'member');
  expect(after).toEqual(affiliations({ ann: 'member', kim: 'member' }, { leads: 'owner' }));
});

it('an entry is removed', () => {
  expect(withdraw(before, person('ann'))).toEqual(
    affiliations({ bob: 'member' }, { ops: 'member', leads: 'owner' }),
  );
  expect(withdraw(before, group('ops')).groups.size).toBe(1);
});

it('removal of the last owner is detected, also of a group', () => {
  const withoutLeads = withdraw(before, group('leads'));
  expect(losesLastOwner(before, withoutLeads)).toBe(false);
  expect(losesLastOwner(withoutLeads, withdraw(withoutLeads, person('ann')))).toBe(true);
  expect(losesLastOwner(before, withdraw(before, person('ann')))).toBe(false);
  expect(losesLastOwner(affiliations({}), affiliations({ bob: 'member' }))).toBe(false);
});

it('new members are refused', () => {
  const refused = {
    room: 'den',
    refusal: 'room-update-not-allowed' as const,
    groupJid: (name: string) => `jid of ${name}`,
  };
  const add = (entry: Entry, affiliation: Affiliation) => () =>
    requireNoNewMember(refused, [entry], before, affiliate(before, [entry], affiliation));
  expect(add(person('bob'), 'member')).not.toThrow();
  expect(add(person('kim'), 'admin')).not.toThrow();
  for (const [entry, shown] of [
    [person('ann'), 'ann@example.org'],
    [group('new'), 'jid of new'],
  ] as const) {
    const detail = `loginRestrictedToNickname is on and these would be new members: ${shown}`;
    expect(add(entry, 'member')).toThrow(
      expect.objectContaining({ message: 'Could not update the channel', resource: 'den', detail }),
    );
  }
});

it('lists and entries are two forms of the same value', () => {
  const lists = {
    owners: [jid('ann')],
    admins: [],
    members: [jid('bob')],
    outcasts: [],
    ownerGroups: ['leads'],
    adminGroups: [],
    memberGroups: ['ops'],
    outcastGroups: [],
  };
  expect(affiliationsOf(lists)).toEqual(before);
});

const anyAffiliations: fc.Arbitrary<Affiliations> = fc
  .tuple(
    fc.dictionary(fc.constantFrom('a', 'b', 'c', 'd'), fc.constantFrom(...AFFILIATIONS)),
    fc.dictionary(fc.constantFrom('g', 'h'), fc.constantFrom(...AFFILIATIONS)),
  )
  .map(([people, groups]) => affiliations(people, groups));

it('a change contains the difference and nothing else', () => {
  const applied = <K>(
    was: ReadonlyMap<K, Affiliation>,
    dropped: readonly K[],
    set: ReadonlyMap<K, Affiliation>,
  ) => {
    const left = [...was].filter(([key]) => !dropped.includes(key));
    return new Map([...left, ...set]);
  };
  fc.assert(
    fc.property(anyAffiliations, anyAffiliations, (was, is) => {
      const change = changeBetween(was, is);
      expect(applied(was.people, change.dropped.people, change.set.people)).toEqual(is.people);
      expect(applied(was.groups, change.dropped.groups, change.set.groups)).toEqual(is.groups);
      for (const [key, held] of change.set.people) expect(was.people.get(key)).not.toBe(held);
      expect(isEmptyChange(changeBetween(is, is))).toBe(true);
      expect(losesLastOwner(was, is)).toBe(hasOwner(was) && !hasOwner(is));
    }),
  );
});
