import { InvalidArgument, isLonger } from '../shared/domain-error.js';
import {
  fieldsThatDiffer,
  flag,
  patchedValues,
  requireLimits,
  shownNames,
  text,
  valuesOf,
} from '../shared/fields.js';
import type { Draft, Values } from '../shared/fields.js';
import type { BareJid } from '../shared/jid.js';
import { memberFault } from '../shared/jid-faults.js';
import { requireAtMost } from '../shared/limits.js';
import { compareCodePoints } from '../shared/order.js';
import type { Rereadable } from '../shared/long-list.js';
import type { Patch } from '../shared/patch.js';
import { mapInPieces } from '../shared/pieces.js';
import type { ServiceDomain } from '../shared/service-domain.js';

export const MAX_GROUP_NAME_LENGTH = 50;
/** Admins and members together. */
export const MOST_MEMBERS = { things: 'members', most: 100_000 };

/** Contract: core 1.11, 6.1 */
export const GROUP_FIELDS = {
  description: text({ limit: 255 }),
  /** whether its people appear in each other's rosters */
  shared: flag(false),
};

export const GROUP_SHOWN = shownNames(GROUP_FIELDS);

export interface GroupSummary extends Values<typeof GROUP_FIELDS> {
  /** any text, case-sensitive */
  readonly name: string;
}

/** Nobody is both admin and member; both lists hold unique values, ascending by code point. */
export interface Group extends GroupSummary {
  readonly admins: readonly BareJid[];
  readonly members: readonly BareJid[];
}

export interface GroupPerson {
  readonly jid: BareJid;
  readonly isAdmin: boolean;
}

export const GROUP_ROLES = ['member', 'admin'] as const;
export type GroupRole = (typeof GROUP_ROLES)[number];

export interface GroupMember {
  readonly jid: BareJid;
  readonly role: GroupRole;
}

/** A group with many people, who are read while they are consumed: admins first, each in order. */
export interface LongGroup extends GroupSummary {
  /** no batch has both admins and members */
  readonly people: Rereadable<GroupPerson>;
}

/** All of a group in memory, with the number of its people. */
export async function countedGroup(
  group: Group | LongGroup,
): Promise<Group & { readonly memberCount: number }> {
  const { name, description, shared } = group;
  const [admins, members]: [BareJid[], BareJid[]] = [[], []];
  if ('people' in group) {
    for await (const batch of group.people) {
      for (const { jid, isAdmin } of batch) (isAdmin ? admins : members).push(jid);
    }
  } else {
    admins.push(...group.admins);
    members.push(...group.members);
  }
  return {
    name,
    description,
    shared,
    admins,
    members,
    memberCount: admins.length + members.length,
  };
}

/** A group as received from a client. */
export interface GroupDraft extends Draft<typeof GROUP_FIELDS> {
  readonly name?: string | undefined;
  readonly admins?: readonly string[] | undefined;
  readonly members?: readonly string[] | undefined;
}

/** Contract: extensions E3 */
export type GroupPatch = Patch<GroupDraft>;

/** Whether a group may be created under a name: neither blank nor too long. Contract: core 4.1, check 3 */
export function isGroupName(name: string): boolean {
  return name.trim() !== '' && !isLonger(name, MAX_GROUP_NAME_LENGTH);
}

/** Why groups are not called so. */
export function groupNameFault(name: string): string {
  if (name === '') return 'name missing';
  if (name.trim() === '') return 'a name of white space alone';
  return `longer than ${MAX_GROUP_NAME_LENGTH} characters`;
}

export function groupNameRefused(name: string): InvalidArgument {
  return new InvalidArgument('invalid-group-name', {
    resource: name || 'groups',
    detail: groupNameFault(name),
  });
}

/**
 * The group that `draft` describes under `name`; who is in both lists is admin only.
 * @param held who is in it already, under names that older rules allowed, too
 * @throws InvalidArgument. Contract: core 6.1, POST checks 3 and 4
 */
export async function describedGroup(
  name: string,
  draft: GroupDraft,
  domain: ServiceDomain,
  held: ReadonlySet<BareJid> = new Set(),
): Promise<Group> {
  const read = (text: string): BareJid | null => {
    const known = domain.parseMember(text, 'query');
    return known && held.has(known) ? known : domain.parseMember(text, 'stored');
  };
  const members = await people(draft.members, 'member', name, read);
  const admins = await people(draft.admins, 'admin', name, read);
  requireLimits(GROUP_FIELDS, draft);
  return {
    name,
    ...valuesOf(GROUP_FIELDS, draft),
    admins: [...admins].sort(compareCodePoints),
    members: [...members].filter((jid) => !admins.has(jid)).sort(compareCodePoints),
  };
}

/**
 * The group that a patch makes of `before`, itself if that is the same; who is in both lists is admin only.
 * @param described the group that the members of the patch alone would describe
 * @throws TooManyParts. Contract: extensions E3
 */
export function patchedGroup(before: Group, patch: GroupPatch, described: Group): Group {
  const { admins } = patch.admins === undefined ? before : described;
  const { members } = patch.members === undefined ? before : described;
  if (patch.admins || patch.members) requireAtMost(MOST_MEMBERS, admins.length + members.length);
  const isAdmin = new Set(admins);
  const after = {
    name: before.name,
    ...patchedValues(GROUP_FIELDS, before, patch),
    admins,
    members: members.filter((jid) => !isAdmin.has(jid)),
  };
  return fieldsThatDiffer(before, after).length === 0 ? before : after;
}

export function memberRefused(role: GroupRole, text: string, group: string): InvalidArgument {
  const detail = memberFault(text);
  return new InvalidArgument('invalid-group-member', {
    role,
    value: text,
    resource: group,
    detail,
  });
}

async function people(
  texts: readonly string[] | undefined,
  role: GroupRole,
  group: string,
  read: (text: string) => BareJid | null,
): Promise<ReadonlySet<BareJid>> {
  const named = (texts ?? []).filter((text) => text.trim() !== ''); // I-17
  const jids = await mapInPieces(named, (text) => {
    const jid = read(text);
    if (jid === null) throw memberRefused(role, text, group);
    return jid;
  });
  return new Set(jids);
}
