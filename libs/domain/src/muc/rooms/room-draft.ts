import { InvalidArgument, requireLength } from '../../shared/domain-error.js';
import { localpart } from '../../shared/jid.js';
import type { BareJid, Localpart } from '../../shared/jid.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import { AFFILIATIONS } from '../affiliations/affiliations.js';
import type { Affiliation, Affiliations, Entry } from '../affiliations/affiliations.js';
import { DuplicateAffiliations, NoSuchGroup, NotAJid } from '../errors.js';
import type { GroupJids } from '../affiliations/group-jids.js';
import { parseReference, referenceIn } from '../affiliations/references.js';
import type { Reference } from '../affiliations/references.js';
import {
  MAX_ROOM_PASSWORD_LENGTH,
  MAX_ROOM_TEXT_LENGTH,
  PRIVATE_MESSAGE_RULES,
  ROLES,
  roomName,
} from './room.js';
import type { PrivateMessageRule, Role, RoomOptions, RoomSettings } from './room.js';

type Texts = readonly string[] | undefined;

/** What a client sends about a room; nothing of it is checked yet. */
export type RoomDraft = {
  readonly [Field in Exclude<keyof RoomOptions, 'broadcastPresenceRoles' | 'allowPm'>]?:
    NonNullable<RoomOptions[Field]> | undefined;
} & {
  readonly [List in `${Affiliation}s` | `${Affiliation}Groups`]?: Texts;
} & {
  readonly roomName?: string | undefined;
  readonly creationDate?: Date | undefined;
  readonly modificationDate?: Date | undefined;
  readonly broadcastPresenceRoles?: Texts;
  readonly allowPm?: string | undefined;
};

/** A document of a room. What its names mean depends on the room that it overwrites. */
export interface RoomReading {
  /** names of all groups */
  readonly groups: readonly string[];
  /**
   * @param before who is affiliated with the room, nobody when it is new
   * @throws InvalidArgument, NotAJid. Contract: muc-and-legacy 5.1, check 6; core 1.11
   */
  plan(before: Affiliations): ValidatedRoom;
}

interface Listed {
  readonly affiliation: Affiliation;
  readonly text: string;
  readonly reference: Reference;
}

/** A room as a client asked for it, checked as far as that goes without looking at others. */
export interface ValidatedRoom {
  readonly name: Localpart;
  readonly settings: RoomSettings;
  /** in the order of documents; an entity may still appear twice */
  readonly entries: readonly PlannedEntry[];
}

interface PlannedEntry {
  readonly entry: Entry;
  readonly affiliation: Affiliation;
  /** false for the owner that a room gets whose document names none */
  readonly named: boolean;
}

const DEFAULT_OWNER = 'admin';
const SHOWN_CHARACTERS = 100;

/** @throws InvalidArgument. Contract: muc-and-legacy 5.1, checks 1 and 2 */
export function newRoomName(draft: RoomDraft | null): Localpart {
  const sent = draft?.roomName;
  if (!sent) throw new InvalidArgument('Could not create the channel', 'chatrooms');
  const name = roomName(sent);
  if (name === null) throw new InvalidArgument('Could not create the channel', sent);
  return name;
}

/** @throws InvalidArgument. Contract: muc-and-legacy 5.1, check 3 */
export function sameRoomName(path: string, draft: RoomDraft | null): Localpart {
  const name = roomName(path);
  if (name !== null && draft?.roomName !== undefined && roomName(draft.roomName) === name) {
    return name;
  }
  throw new InvalidArgument(
    'Could not update the channel. The room name is different to the entity room name.',
    name ?? path,
  );
}

/** @throws InvalidArgument. Contract: muc-and-legacy 3.2; 5.1, check 5 */
export function readRoom(
  name: Localpart,
  draft: RoomDraft,
  domain: ServiceDomain,
  jids: GroupJids,
): RoomReading {
  const settings = settingsOf(draft);
  const listed = listedIn(draft, domain, jids);
  const groups = listed.flatMap(({ reference }) =>
    reference.kind === 'group-jid' ? [reference.group] : [],
  );
  return {
    groups: [...new Set(groups)],
    plan(before) {
      const entries = plannedEntries(name, listed, before, domain);
      requireLength('naturalName', draft.naturalName, MAX_ROOM_TEXT_LENGTH);
      requireLength('description', draft.description, MAX_ROOM_TEXT_LENGTH);
      requireLength('password', draft.password, MAX_ROOM_PASSWORD_LENGTH);
      return { name, entries, settings };
    },
  };
}

/** Names of all groups that the plans hold. */
export function plannedGroups(plans: readonly ValidatedRoom[]): readonly string[] {
  const names = new Set<string>();
  for (const { entries } of plans)
    for (const { entry } of entries) if (entry.kind === 'group') names.add(entry.name);
  return [...names];
}

/**
 * @param refusal message of duplicates
 * @throws NoSuchGroup, DuplicateAffiliations. Contract: muc-and-legacy 5.1, checks 7 and 8
 */
export function requireConsistent(
  { name, entries }: ValidatedRoom,
  existingGroups: ReadonlySet<string>,
  refusal: string,
): void {
  const seen = new Map<BareJid, number>();
  for (const { entry } of entries) {
    if (entry.kind === 'person') seen.set(entry.jid, (seen.get(entry.jid) ?? 0) + 1);
    else if (!existingGroups.has(entry.name)) throw new NoSuchGroup(entry.name, name);
  }
  const twice = [...seen].filter(([, count]) => count > 1).map(([jid]) => jid);
  if (twice.length > 0) throw new DuplicateAffiliations(refusal, name, twice);
}

/** A group of two lists ends in the later one. @param which `named`: without the default owner */
export function plannedAffiliations(
  { entries }: ValidatedRoom,
  which: 'all' | 'named' = 'all',
): Affiliations {
  const people = new Map<BareJid, Affiliation>();
  const groups = new Map<string, Affiliation>();
  for (const { entry, affiliation, named } of entries) {
    if (which === 'named' && !named) continue;
    if (entry.kind === 'person') people.set(entry.jid, affiliation);
    else groups.set(entry.name, affiliation);
  }
  return { people, groups };
}

function settingsOf(draft: RoomDraft): RoomSettings {
  return {
    naturalName: draft.naturalName ?? null,
    description: draft.description ?? null,
    password: draft.password || null,
    subject: draft.subject || null,
    creationDate: draft.creationDate ?? null,
    modificationDate: draft.modificationDate ?? null,
    maxUsers: draft.maxUsers ?? 0,
    persistent: draft.persistent ?? false,
    publicRoom: draft.publicRoom ?? false,
    registrationEnabled: draft.registrationEnabled ?? true,
    canAnyoneDiscoverJid: draft.canAnyoneDiscoverJid ?? false,
    canOccupantsChangeSubject: draft.canOccupantsChangeSubject ?? false,
    canOccupantsInvite: draft.canOccupantsInvite ?? false,
    canChangeNickname: draft.canChangeNickname ?? true,
    logEnabled: draft.logEnabled ?? false,
    loginRestrictedToNickname: draft.loginRestrictedToNickname ?? false,
    membersOnly: draft.membersOnly ?? false,
    moderated: draft.moderated ?? false,
    allowPm: privateMessageRule(draft.allowPm),
    broadcastPresenceRoles: presenceRoles(draft.broadcastPresenceRoles ?? []),
  };
}

function listedIn(draft: RoomDraft, domain: ServiceDomain, jids: GroupJids): readonly Listed[] {
  return AFFILIATIONS.flatMap((affiliation): readonly Listed[] => [
    ...(draft[`${affiliation}s`] ?? []).map((text) => {
      return { affiliation, text, reference: parseReference(text, domain, jids) };
    }),
    ...(draft[`${affiliation}Groups`] ?? []).map((text) => {
      const group = jids.groupOf(text) ?? text;
      return { affiliation, text, reference: { kind: 'group-jid', group } as const };
    }),
  ]);
}

function plannedEntries(
  room: Localpart,
  listed: readonly Listed[],
  before: Affiliations,
  domain: ServiceDomain,
): readonly PlannedEntry[] {
  const people: PlannedEntry[] = [];
  const groups: PlannedEntry[] = [];
  for (const { affiliation, text, reference } of listed) {
    const entry = listedEntry(referenceIn(before, reference));
    if (entry === null) throw new NotAJid(text, room);
    (entry.kind === 'person' ? people : groups).push({ entry, affiliation, named: true });
  }
  const ownerless = !people.some(({ affiliation }) => affiliation === 'owner');
  const owner: Entry = { kind: 'person', jid: domain.jidOf(localpart(DEFAULT_OWNER)!) };
  return [
    ...(ownerless ? [{ entry: owner, affiliation: 'owner', named: false } as const] : []),
    ...people,
    ...groups,
  ];
}

/** Names in user lists are user names, never groups. Contract: muc-and-legacy 1.3 */
function listedEntry(reference: Reference): Entry | null {
  if (reference.kind === 'group-jid') return { kind: 'group', name: reference.group };
  if (reference.kind === 'jid') return { kind: 'person', jid: reference.bare };
  if (reference.kind !== 'name' || reference.local === null) return null;
  return { kind: 'person', jid: reference.local.jid };
}

function privateMessageRule(text: string | undefined): PrivateMessageRule {
  if (!text) return 'anyone';
  const rule = PRIVATE_MESSAGE_RULES.find((known) => known === text.toLowerCase());
  if (rule === undefined) throw invalidValue('allowPM', text);
  return rule;
}

/** In the order of documents, each once; `none` stands for no role. */
function presenceRoles(texts: readonly string[]): readonly Role[] {
  for (const text of texts) {
    if (text !== 'none' && !ROLES.some((role) => role === text))
      throw invalidValue('broadcastPresenceRoles', text);
  }
  return ROLES.filter((role) => texts.includes(role));
}

function invalidValue(field: string, value: string): InvalidArgument {
  const shown = [...value].slice(0, SHOWN_CHARACTERS).join('');
  return new InvalidArgument(`Invalid value for ${field}: ${shown}`, null);
}
