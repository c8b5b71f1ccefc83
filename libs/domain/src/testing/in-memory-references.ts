import type { BareJid } from '../shared/jid.js';
import { compareCodePoints } from '../shared/order.js';
import { FOLLOWING, namesAdministrator, replaceAdministrator } from '../system/administrators.js';
import type { TouchedReferences } from '../users/touched-references.js';
import { holds, leftBy, put, refOf } from './in-memory-groups.js';
import { giveOwner, putRoom, without } from './rows.js';
import type { Rows } from './rows.js';

/**
 * Everything outside the user's own rows that refers to a user by JID: other users' rosters, group
 * memberships, room affiliations with reserved nicknames, and the list of administrators.
 * @param to `null`: they are removed @param heir becomes owner of rooms left without an owner
 */
export function replaceReferences(
  rows: Rows,
  from: BareJid,
  to: BareJid | null,
  heir: BareJid,
): TouchedReferences {
  const touched = {
    rosterOwners: inRosters(rows, from, to),
    groups: inGroups(rows, from, to),
    rooms: inRooms(rows, from, to, heir),
  };
  for (const { key } of FOLLOWING) {
    const listed = rows.properties.get(key);
    if (listed !== undefined && namesAdministrator(listed, from)) {
      rows.properties.set(key, replaceAdministrator(listed, from, to));
    }
  }
  return touched;
}

function inRosters(rows: Rows, from: BareJid, to: BareJid | null) {
  const { accounts } = rows;
  dropOwnContact(rows, to);
  const owners = [...accounts].filter(([, { roster }]) => roster.has(from));
  for (const [owner, row] of owners) {
    const roster = new Map(row.roster);
    if (to !== null) roster.set(to, { ...roster.get(from)!, jid: to });
    roster.delete(from);
    accounts.set(owner, { ...row, roster });
  }
  return owners.map(([owner]) => owner);
}

/** Nobody becomes a contact of their own by a new name. */
function dropOwnContact({ accounts }: Rows, jid: BareJid | null): void {
  const owner = [...accounts.keys()].find((name) => jid?.startsWith(`${name}@`));
  const row = owner && accounts.get(owner);
  if (!owner || !row || jid === null) return;
  const roster = new Map(row.roster);
  roster.delete(jid);
  accounts.set(owner, { ...row, roster });
}

function inGroups(rows: Rows, from: BareJid, to: BareJid | null) {
  const groups = [...rows.groups.values()].filter((group) => holds(group, from));
  for (const group of groups) {
    const rest = leftBy(to === null ? group : leftBy(group, to), from);
    const role = group.admins.includes(from) ? 'admins' : 'members';
    const people = to === null ? rest[role] : [...rest[role], to].sort(compareCodePoints);
    put(rows, { ...rest, [role]: people });
  }
  return groups.map(({ name }) => name);
}

/** Gives a room that has lost its only owner a new one. */
function inRooms(rows: Rows, from: BareJid, to: BareJid | null, heir: BareJid) {
  const rooms = [...rows.rooms.values()].filter(({ people }) => people.has(from));
  for (const room of rooms) {
    const people = without(room.people, from);
    const ownerGone = room.people.get(to ?? from) === 'owner';
    if (to !== null) people.set(to, room.people.get(from)!);
    const changed = putRoom(rows, room, { people });
    if (ownerGone) giveOwner(rows, changed, heir);
  }
  return rooms.map(refOf);
}
