import { affiliations, jid } from '../../../test/muc.js';
import { NOBODY } from '../affiliations/affiliations.js';
import type { Affiliations } from '../affiliations/affiliations.js';
import { invitationsTo } from './invitations.js';

const people = new Map([['ops', [jid('bob'), jid('eve'), jid('zoe')]]]);
const invited = (given: Affiliations, { before = NOBODY, after = given } = {}) =>
  invitationsTo({ name: 'den', password: 'p' }, { given, before, after }, people).map(
    ({ to, reason }) => [to, reason],
  );

it('names the highest affiliation, once per person', () => {
  const given = affiliations({ bob: 'admin', eve: 'owner' }, { ops: 'member' });
  expect(invited(given)).toEqual([
    ['eve@example.org', 'You are owner of room den'],
    ['bob@example.org', 'You are admin of room den'],
    ['zoe@example.org', 'You are member of room den'],
  ]);
});

it('leaves out outcasts, also those through groups', () => {
  expect(invited(affiliations({ x: 'outcast' }))).toEqual([]);
  const given = affiliations({}, { ops: 'member' });
  const after = affiliations({ eve: 'outcast' }, { ops: 'member' });
  expect(invited(given, { after })).toHaveLength(2);
});

it('leaves out whoever held the affiliation before, directly or through a group', () => {
  const before = affiliations({ kim: 'member' }, { ops: 'member' });
  const given = affiliations({ kim: 'admin', bob: 'member', new: 'member' });
  expect(invited(given, { before })).toEqual([
    ['kim@example.org', 'You are admin of room den'],
    ['new@example.org', 'You are member of room den'],
  ]);
});

it('carries the password', () => {
  const room = { name: 'den', password: 'p' };
  const given = affiliations({ ann: 'owner' });
  expect(invitationsTo(room, { given, before: NOBODY, after: given }, new Map())).toEqual([
    { to: 'ann@example.org', reason: 'You are owner of room den', password: 'p' },
  ]);
});
