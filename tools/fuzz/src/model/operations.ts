import { EVERYTHING } from '@chat-admin/domain/shared/scopes';
import { groupDoc } from '@chat-admin/codecs/groups/group.doc';
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { propertyDoc } from '@chat-admin/codecs/system/property.doc';
import { rosterDoc, rosterItemDoc } from '@chat-admin/codecs/users/roster.doc';
import { userDoc } from '@chat-admin/codecs/users/user.doc';
import { DEFAULT_SERVICE } from '@chat-admin/domain/muc/services/chat-service';
import type { Random } from '../random.js';
import { DOMAIN } from '../requests/values.js';
import { CHANGE, CREATE, type Operation, plain, REMOVE, REPLACE, sending } from './operation.js';
import { webhookChange } from './webhook-operations.js';

/** So few that workers meet at them; keys are parents of each other. */
export const NAMES = {
  users: ['ann', 'bob', 'cy'],
  groups: ['crew', 'night'],
  rooms: ['attic', 'lobby'],
  keys: ['site', 'site.banner', 'site.banner.text', 'site.footer'],
};
const UNSIGNED = { sendInvitations: false, signer: null };
const AFFILIATIONS = ['owner', 'admin', 'member', 'outcast'] as const;

/**
 * A change of one of the kinds, each as often as the others.
 * @param webhooks ids of those that there are; without them webhooks are left alone, since whoever has no answer knows
 *   not which one it has made
 */
export function anyOperation(random: Random, webhooks?: readonly string[]): Operation {
  return random.pick([
    ...(webhooks === undefined ? [] : [(one: Random) => webhookChange(one, webhooks)]),
    userChange,
    rosterChange,
    groupChange,
    roomChange,
    affiliationChange,
    propertyChange,
  ])(random);
}

function userChange(random: Random): Operation {
  const user = random.pick(NAMES.users);
  const path = `/users/${user}`;
  const text = String(random.below(1000));
  switch (random.below(5)) {
    case 0:
      return sending(
        CREATE,
        '/users',
        { username: user, password: 'p1-secret', name: text },
        userDoc,
        (to, draft) => to.users.create(draft),
      );
    case 1:
      return sending(
        REPLACE,
        path,
        { name: text, properties: [{ key: 'n', value: text }] },
        userDoc,
        (to, draft) => to.users.update(user, draft),
      );
    case 2:
      return sending(REPLACE, path, { username: random.pick(NAMES.users) }, userDoc, (to, draft) =>
        to.users.update(user, draft),
      );
    case 3:
      return sending(REPLACE, path, { email: text }, userDoc, (to, draft) =>
        to.users.update(user, draft),
      );
    default:
      return plain(REMOVE, path, (to) => to.userRemoval.remove(user));
  }
}

function rosterChange(random: Random): Operation {
  const user = random.pick(NAMES.users);
  const jid = `${random.pick(NAMES.users)}@${DOMAIN}`;
  const path = `/users/${user}/roster`;
  const item = { jid, nickname: String(random.below(1000)), subscriptionType: random.below(4) };
  const sides = { mutual: random.oneIn(2) };
  const query = `?mutual=${sides.mutual}`;
  switch (random.below(4)) {
    case 0:
      return sending(CREATE, `${path}${query}`, item, rosterItemDoc, (to, draft) =>
        to.rosters.add(user, draft, sides),
      );
    case 1:
      return sending(REPLACE, `${path}/${jid}${query}`, item, rosterItemDoc, (to, draft) =>
        to.rosters.update(user, jid, draft, sides),
      );
    case 2: {
      const all = NAMES.users.map((name) => ({ ...item, jid: `${name}@${DOMAIN}` }));
      return sending(CHANGE, `${path}${query}`, { rosterItem: all }, rosterDoc, (to, drafts) =>
        to.rosterPatches.patch(user, drafts, sides),
      );
    }
    default:
      return plain(REMOVE, `${path}/${jid}${query}`, (to) => to.rosters.remove(user, jid, sides));
  }
}

function groupChange(random: Random): Operation {
  const name = random.pick(NAMES.groups);
  const user = random.pick(NAMES.users);
  const people = () => NAMES.users.filter(() => random.oneIn(3)).map((one) => `${one}@${DOMAIN}`);
  const group = {
    name,
    description: String(random.below(1000)),
    members: people(),
    admins: people(),
    shared: random.oneIn(2),
  };
  const membership = `/users/${user}/groups/${name}`;
  switch (random.below(6)) {
    case 0:
      return sending(CREATE, '/groups', group, groupDoc, (to, draft) => to.groups.create(draft));
    case 1:
      return sending(REPLACE, `/groups/${name}`, group, groupDoc, (to, draft) =>
        to.groups.update(name, draft),
      );
    case 2:
      return plain(CREATE, membership, (to) => to.userGroups.join(user, [name]));
    case 3:
      return plain(REMOVE, membership, (to) => to.userGroups.leave(user, [name]));
    case 4: {
      const one = random.pick([{ shared: group.shared }, { members: group.members }, {}]);
      return sending(REPLACE, `/groups/${name}`, { name, ...one }, groupDoc, (to, draft) =>
        to.groups.update(name, draft),
      );
    }
    default:
      return plain(REMOVE, `/groups/${name}`, (to) => to.groups.remove(name));
  }
}

function roomChange(random: Random): Operation {
  const room = random.pick(NAMES.rooms);
  const path = `/chatrooms/${room}`;
  const text = String(random.below(1000));
  const draft = {
    roomName: room,
    naturalName: text,
    description: text,
    persistent: true,
    membersOnly: random.oneIn(2),
  };
  switch (random.below(3)) {
    case 0:
      return sending(CREATE, '/chatrooms', draft, roomDoc, (to, sent) =>
        to.rooms.create(DEFAULT_SERVICE, sent, UNSIGNED),
      );
    case 1:
      return sending(REPLACE, path, draft, roomDoc, (to, sent) =>
        to.rooms.put(DEFAULT_SERVICE, room, sent, UNSIGNED),
      );
    default:
      return plain(REMOVE, path, (to) => to.roomRemoval.remove({ service: DEFAULT_SERVICE, room }));
  }
}

function affiliationChange(random: Random): Operation {
  const affiliation = random.pick(AFFILIATIONS);
  const list = { service: DEFAULT_SERVICE, room: random.pick(NAMES.rooms), affiliation };
  const path = `/chatrooms/${list.room}/${affiliation}s`;
  const user = random.pick(NAMES.users);
  const group = random.pick(NAMES.groups);
  switch (random.below(4)) {
    case 0:
      return plain(CREATE, `${path}/${user}`, (to) => to.affiliations.add(list, user, false));
    case 1:
      return plain(REMOVE, `${path}/${user}`, (to) => to.affiliations.remove(list, user));
    case 2:
      return plain(CREATE, `${path}/group/${group}`, (to) =>
        to.affiliations.addGroup(list, group, false),
      );
    default:
      return plain(REMOVE, `${path}/group/${group}`, (to) =>
        to.affiliations.removeGroup(list, group),
      );
  }
}

function propertyChange(random: Random): Operation {
  const key = random.pick(NAMES.keys);
  const value = String(random.below(1000));
  const path = `/system/properties/${key}`;
  switch (random.below(3)) {
    case 0:
      return sending(CREATE, '/system/properties', { key, value }, propertyDoc, (to, draft) =>
        to.properties.put(draft),
      );
    case 1:
      return sending(REPLACE, path, { key, value }, propertyDoc, (to, draft) =>
        to.properties.update(key, draft),
      );
    default:
      return plain(REMOVE, path, (to) => to.properties.remove(key, false, EVERYTHING));
  }
}
