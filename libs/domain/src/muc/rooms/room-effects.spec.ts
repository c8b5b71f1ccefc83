import { affiliations, jid, someOptions } from '../../../test/muc.js';
import { parseBareJid } from '../../shared/jid.js';
import type { Affiliation, Affiliations } from '../affiliations/affiliations.js';
import { effectiveAffiliations, effectsOf } from './room-effects.js';
import type { RoomOptions } from './room.js';

const people = new Map([
  ['ops', [jid('bob'), jid('zoe')]],
  ['leads', [jid('zoe')]],
]);

const effects = (
  before: [Affiliations, Partial<RoomOptions>?],
  after: [Affiliations, Partial<RoomOptions>?],
) =>
  effectsOf(
    { affiliations: before[0], options: someOptions(before[1]) },
    { affiliations: after[0], options: someOptions(after[1]) },
    people,
  );
const standing = (...states: Parameters<typeof effects>) =>
  effects(...states).people.map(({ jid, affiliation, role, kick }) => [
    jid.split('@')[0],
    affiliation,
    role,
    kick,
  ]);
const nobody = affiliations({});

describe('the effective affiliation', () => {
  it.each([
    [affiliations({ bob: 'member' }, { ops: 'owner' }), 'owner'],
    [affiliations({ bob: 'outcast' }, { ops: 'admin' }), 'admin'],
    [affiliations({ bob: 'member' }, { ops: 'outcast' }), 'outcast'],
    [affiliations({ bob: 'outcast' }, { ops: 'member' }), 'outcast'],
    [affiliations({}, { ops: 'member' }), 'member'],
    [affiliations({}, { leads: 'owner' }), undefined],
    [affiliations({}, { unknown: 'owner' }), undefined],
  ])('is the first that holds: %#', (held, expected) => {
    expect(effectiveAffiliations(held, people).get(jid('bob'))).toBe(expected);
  });
});

describe('standing', () => {
  it.each([
    ['owner', 'moderator'],
    ['admin', 'moderator'],
    ['member', 'participant'],
  ] as const)('%s makes a %s', (affiliation, role) => {
    expect(standing([nobody], [affiliations({ x: affiliation })])).toEqual([
      ['x', affiliation, role, null],
    ]);
  });

  it('none makes a participant, or a visitor where it is moderated', () => {
    const admin = affiliations({ x: 'admin' });
    expect(standing([admin], [nobody])).toEqual([['x', 'none', 'participant', null]]);
    expect(standing([admin], [nobody, { moderated: true }])).toEqual([
      ['x', 'none', 'visitor', null],
    ]);
  });

  it('outcasts are kicked with 301', () => {
    expect(standing([nobody], [affiliations({ x: 'outcast' })])).toEqual([
      ['x', 'outcast', 'none', 301],
    ]);
    expect(
      standing(
        [affiliations({ bob: 'member' })],
        [affiliations({ bob: 'member' }, { ops: 'outcast' })],
      ),
    ).toEqual([
      ['bob', 'outcast', 'none', 301],
      ['zoe', 'outcast', 'none', 301],
    ]);
  });

  it('lost memberships are kicked with 321 where members only may be', () => {
    const only = { membersOnly: true };
    expect(standing([affiliations({ x: 'member' }), only], [nobody, only])).toEqual([
      ['x', 'none', 'none', 321],
    ]);
    expect(standing([affiliations({ x: 'outcast' }), only], [nobody, only])).toEqual([
      ['x', 'none', 'participant', null],
    ]);
    expect(
      standing(
        [affiliations({}, { ops: 'member', leads: 'member' }), only],
        [affiliations({}, { leads: 'member' }), only],
      ),
    ).toEqual([['bob', 'none', 'none', 321]]);
  });

  it('changes only where the effective affiliation does', () => {
    const viaGroup = affiliations({}, { ops: 'admin' });
    expect(standing([viaGroup], [affiliations({ bob: 'member' }, { ops: 'admin' })])).toEqual([]);
    expect(standing([affiliations({ bob: 'admin', zoe: 'admin' })], [viaGroup])).toEqual([]);
  });
});

describe('standing where domains are affiliated', () => {
  const held = (people: Readonly<Record<string, Affiliation>>): Affiliations => ({
    people: new Map(
      Object.entries(people).map(([text, affiliation]) => [parseBareJid(text)!, affiliation]),
    ),
    groups: new Map(),
  });
  const banned = { 'far.example': 'outcast' } as const;
  const told = (...states: Parameters<typeof effects>) => effects(...states).people;

  it('a domain stands for itself', () => {
    expect(told([nobody], [held(banned)])).toEqual([
      { jid: 'far.example', affiliation: 'outcast', role: 'none', kick: 301 },
    ]);
    expect(told([held(banned)], [nobody, { membersOnly: true }])).toEqual([
      { jid: 'far.example', affiliation: 'none', role: 'participant', kick: null },
    ]);
    expect(told([held(banned)], [held({ 'far.example': 'member' })])).toEqual([
      { jid: 'far.example', affiliation: 'member', role: 'participant', kick: null },
    ]);
  });

  it('whoever has no affiliation is an outcast where the domain is one', () => {
    const member = { 'bob@far.example': 'member' } as const;
    const outcast = { jid: 'bob@far.example', affiliation: 'outcast', role: 'none', kick: 301 };
    expect(told([held({ ...banned, ...member })], [held(banned)])).toEqual([outcast]);
    expect(told([held(member)], [held(banned)])).toEqual([
      outcast,
      { jid: 'far.example', affiliation: 'outcast', role: 'none', kick: 301 },
    ]);
    expect(told([held(banned)], [held({ ...banned, 'bob@far.example': 'outcast' })])).toEqual([]);
    expect(told([held(banned)], [held({ ...banned, ...member })])).toMatchObject([
      { jid: 'bob@far.example', affiliation: 'member', kick: null },
    ]);
  });

  it('an affiliation of another kind is not handed on to the people of a domain', () => {
    const from = held({ 'far.example': 'member', 'bob@far.example': 'member' });
    expect(told([from], [held({ 'far.example': 'member' })])).toMatchObject([
      { jid: 'bob@far.example', affiliation: 'none' },
    ]);
  });
});

describe('options', () => {
  const changed = (before: Partial<RoomOptions>, after: Partial<RoomOptions>) =>
    effects([nobody, before], [nobody, after]);

  it('members-only that is switched on empties the room of strangers', () => {
    expect(changed({}, { membersOnly: true }).membersOnly).toEqual({
      kick: 322,
      reason: 'This room is now members-only.',
    });
    expect(changed({ membersOnly: true }, { membersOnly: true }).membersOnly).toBeNull();
    expect(changed({ membersOnly: true }, {}).membersOnly).toBeNull();
  });

  it('a subject is told when it changes, empty when it goes', () => {
    expect(changed({}, { subject: 's' }).subject).toBe('s');
    expect(changed({ subject: 's' }, {}).subject).toBe('');
    expect(changed({ subject: 's' }, { subject: 's' }).subject).toBeNull();
    expect(changed({}, {}).subject).toBeNull();
  });

  it.each<[Partial<RoomOptions>, Partial<RoomOptions>, readonly number[]]>([
    [{}, {}, []],
    [{}, { subject: 's' }, []],
    [{}, { naturalName: '' }, [104]],
    [{}, { password: 'p' }, [104]],
    [{}, { membersOnly: true }, [104]],
    [{}, { broadcastPresenceRoles: ['visitor'] }, [104]],
    [{ broadcastPresenceRoles: ['visitor'] }, { broadcastPresenceRoles: ['visitor'] }, []],
    [{}, { logEnabled: true }, [170]],
    [{ logEnabled: true }, {}, [171]],
    [{}, { canAnyoneDiscoverJid: true }, [172]],
    [{ canAnyoneDiscoverJid: true, logEnabled: true }, { maxUsers: 3 }, [104, 171, 173]],
  ])('%p to %p is told by %p', (before, after, codes) => {
    expect(changed(before, after).configuration).toEqual(codes);
  });

  it('each of them is told by a code', () => {
    const other = someOptions({
      naturalName: 'n',
      description: 'd',
      password: 'p',
      maxUsers: 1,
      persistent: true,
      publicRoom: true,
      registrationEnabled: false,
      canAnyoneDiscoverJid: true,
      canOccupantsChangeSubject: true,
      canOccupantsInvite: true,
      canChangeNickname: false,
      logEnabled: true,
      loginRestrictedToNickname: true,
      membersOnly: true,
      moderated: true,
      broadcastPresenceRoles: ['moderator'],
      allowPm: 'none',
    });
    for (const field of Object.keys(other) as (keyof RoomOptions)[]) {
      const codes = changed({}, { [field]: other[field] }).configuration;
      expect([field, codes.length]).toEqual([field, field === 'subject' ? 0 : 1]);
    }
  });
});
