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

/** Fields that an overwritten room has otherwise; a password that is set counts as changed. */
export function changedFields(before: Room, settings: RoomSettings): readonly string[] {
  const { creationDate, ...options } = settings;
  const change = { ...options, ...(creationDate === null ? {} : { creationDate }) };
  const differing = new Set<string>(fieldsThatDiffer(before, change));
  if (settings.password !== null) differing.add('password');
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
