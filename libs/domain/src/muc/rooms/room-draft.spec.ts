import { affiliations, domain, groupJids } from '../../../test/muc.js';
import { parseBareJid } from '../../shared/jid.js';
import { NOBODY } from '../affiliations/affiliations.js';
import { roomName } from './room.js';
import { newRoomName, parseRoom, sameRoomName } from './room-draft.js';
import type { RoomDraft } from './room-draft.js';
import { affiliatedGroups, affiliationsIn, requireConsistent } from './validated-room.js';

const parse = (draft: RoomDraft) =>
  parseRoom(roomName('den')!, draft, domain, groupJids, () =>
    Promise.resolve(parseBareJid('admin@example.org')!),
  );
const validate = async (draft: RoomDraft, before = NOBODY) => (await parse(draft)).validate(before);
const OPS = groupJids.jidOf('ops');

it('an empty draft has the defaults of the contract', async () => {
  const { settings, ...rest } = await validate({});
  expect(settings).toMatchObject({
    ...{ naturalName: null, description: null, password: null, subject: null },
    ...{ creationDate: null, modificationDate: null, maxUsers: 0 },
    ...{ persistent: false, publicRoom: false, canAnyoneDiscoverJid: false, logEnabled: false },
    ...{ canOccupantsChangeSubject: false, canOccupantsInvite: false, membersOnly: false },
    ...{ loginRestrictedToNickname: false, moderated: false },
    ...{ registrationEnabled: true, canChangeNickname: true },
    ...{ allowPm: 'anyone', broadcastPresenceRoles: ['moderator', 'participant', 'visitor'] },
  });
  expect(affiliationsIn({ settings, ...rest })).toEqual(affiliations({ admin: 'owner' }));
  expect(affiliationsIn({ settings, ...rest }, 'named')).toEqual(affiliations({}));
});

it('empty passwords and subjects are none, other texts stay', async () => {
  const { settings } = await validate({
    password: '',
    subject: '',
    naturalName: '',
    description: ' ',
  });
  expect(settings).toMatchObject({
    password: null,
    subject: null,
    naturalName: '',
    description: ' ',
  });
});

it('private messages and roles are words in any letter case', async () => {
  expect((await validate({ allowPm: 'ModeratorS' })).settings.allowPm).toBe('moderators');
  expect((await validate({ allowPm: '' })).settings.allowPm).toBe('anyone');
  await expect(validate({ allowPm: ' no ne' })).rejects.toThrow(
    'Invalid value for allowPM:  no ne',
  );
  await expect(validate({ broadcastPresenceRoles: ['Visitors'] })).rejects.toThrow(
    'Invalid value for broadcastPresenceRoles: Visitors',
  );
  const roles = ['Visitor', '', 'moderator', ' visitor'];
  expect(
    (await validate({ broadcastPresenceRoles: roles })).settings.broadcastPresenceRoles,
  ).toEqual(['moderator', 'visitor']);
});

it('group JIDs in user lists are groups, and the later list counts', async () => {
  const room = await validate({ owners: [OPS], members: ['ops'], outcastGroups: ['ops', 'x'] });
  expect(affiliationsIn(room)).toEqual(
    affiliations({ admin: 'owner', ops: 'member' }, { ops: 'outcast', x: 'outcast' }),
  );
  expect(affiliatedGroups([room, await validate({ adminGroups: ['y'] })])).toEqual([
    'ops',
    'x',
    'y',
  ]);
});

it('groups are known before the names are read', async () => {
  const { groups } = await parse({
    owners: ['[::1]', OPS],
    members: ['x'],
    memberGroups: ['y', 'ops'],
  });
  expect(groups).toEqual(['ops', 'y']);
});

it('domains that the room has are meant by their texts, but not in lists of groups', async () => {
  const domains = ['far.example', '[::1]'].map((text) => parseBareJid(text)!);
  const before = { ...NOBODY, people: new Map(domains.map((jid) => [jid, 'outcast'] as const)) };
  const draft = { owners: ['far.example'], outcasts: ['[::1]'], outcastGroups: ['far.example'] };
  const after = affiliationsIn(await validate(draft, before));
  expect([...after.people]).toEqual([
    ['far.example', 'owner'],
    ['[::1]', 'outcast'],
  ]);
  expect([...after.groups]).toEqual([['far.example', 'outcast']]);
  await expect(validate(draft)).rejects.toThrow('Unable to parse value as jid: [::1]');
  const twice = await validate({ owners: ['far.example'], members: ['far.example'] }, before);
  expect(() => requireConsistent(twice, new Set(), 'room-update-not-allowed')).toThrow(
    expect.objectContaining({ jids: ['far.example'] }),
  );
});

it('whoever is named twice is told in the order of appearance', async () => {
  const twice = await validate({ owners: ['b', 'a'], members: ['a', 'c', 'b', 'a'] });
  expect(() => requireConsistent(twice, new Set(), 'room-update-not-allowed')).toThrow(
    expect.objectContaining({
      message: 'Could not update the channel',
      jids: ['b@example.org', 'a@example.org'],
    }),
  );
  const once = await validate({ owners: ['a', 'b'] });
  expect(() => requireConsistent(once, new Set(), 'room-update-not-allowed')).not.toThrow();
});

it('the default owner owns the room, whatever the document makes of this person', async () => {
  const room = await validate({ admins: ['Admin', 'ann'], members: ['admin'] });
  expect(affiliationsIn(room)).toEqual(affiliations({ admin: 'owner', ann: 'admin' }));
  expect(affiliationsIn(room, 'named')).toEqual(affiliationsIn(room));
  const outcast = await validate({ members: ['admin'], outcasts: ['admin'] });
  expect(() => requireConsistent(outcast, new Set(), 'room-update-not-allowed')).toThrow(
    expect.objectContaining({
      detail: 'admin@example.org is the owner, since the document names none',
      jids: ['admin@example.org'],
    }),
  );
});

it('names are prepared', () => {
  expect(newRoomName({ roomName: 'Lobby' })).toBe('lobby');
  expect(sameRoomName('LOBBY', { roomName: 'Lobby' }, 'query')).toBe('lobby');
  expect(() => sameRoomName('Lobby', { roomName: 'den' }, 'query')).toThrow(
    expect.objectContaining({ resource: 'lobby' }),
  );
  expect(() => sameRoomName('a b', { roomName: 'a b' }, 'query')).toThrow(
    expect.objectContaining({ resource: 'a b' }),
  );
});
