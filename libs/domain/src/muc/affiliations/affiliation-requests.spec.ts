import { affiliations, denList, domain, groupJids } from '../../../test/muc.js';
import { localpart, parseBareJid } from '../../shared/jid.js';
import { additionRequest, listRequest, removalRequest } from './affiliation-requests.js';
import { affiliate, NOBODY, replaceHolders } from './affiliations.js';
import type { Affiliation, Affiliations } from './affiliations.js';
import { parseReference } from './references.js';

const existing = {
  users: new Set([localpart('both')!]),
  groups: new Set(['ops', 'both', 'a b']),
};
const open = { loginRestrictedToNickname: false };
const restricted = { loginRestrictedToNickname: true };
const read = (text: string) => parseReference(text, domain, groupJids, 'stored');
const GONE = groupJids.jidOf('gone');
const before = affiliations({ ann: 'owner', bob: 'member' }, { ops: 'admin' });
/** {@link before}, plus whole JIDs, which may be domains. */
const beforeAnd = (more: Readonly<Record<string, Affiliation>>): Affiliations => {
  const added = Object.entries(more).map(([text, held]) => [parseBareJid(text)!, held] as const);
  return { ...before, people: new Map([...before.people, ...added]) };
};

const add = (affiliation: Affiliation, text: string, from = before, options = open) =>
  additionRequest(denList(affiliation), text, read(text)).decide(existing, from)(options);
const remove = (affiliation: Affiliation, text: string, from: Affiliations = before) =>
  removalRequest(denList(affiliation), text, read(text)).decide(existing, from)(open);
const list = (
  change: typeof affiliate,
  affiliation: Affiliation,
  texts: readonly string[],
  { from = before, options = open } = {},
) =>
  listRequest(denList(affiliation), texts, texts.map(read), change).decide(existing, from)(options);
const ANY = expect.any(String) as string;
const refusal = (message: string, resource: string, detail: string | null = ANY) =>
  expect.objectContaining({ message, resource, detail }) as Error;

it('entries are added, moved and removed', () => {
  expect(add('admin', 'bob')).toEqual(
    affiliations({ ann: 'owner', bob: 'admin' }, { ops: 'admin' }),
  );
  expect(add('outcast', 'ops')).toEqual(
    affiliations({ ann: 'owner', bob: 'member' }, { ops: 'outcast' }),
  );
  expect(remove('admin', 'ops')).toEqual(affiliations({ ann: 'owner', bob: 'member' }));
  expect(list(replaceHolders, 'member', ['kim', 'a b'])).toEqual(
    affiliations({ ann: 'owner', kim: 'member' }, { ops: 'admin', 'a b': 'member' }),
  );
});

it('the local user is removed before the group of the same name', () => {
  const held = affiliations({ ann: 'owner', both: 'member' }, { both: 'member' });
  const once = remove('member', 'both', held);
  expect(once).toEqual(affiliations({ ann: 'owner' }, { both: 'member' }));
  expect(remove('member', 'both', once)).toEqual(affiliations({ ann: 'owner' }));
});

it('unresolvable names are refused before anything else is checked', () => {
  const message = 'Unable to parse value as jid: c d';
  for (const make of [additionRequest, removalRequest]) {
    const request = make(denList('member'), 'c d', read('c d'));
    expect(() => request.decide(existing, NOBODY)).toThrow(refusal(message, 'den'));
  }
  const texts = ['ok', 'c d'];
  const request = listRequest(denList('member'), texts, texts.map(read), affiliate);
  expect(() => request.decide(existing, NOBODY)).toThrow(refusal(message, 'den'));
});

it('missing groups are refused, each in its documented way', () => {
  expect(() => add('member', GONE)).toThrow(refusal('Could not find group', 'gone', null));
  expect(() => remove('member', GONE)).toThrow(refusal('Could not find group', 'gone', null));
  expect(() => list(affiliate, 'member', ['x', GONE])).toThrow(
    refusal('Could not find group: gone', 'den'),
  );
});

it('the last owner cannot be removed', () => {
  const modify = (affiliation: string) =>
    refusal(
      `Could not apply modification to list of ${affiliation}`,
      'den',
      'the room would have no owner',
    );
  expect(() => add('admin', 'ann')).toThrow(modify('admin'));
  expect(() => list(replaceHolders, 'owner', [])).toThrow(modify('owner'));
  expect(() => remove('owner', 'ANN')).toThrow(
    refusal('Could not delete affiliation', 'ANN', 'the room would have no owner'),
  );
});

it('an entry is removed only from the list that holds it', () => {
  for (const [affiliation, name] of [
    ['admin', 'bob'],
    ['member', 'kim'],
    ['member', 'ops'],
  ] as const) {
    expect(() => remove(affiliation, name)).toThrow(
      refusal('Could not delete affiliation', name, `not in the list of ${affiliation}s`),
    );
  }
});

describe('where domains are affiliated', () => {
  const from = beforeAnd({ 'far.example': 'outcast', '[::1]': 'outcast' });

  it('their texts mean them, even if they are no names, or names of users or groups', () => {
    for (const texts of [
      ['far.example', '[::1]'],
      ['[::1]', 'far.example', '[::1]'],
    ]) {
      expect(list(replaceHolders, 'outcast', texts, { from })).toEqual(from);
      expect(list(affiliate, 'outcast', texts, { from })).toEqual(from);
    }
    expect(add('member', 'far.example', from)).toEqual(
      beforeAnd({ 'far.example': 'member', '[::1]': 'outcast' }),
    );
    const both = beforeAnd({ both: 'outcast' });
    expect(list(replaceHolders, 'outcast', ['both'], { from: both })).toEqual(both);
    expect(remove('outcast', 'both', both)).toEqual(before);
  });

  it('they are removed from the list that holds them', () => {
    const held = beforeAnd({ 'far.example': 'outcast', 'far.example@example.org': 'member' });
    expect(() => remove('member', 'far.example', held)).toThrow(
      refusal('Could not delete affiliation', 'far.example', 'not in the list of members'),
    );
    expect(remove('outcast', 'far.example', held)).toEqual(
      beforeAnd({ 'far.example@example.org': 'member' }),
    );
    expect(remove('member', 'far.example@example.org', held)).toEqual(
      beforeAnd({ 'far.example': 'outcast' }),
    );
  });

  it('all other texts are resolved as anywhere', () => {
    expect(add('admin', 'FAR.example', from)).toEqual(
      beforeAnd({
        'far.example': 'outcast',
        '[::1]': 'outcast',
        'far.example@example.org': 'admin',
      }),
    );
    expect(() => add('admin', '[::2]', from)).toThrow(
      refusal('Unable to parse value as jid: [::2]', 'den'),
    );
    expect(add('admin', 'far.example')).toEqual(beforeAnd({ 'far.example@example.org': 'admin' }));
  });
});

it('nobody becomes a member while nicknames are restricted', () => {
  const refused = (jids: string) =>
    refusal(
      'Could not apply modification to list of member',
      'den',
      `loginRestrictedToNickname is on and these would be new members: ${jids}`,
    );
  expect(() => add('member', 'kim', before, restricted)).toThrow(refused('kim@example.org'));
  const many = ['both', 'ops', 'kim', 'bob', 'KIM'];
  expect(() => list(affiliate, 'member', many, { options: restricted })).toThrow(
    refused(`both@example.org, ${groupJids.jidOf('ops')}, kim@example.org`),
  );
  const numbered = Array.from({ length: 12 }, (_, index) => `u${index}`);
  const shown = numbered.slice(0, 10).map((name) => `${name}@example.org`);
  expect(() => list(replaceHolders, 'member', numbered, { options: restricted })).toThrow(
    refused(`${shown.join(', ')} and 2 more`),
  );
  expect(add('member', 'bob', before, restricted)).toEqual(before);
  expect(add('admin', 'kim', before, restricted).people.size).toBe(3);
  expect(list(affiliate, 'member', ['bob'], { options: restricted })).toEqual(before);
});
