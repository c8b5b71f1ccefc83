import { namesOf } from '../../shared/audit-facts.js';
import type { Changes } from '../../shared/audit-facts.js';
import { fieldsThatDiffer, shownOf } from '../../shared/fields.js';
import type { AffiliationChange, Affiliations } from '../affiliations/affiliations.js';
import { ROOM_SHOWN } from './room.js';
import type { Room, RoomSettings } from './room.js';

/** What an overwritten room has otherwise, but for the date of the change. */
export function differingFields(
  before: Room,
  { creationDate, modificationDate: _date, ...options }: RoomSettings,
): ReadonlySet<string> {
  const change = { ...options, ...(creationDate === null ? {} : { creationDate }) };
  return new Set(fieldsThatDiffer(before, change));
}

/** By their names in documents. @param setsPassword it then counts as changed */
export function changedFields(
  before: Room,
  settings: RoomSettings,
  setsPassword: boolean,
): readonly string[] {
  const differing = new Set(differingFields(before, settings));
  if (setsPassword) differing.add('password');
  return shownOf(ROOM_SHOWN, differing);
}

/**
 * Who is added and removed, with their affiliations; whoever gets another one is both.
 * @param groupJid of a group name
 */
export function affiliationFacts(
  before: Affiliations,
  { set, dropped }: AffiliationChange,
  groupJid: (name: string) => string,
): Changes {
  const added = [
    ...[...set.people].map(([jid, affiliation]) => ({ affiliation, jid: () => jid as string })),
    ...[...set.groups].map(([name, affiliation]) => ({ affiliation, jid: () => groupJid(name) })),
  ];
  const people = [...set.people.keys(), ...dropped.people].flatMap((jid) => {
    const affiliation = before.people.get(jid);
    return affiliation === undefined ? [] : [{ affiliation, jid: () => jid as string }];
  });
  const groups = [...set.groups.keys(), ...dropped.groups].flatMap((name) => {
    const affiliation = before.groups.get(name);
    return affiliation === undefined ? [] : [{ affiliation, jid: () => groupJid(name) }];
  });
  const named = ({ affiliation, jid }: (typeof added)[number]) => `${affiliation}:${jid()}`;
  return { added: namesOf(added, named), removed: namesOf([...people, ...groups], named) };
}
