import type { RoomChange, StandingChange } from '../../chat-server/live-room.js';
import type { BareJid } from '../../shared/jid.js';
import { compareCodePoints } from '../../shared/order.js';
import type { Affiliation, Affiliations } from '../affiliations/affiliations.js';
import type { RoomOptions } from './room.js';

/** Admins and members of groups. */
export type GroupPeople = ReadonlyMap<string, readonly BareJid[]>;

export interface RoomState {
  readonly options: RoomOptions;
  readonly affiliations: Affiliations;
}

/** The first that holds counts. Contract: muc-and-legacy 9.1 "Effective affiliation" */
const PRECEDENCE: readonly Affiliation[] = ['owner', 'admin', 'outcast', 'member'];

/** Whose change is told by the code 104 alone. */
const PLAIN_OPTIONS = [
  'naturalName',
  'description',
  'password',
  'maxUsers',
  'persistent',
  'publicRoom',
  'registrationEnabled',
  'canOccupantsChangeSubject',
  'canOccupantsInvite',
  'canChangeNickname',
  'loginRestrictedToNickname',
  'membersOnly',
  'moderated',
  'broadcastPresenceRoles',
  'allowPm',
] as const satisfies readonly (keyof RoomOptions)[];

const MEMBERS_ONLY_REASON = 'This room is now members-only.';

/** The affiliation of everybody who has one, directly or through a group. */
export function effectiveAffiliations(
  affiliations: Affiliations,
  groupPeople: GroupPeople,
): ReadonlyMap<BareJid, Affiliation> {
  const effective = new Map<BareJid, Affiliation>();
  for (const affiliation of [...PRECEDENCE].reverse()) {
    for (const jid of holders(affiliations, groupPeople, affiliation))
      effective.set(jid, affiliation);
  }
  return effective;
}

/** Everybody who holds `affiliation` directly or through a group. */
export function* holders(
  { people, groups }: Affiliations,
  groupPeople: GroupPeople,
  affiliation: Affiliation,
): Generator<BareJid> {
  for (const [jid, held] of people) if (held === affiliation) yield jid;
  for (const [name, held] of groups) {
    if (held === affiliation) yield* groupPeople.get(name) ?? [];
  }
}

/** What the chat server is told of a change. Contract: muc-and-legacy 10.2, 10.4 */
export function effectsOf(
  before: RoomState,
  after: RoomState,
  groupPeople: GroupPeople,
): Omit<RoomChange, 'service' | 'room' | 'version'> {
  const switchedOn = after.options.membersOnly && !before.options.membersOnly;
  const subject = after.options.subject ?? '';
  return {
    people: standingChanges(before, after, groupPeople),
    membersOnly: switchedOn ? { kick: 322, reason: MEMBERS_ONLY_REASON } : null,
    subject: subject === (before.options.subject ?? '') ? null : subject,
    configuration: configurationCodes(before.options, after.options),
  };
}

function standingChanges(
  before: RoomState,
  after: RoomState,
  groupPeople: GroupPeople,
): readonly StandingChange[] {
  const heldBefore = effectiveAffiliations(before.affiliations, groupPeople);
  const heldAfter = effectiveAffiliations(after.affiliations, groupPeople);
  const changed: StandingChange[] = [];
  for (const jid of new Set([...heldBefore.keys(), ...heldAfter.keys()])) {
    const held = standingOf(jid, heldBefore);
    const affiliation = standingOf(jid, heldAfter);
    if (affiliation === held) continue;
    const kick = kickCode(held, affiliation, after.options);
    const role = kick === null ? roleOf(affiliation, after.options) : 'none';
    changed.push({ jid, affiliation, role, kick });
  }
  return changed.sort((a, b) => compareCodePoints(a.jid, b.jid));
}

/** People who have no affiliation are outcasts where their domain is one. */
function standingOf(
  jid: BareJid,
  effective: ReadonlyMap<string, Affiliation>,
): Affiliation | 'none' {
  const domain = jid.slice(jid.indexOf('@') + 1);
  return effective.get(jid) ?? (effective.get(domain) === 'outcast' ? 'outcast' : 'none');
}

function kickCode(
  held: Affiliation | 'none',
  holds: Affiliation | 'none',
  { membersOnly }: RoomOptions,
): 301 | 321 | null {
  if (holds === 'outcast') return 301;
  return membersOnly && holds === 'none' && held !== 'outcast' ? 321 : null;
}

/** The role that an affiliation brings along. Contract: muc-and-legacy 10.4 */
function roleOf(
  affiliation: Affiliation | 'none',
  { moderated }: RoomOptions,
): StandingChange['role'] {
  if (affiliation === 'owner' || affiliation === 'admin') return 'moderator';
  return affiliation === 'member' || !moderated ? 'participant' : 'visitor';
}

/** XEP-0045 section 10.2.1 */
function configurationCodes(before: RoomOptions, after: RoomOptions): RoomChange['configuration'] {
  const codes: RoomChange['configuration'][number][] = [];
  if (PLAIN_OPTIONS.some((field) => !isSame(before[field], after[field]))) codes.push(104);
  if (before.logEnabled !== after.logEnabled) codes.push(after.logEnabled ? 170 : 171);
  if (before.canAnyoneDiscoverJid !== after.canAnyoneDiscoverJid) {
    codes.push(after.canAnyoneDiscoverJid ? 172 : 173);
  }
  return codes;
}

function isSame(a: RoomOptions[keyof RoomOptions], b: RoomOptions[keyof RoomOptions]): boolean {
  return Array.isArray(a) && Array.isArray(b) ? a.join() === b.join() : a === b;
}
