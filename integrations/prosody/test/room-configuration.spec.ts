import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import {
  MUC_OWNER,
  stopUnharmed,
  presenceOf,
  isGone,
  standing,
  configurationCodes,
  administer,
  configure,
  madeBy,
  formValues,
} from './room-scene.js';

const suite = await suiteNeeds(describe, 'Rooms configured by their owners', ['prosody']);

const refused = (condition: string) => expect.objectContaining({ condition });

suite('Rooms configured by their owners', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;

  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
    ann = await world.online('ann', { resource: 'desk' });
    bob = await world.online('bob', { resource: 'desk' });
  });
  afterAll(() => stopUnharmed(world));

  const annMakes = () => madeBy(ann, world);

  it('show every option, with its value', async () => {
    const room = await annMakes();
    const reply = await ann.get(xml('query', { xmlns: MUC_OWNER }), room.jid);
    expect(formValues(reply.getChild('query')!)).toMatchObject({
      FORM_TYPE: ['http://jabber.org/protocol/muc#roomconfig'],
      'muc#roomconfig_roomname': [room.name],
      'muc#roomconfig_roomdesc': [room.name],
      'muc#roomconfig_persistentroom': ['0'],
      'muc#roomconfig_publicroom': ['1'],
      'muc#roomconfig_roomsecret': [''],
      'muc#roomconfig_maxusers': ['30'],
      'muc#roomconfig_membersonly': ['0'],
      'muc#roomconfig_moderatedroom': ['0'],
      'muc#roomconfig_allowinvites': ['0'],
      'muc#roomconfig_changesubject': ['0'],
      'muc#roomconfig_whois': ['anyone'],
      'muc#roomconfig_allowpm': ['anyone'],
      'muc#roomconfig_presencebroadcast': ['moderator', 'participant', 'visitor'],
      'muc#roomconfig_enablelogging': ['1'],
      'x-muc#roomconfig_canchangenick': ['1'],
      'x-muc#roomconfig_registration': ['1'],
      'x-muc#roomconfig_reservednick': ['0'],
    });
  });

  it('are in the API at once, with every option', async () => {
    const room = await annMakes();
    await bob.join(room.jid, 'Bob');
    await configure(ann, room, {
      'muc#roomconfig_roomname': 'Tëa',
      'muc#roomconfig_roomdesc': 'Biscuits',
      'muc#roomconfig_persistentroom': '1',
      'muc#roomconfig_publicroom': '0',
      'muc#roomconfig_roomsecret': 's3cret',
      'muc#roomconfig_maxusers': '12',
      'muc#roomconfig_moderatedroom': 'true',
      'muc#roomconfig_allowinvites': '1',
      'muc#roomconfig_changesubject': '1',
      'muc#roomconfig_whois': 'moderators',
      'muc#roomconfig_allowpm': 'moderators',
      'muc#roomconfig_presencebroadcast': ['visitor', 'moderator'],
      'muc#roomconfig_enablelogging': '0',
      'x-muc#roomconfig_canchangenick': '0',
      'x-muc#roomconfig_registration': '0',
      'x-muc#roomconfig_reservednick': '1',
    });
    expect((await configurationCodes(bob, room)).sort()).toEqual([104, 171, 173]);
    expect(await room.document()).toMatchObject({
      naturalName: 'Tëa',
      description: 'Biscuits',
      persistent: true,
      publicRoom: false,
      password: 's3cret',
      maxUsers: 12,
      moderated: true,
      canOccupantsInvite: true,
      canOccupantsChangeSubject: true,
      canAnyoneDiscoverJID: false,
      allowPM: 'moderators',
      broadcastPresenceRoles: ['moderator', 'visitor'],
      logEnabled: false,
      canChangeNickname: false,
      registrationEnabled: false,
      loginRestrictedToNickname: true,
      membersOnly: false,
      owners: [ann.bareJid],
    });
    await configure(ann, room, { 'muc#roomconfig_membersonly': '1' });
    expect(standing(await presenceOf(bob, room, 'Bob', isGone)).codes).toEqual([322, 110]);
    await configure(ann, room, {
      'muc#roomconfig_roomname': '',
      'muc#roomconfig_roomsecret': '',
      'muc#roomconfig_presencebroadcast': [],
    });
    const document = await room.document();
    expect(document).toMatchObject({ broadcastPresenceRoles: [], membersOnly: true });
    expect([document.naturalName, document.password]).toEqual([undefined, undefined]);
  });

  it.each([
    ['muc#roomconfig_maxusers', 'many'],
    ['muc#roomconfig_maxusers', '99999999999'],
    ['muc#roomconfig_whois', 'nobody'],
    ['muc#roomconfig_allowpm', 'friends'],
    ['muc#roomconfig_presencebroadcast', 'none'],
    ['muc#roomconfig_moderatedroom', 'perhaps'],
    ['muc#roomconfig_roomname', 'x'.repeat(256)],
    ['muc#roomconfig_roomsecret', 'x'.repeat(51)],
  ])('refuse %s as %s and change nothing', async (field, value) => {
    const room = await annMakes();
    const before = await room.document();
    await expect(
      configure(ann, room, { 'muc#roomconfig_roomdesc': 'new', [field]: value }),
    ).rejects.toEqual(refused('not-acceptable'));
    expect(await room.document()).toEqual(before);
  });

  it('are not configured by others', async () => {
    const room = await annMakes();
    await bob.join(room.jid, 'Bob');
    await administer(ann, room, { jid: bob.bareJid, affiliation: 'admin' });
    await expect(configure(bob, room, { 'muc#roomconfig_roomdesc': 'mine' })).rejects.toEqual(
      refused('forbidden'),
    );
  });
});
