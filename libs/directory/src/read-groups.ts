import type { DirectoryGroup, TakeEntries } from '@chat-admin/domain/directories/directory-source';
import { firstOf, textOf } from './attribute-values.js';
import type { Filter } from 'ldapts';
import type { GroupsConfiguration } from './directory-configuration.js';
import { dnKey } from './dn-key.js';
import { allValues, firstRange } from './ranges.js';
import { distinctIds } from './read-people.js';
import type { Changed, PeopleIds, ReadPeople } from './read-people.js';

/** Groups have long lists of members. */
const PAGE = 50;

export interface GroupsRead {
  readonly referrals: number;
  /** members that are none of the people */
  readonly strangers: number;
}

/** A group with its own members; those of groups in it come once all groups are known. */
interface Direct extends Omit<DirectoryGroup, 'members'> {
  readonly people: readonly string[];
  /** keys of what may be groups or strangers */
  readonly others: readonly string[];
}

/** Reads all groups with all members, nested ones included if wanted; cycles end where they begin. */
export async function readGroups(
  context: ReadPeople,
  groups: GroupsConfiguration,
  people: PeopleIds,
  { attributes, note }: Omit<Changed, 'changed'>,
  take: TakeEntries,
): Promise<GroupsRead> {
  const { client, kind } = context;
  const found = new Map<string, Direct>();
  const distinct = distinctIds(kind);
  const member = kind.isRanged ? firstRange(groups.member) : groups.member;
  const referrals = await client.search(
    {
      base: groups.base,
      filter: groups.filter,
      attributes: [kind.id.attribute, groups.name, groups.description, member, ...attributes],
      page: PAGE,
    },
    async (entries) => {
      for (const entry of entries) {
        note(entry);
        const own: string[] = [];
        const others: string[] = [];
        for (const value of await allValues(client, entry, groups.member)) {
          const key = keyOf(groups, value);
          const id = people.get(key);
          if (id === undefined) others.push(key);
          else own.push(id);
        }
        found.set(dnKey(entry.dn), {
          kind: 'group',
          externalId: distinct(entry),
          dn: entry.dn,
          name: firstOf(entry, groups.name),
          description: firstOf(entry, groups.description),
          ...{ people: own, others },
        });
      }
    },
  );
  const isNested = groups.nested && groups.memberIs === 'dn';
  let strangers = 0;
  for (const group of found.values()) {
    strangers += group.others.filter((key) => !found.has(key)).length;
    const { people: own, others, ...shown } = group;
    const members = isNested && others.length > 0 ? walk(group, found) : new Set(own);
    await take([{ ...shown, members: [...members] }]);
  }
  return { referrals, strangers };
}

function keyOf({ memberIs }: GroupsConfiguration, value: Buffer): string {
  const text = textOf(value) ?? '';
  return memberIs === 'dn' ? dnKey(text) : text.toLowerCase();
}

function walk(start: Direct, groups: ReadonlyMap<string, Direct>): ReadonlySet<string> {
  const members = new Set<string>();
  const visited = new Set<Direct>([start]);
  for (const group of visited) {
    for (const id of group.people) members.add(id);
    for (const key of group.others) {
      const nested = groups.get(key);
      if (nested !== undefined) visited.add(nested);
    }
  }
  return members;
}

/** @returns whether any group has changed */
export async function groupsChanged(
  { client, kind }: ReadPeople,
  groups: GroupsConfiguration,
  filter: Filter,
  { attributes, note }: Omit<Changed, 'changed'>,
): Promise<boolean> {
  let isChanged = false;
  await client.search(
    {
      base: groups.base,
      filter,
      attributes: [kind.id.attribute, ...attributes],
      page: 500,
    },
    async (entries) => {
      isChanged = true;
      entries.forEach(note);
    },
  );
  return isChanged;
}
