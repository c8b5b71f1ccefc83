import { domain, groupJids, jid } from '../../test/muc.js';
import { localpart } from '../shared/jid.js';
import { askedFor, entryOf, parseReference } from './references.js';
import type { Existing } from './references.js';

const OPS = 'dto76===@example.org/e847897826ceb8346eb5141f8c23436a';
const existing: Existing = {
  users: new Set([localpart('ann')!, localpart('both')!]),
  groups: new Set(['both', 'team', 'a b', 'x@y@z']),
};
const meaning = (text: string) => {
  const entry = entryOf(parseReference(text, domain, groupJids), existing);
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

it('invitations keep the resource', () => {
  const full = (text: string) => {
    const reference = parseReference(text, domain, groupJids);
    return reference.kind === 'jid' ? reference.full : null;
  };
  expect(full('Bob@Far.Example/Desk A')).toBe('bob@far.example/Desk A');
  expect(full('bob@far.example')).toBe(jid('bob@far.example'));
});

it('only what decides is asked for, once', () => {
  const references = ['ann', 'ANN', OPS, 'bob@x', 'a@b@c', 'a b'].map((text) =>
    parseReference(text, domain, groupJids),
  );
  expect(askedFor(references)).toEqual({
    users: ['ann'],
    groups: ['ann', 'ANN', 'ops', 'a@b@c', 'a b'],
  });
});
