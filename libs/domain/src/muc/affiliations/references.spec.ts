import { affiliations, domain, groupJids, jid } from '../../../test/muc.js';
import { localpart, parseBareJid } from '../../shared/jid.js';
import type { BareJid } from '../../shared/jid.js';
import type { Affiliation } from './affiliations.js';
import { askedFor, entryOf, parseReference, referenceIn } from './references.js';
import type { Existing } from './references.js';

const OPS = 'dto76===@example.org/e847897826ceb8346eb5141f8c23436a';
const existing: Existing = {
  users: new Set([localpart('ann')!, localpart('both')!]),
  groups: new Set(['both', 'team', 'a b', 'x@y@z']),
};
const meaning = (text: string) => {
  const entry = entryOf(parseReference(text, domain, groupJids, 'stored'), existing);
  return entry === null ? null : entry.kind === 'group' ? `*${entry.name}` : entry.jid;
};

it.each([
  ['a group JID', OPS, '*ops'],
  ['a JID', 'Bob@Far.Example', 'bob@far.example'],
  ['a JID with resource', 'bob@far.example/Desk', 'bob@far.example'],
  ['a user', 'ANN', 'ann@example.org'],
  ['a user rather than a group', 'both', 'both@example.org'],
  ['a group', 'team', '*team'],
  ['a local JID: names of groups are exact', 'Team', 'team@example.org'],
  ['a group that could not be a user', 'a b', '*a b'],
  ['a group with more than one @', 'x@y@z', '*x@y@z'],
  ['a local JID of nobody', 'Nobody', 'nobody@example.org'],
  ['nothing: no name', 'c d', null],
  ['nothing: no JID', '@example.org', null],
  ['nothing: too many @', 'a@b@c', null],
  ['nothing: empty', '', null],
  ['nothing: a resource needs a JID', 'ann/desk', null],
])('%s: %p', (_, text, expected) => {
  expect(meaning(text)).toBe(expected);
});

it.each([
  ['a domain that the room has', 'far.example', 'far.example'],
  ['a domain rather than a user', 'ann', 'ann'],
  ['a domain rather than a group', 'team', 'team'],
  ['a domain that is no name', '[::1]', '[::1]'],
  ['another text of the same domain', 'Far.example', 'far.example@example.org'],
  ['a domain below', 'so.far.example', 'so.far.example@example.org'],
  ['a name that is the local part of an entry', 'bob', 'bob@example.org'],
  ['a JID at the domain', 'Ann@far.example', 'ann@far.example'],
])('%s: %p', (_, text, expected) => {
  const domains = ['far.example', 'ann', 'team', '[::1]'].map((name): [BareJid, Affiliation] => [
    parseBareJid(name)!,
    'outcast',
  ]);
  const { people, groups } = affiliations({ bob: 'owner' }, { both: 'member' });
  const room = { people: new Map([...people, ...domains]), groups };
  const entry = entryOf(
    referenceIn(room, parseReference(text, domain, groupJids, 'stored')),
    existing,
  );
  expect(entry).toEqual({ kind: 'person', jid: expected });
});

it('invitations keep the resource', () => {
  const full = (text: string) => {
    const reference = parseReference(text, domain, groupJids, 'stored');
    return reference.kind === 'jid' ? reference.full : null;
  };
  expect(full('Bob@Far.Example/Desk A')).toBe('bob@far.example/Desk A');
  expect(full('bob@far.example')).toBe(jid('bob@far.example'));
});

it('only undecided names are looked up, each once', () => {
  const references = ['ann', 'ANN', OPS, 'bob@x', 'a@b@c', 'a b'].map((text) =>
    parseReference(text, domain, groupJids, 'stored'),
  );
  expect(askedFor(references)).toEqual({
    users: ['ann'],
    groups: ['ann', 'ANN', 'ops', 'a@b@c', 'a b'],
    people: ['ann', 'ann@example.org', 'ANN', 'bob@x', 'a b'],
  });
});
