import type { AuthorKind } from '../audit/audit-trail.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import { entryOfPerson } from './entry-of-person.js';

const ola = {
  ...{ username: 'ola' as Localpart, jid: 'ola@example.org' as BareJid, accountId: 'a1' },
};
const entry = (details: string, username = 'admin', kind: AuthorKind | null = 'account') => ({
  ...{ username, kind, accountId: null, timestamp: new Date(0) },
  ...{ summary: 's', node: 'n', details },
});
const detailsFor = (details: string, username?: string) =>
  entryOfPerson(entry(details, username), ola)?.details ?? null;

it('an entry by the person is theirs as it is', () => {
  const details = 'object=/users/zoe; outcome=200; address=192.0.2.7; users=zoe,ben';
  expect(detailsFor(details, 'ola')).toBe(details);
});

it('an entry by the account is theirs, whatever it was called; one by another of the name is not', () => {
  const by = (accountId: string, username: string) =>
    entryOfPerson({ ...entry('object=/users/zoe; outcome=200', username), accountId }, ola);
  expect(by('a1', 'olga')).not.toBeNull();
  expect(by('a2', 'ola')).toBeNull();
});

it.each(['secret', 'service', 'userservice', 'office'])(
  'what the service has done under the label %s is not of the account of that name',
  (text) => {
    const person = { ...ola, username: text as Localpart, jid: `${text}@example.org` as BareJid };
    const of = (kind: AuthorKind | null) =>
      entryOfPerson(entry('object=/users/zoe; address=192.0.2.7', text, kind), person);
    expect(of('label')).toBeNull();
    expect(of('account')).toMatchObject({ details: 'object=/users/zoe; address=192.0.2.7' });
    // of former releases, which told them apart nowhere
    expect(of(null) === null).toBe(text !== 'office');
  },
);

it.each([
  '/users/ola',
  '/users/OLA',
  '/users/ola@example.org',
  '/users/ola%40example.org/vcard',
  '/lockouts/ola',
  '/sessions/ola/desk',
  '/messages/users/ola',
  '/groups/Crew/members/ola%40example.org',
  '/chatrooms/tearoom/owners/ola@example.org',
  '/chatrooms/tearoom/owner/ola',
  '/chatrooms/tearoom/invite/ola',
])('an entry about %s is theirs, without what is about its author', (object) => {
  expect(
    detailsFor(`object=${object}; outcome=200; request=r1; address=192.0.2.7; key=k1; source=api`),
  ).toBe(`object=${object}; outcome=200; source=api`);
});

it.each([
  '/users/olaf',
  '/users/zoe',
  '/users/ola@elsewhere.test',
  '/groups/ola',
  '/chatrooms/ola',
  '/chatrooms/tearoom/owners/group/ola',
  '/chatrooms/ola/owners/zoe',
  '/users/%E0%A4%A',
  '/import',
])('an entry about %s is not', (object) => {
  expect(detailsFor(`object=${object}; outcome=200; name=ola; reason=ola`)).toBeNull();
});

it.each([
  ['object=/jobs/7; users=ben,ola,zoe,+3', 'object=/jobs/7; users=ola,+5'],
  ['object=/jobs/7; users=ola', 'object=/jobs/7; users=ola'],
  [
    'object=/groups/Crew; added=member:zoe@example.org,admin:ola@example.org; removed=member:ben@example.org',
    'object=/groups/Crew; added=admin:ola@example.org,+1; removed=+1',
  ],
  ['object=/users/bo; to=ola', 'object=/users/bo; to=ola'],
])('of %s others are not named', (details, theirs) => {
  expect(detailsFor(details)).toBe(theirs);
});

it.each(['POST user ola', 'POST user Ola', 'END lockout ola', 'add user ola'])(
  'an entry "%s" is theirs, whatever its object',
  (summary) => {
    const one = { ...entry('object=/users; outcome=201; address=192.0.2.7'), summary };
    expect(entryOfPerson(one, ola)).toEqual({ ...one, details: 'object=/users; outcome=201' });
  },
);

it.each(['POST user olaf', 'POST group ola', 'POST users ola', 'POST key for user ola'])(
  'an entry "%s" is not by its summary',
  (summary) => {
    expect(entryOfPerson({ ...entry('object=/x'), summary }, ola)).toBeNull();
  },
);

it('a summary names nobody else', () => {
  const many = { ...entry('object=/users; users=ola,zoe'), summary: 'POST users ola, zoe' };
  expect(entryOfPerson(many, ola)).toEqual({
    ...{ ...many, summary: 'POST users', details: 'object=/users; users=ola,+1' },
  });
  const one = { ...entry('object=/users/ola'), summary: 'DELETE user ola' };
  expect(entryOfPerson(one, ola)).toEqual(one);
});

it.each(['object=/groups/x; to=ola', 'object=/jobs/7; users=zoe,+2', '', 'nonsense', '=;; ='])(
  '%j names nobody',
  (details) => {
    expect(detailsFor(details)).toBeNull();
  },
);
