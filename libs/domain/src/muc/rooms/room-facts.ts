import { namesOf } from '../../shared/audit-facts.js';
import type { AuditFacts } from '../../shared/audit-facts.js';
import { fieldsThatDiffer } from '../../shared/fields.js';
import type { AffiliationChange, Affiliations } from '../affiliations/affiliations.js';
import type { Room, RoomSettings } from './room.js';

/** In the order of documents, where two of them have other names. Contract: muc-and-legacy 3.1 */
const SHOWN: readonly (readonly [property: keyof RoomSettings, name: string])[] = [
  ...(['naturalName', 'description', 'password', 'subject', 'creationDate'] as const).map(asItIs),
  ...(['maxUsers', 'persistent', 'publicRoom', 'registrationEnabled'] as const).map(asItIs),
  ['canAnyoneDiscoverJid', 'canAnyoneDiscoverJID'],
  ...(['canOccupantsChangeSubject', 'canOccupantsInvite', 'canChangeNickname'] as const).map(
    asItIs,
  ),
  ...(['logEnabled', 'loginRestrictedToNickname', 'membersOnly', 'moderated'] as const).map(asItIs),
  ['broadcastPresenceRoles', 'broadcastPresenceRoles'],
  ['allowPm', 'allowPM'],
];

function asItIs(name: keyof RoomSettings) {
  return [name, name] as const;
}

/** What an overwritten room has otherwise, but for the date of the change. */
export function differingFields(
  before: Room,
  { creationDate, modificationDate: _date, ...options }: RoomSettings,
): ReadonlySet<string> {
  const change = { ...options, ...(creationDate === null ? {} : { creationDate }) };
  return new Set(fieldsThatDiffer(before, change));
}

/** @param setsPassword it then counts as changed */
export function changedFields(
  before: Room,
  settings: RoomSettings,
  setsPassword: boolean,
): readonly string[] {
  const differing = new Set(differingFields(before, settings));
  if (setsPassword) differing.add('password');
  return SHOWN.flatMap(([property, name]) => (differing.has(property) ? [name] : []));
}

/**
 * Who is added and removed, with their affiliations; whoever gets another one is both.
 * @param groupJid of a group name
 */
export function affiliationFacts(
  before: Affiliations,
  { set, dropped }: AffiliationChange,
  groupJid: (name: string) => string,
): AuditFacts {
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
