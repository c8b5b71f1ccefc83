import { affiliations, domain, groupJids, someOptions } from '../../../test/muc.js';
import { parseBareJid } from '../../shared/jid.js';
import { NOBODY } from '../affiliations/affiliations.js';
import { roomName } from './room.js';
import { newRoomName, plannedAffiliations, plannedGroups, readRoom } from './room-draft.js';
import { requireConsistent, sameRoomName } from './room-draft.js';
import type { RoomDraft } from './room-draft.js';

const reading = (draft: RoomDraft) => readRoom(roomName('den')!, draft, domain, groupJids);
const plan = (draft: RoomDraft, before = NOBODY) => reading(draft).plan(before);
const OPS = groupJids.jidOf('ops');

it('an empty draft has the defaults of the contract', () => {
  const { settings, ...rest } = plan({});
  expect(settings).toEqual({ ...someOptions(), creationDate: null, modificationDate: null });
  expect(plannedAffiliations({ settings, ...rest })).toEqual(affiliations({ admin: 'owner' }));
  expect(plannedAffiliations({ settings, ...rest }, 'named')).toEqual(affiliations({}));
});

it('empty passwords and subjects are none, other texts stay', () => {
  const { settings } = plan({ password: '', subject: '', naturalName: '', description: ' ' });
  expect(settings).toMatchObject({
    password: null,
    subject: null,
    naturalName: '',
    description: ' ',
  });
});

it('private messages are ruled in any letter case, roles exactly', () => {
  expect(plan({ allowPm: 'ModeratorS' }).settings.allowPm).toBe('moderators');
  expect(plan({ allowPm: '' }).settings.allowPm).toBe('anyone');
  expect(() => plan({ allowPm: ' none' })).toThrow('Invalid value for allowPM:  none');
  expect(() => plan({ broadcastPresenceRoles: ['Visitor'] })).toThrow(
    'Invalid value for broadcastPresenceRoles: Visitor',
  );
  const roles = ['visitor', 'none', 'moderator', 'visitor'];
  expect(plan({ broadcastPresenceRoles: roles }).settings.broadcastPresenceRoles).toEqual([
    'moderator',
    'visitor',
  ]);
});

it('long values are cut in messages', () => {
  expect(() => plan({ allowPm: '\u{1f600}'.repeat(200) })).toThrow(
    new RegExp(`^Invalid value for allowPM: ${'\u{1f600}'.repeat(100)}$`, 'u'),
  );
});

it('group JIDs in user lists are groups, and the later list counts', () => {
  const planned = plan({ owners: [OPS], members: ['ops'], outcastGroups: ['ops', 'x'] });
  expect(plannedAffiliations(planned)).toEqual(
    affiliations({ admin: 'owner', ops: 'member' }, { ops: 'outcast', x: 'outcast' }),
  );
  expect(plannedGroups([planned, plan({ adminGroups: ['y'] })])).toEqual(['ops', 'x', 'y']);
});

it('groups are known before the names are read', () => {
  const { groups } = reading({
    owners: ['[::1]', OPS],
    members: ['x'],
    memberGroups: ['y', 'ops'],
  });
  expect(groups).toEqual(['ops', 'y']);
});

it('domains that the room has are meant by their texts, but not in lists of groups', () => {
  const domains = ['far.example', '[::1]'].map((text) => parseBareJid(text)!);
  const before = { ...NOBODY, people: new Map(domains.map((jid) => [jid, 'outcast'] as const)) };
  const draft = { owners: ['far.example'], outcasts: ['[::1]'], outcastGroups: ['far.example'] };
  const after = plannedAffiliations(plan(draft, before));
  expect([...after.people]).toEqual([
    ['far.example', 'owner'],
    ['[::1]', 'outcast'],
  ]);
  expect([...after.groups]).toEqual([['far.example', 'outcast']]);
  expect(() => plan(draft)).toThrow('Unable to parse value as jid: [::1]');
  const twice = plan({ owners: ['far.example'], members: ['far.example'] }, before);
  expect(() => requireConsistent(twice, new Set(), 'm')).toThrow(
    expect.objectContaining({ jids: ['far.example'] }),
  );
});

it('whoever is named twice is told in the order of appearance', () => {
  const twice = plan({ owners: ['b', 'a'], members: ['a', 'c', 'b', 'a'] });
  expect(() => requireConsistent(twice, new Set(), 'm')).toThrow(
    expect.objectContaining({ message: 'm', jids: ['b@example.org', 'a@example.org'] }),
  );
  expect(() => requireConsistent(plan({ owners: ['a', 'b'] }), new Set(), 'm')).not.toThrow();
});

it('names are prepared', () => {
  expect(newRoomName({ roomName: 'Lobby' })).toBe('lobby');
  expect(sameRoomName('LOBBY', { roomName: 'Lobby' })).toBe('lobby');
  expect(() => sameRoomName('Lobby', { roomName: 'den' })).toThrow(
    expect.objectContaining({ resource: 'lobby' }),
  );
  expect(() => sameRoomName('a b', { roomName: 'a b' })).toThrow(
    expect.objectContaining({ resource: 'a b' }),
  );
});
