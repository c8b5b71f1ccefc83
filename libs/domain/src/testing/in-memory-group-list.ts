import { GroupList } from '../groups/group-list.js';
import type {
  GroupDetails,
  GroupEntry,
  GroupSelection,
  MemberSelection,
} from '../groups/group-list.js';
import type { Group, GroupMember } from '../groups/group.js';
import type { BareJid } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { holds } from './in-memory-groups.js';
import { holdsText, isShort, orderedList } from './in-memory-lists.js';

export class InMemoryGroupList extends GroupList {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async select(selection: GroupSelection, details: GroupDetails): Promise<OrderedList<GroupEntry>> {
    const { managedGroups } = this.database.rows;
    const sourceOf = ({ name }: Group) => managedGroups.get(name);
    const found = () =>
      this.groups().filter(
        (group) =>
          isSelected(group, selection) &&
          (selection.managedBy === null || (sourceOf(group)?.source ?? '') === selection.managedBy),
      );
    const entries = () =>
      found().map(({ name, description, shared, members, admins }) => ({
        ...{ name, description, shared },
        managedBy: managedGroups.get(name)?.source ?? null,
        externalId: managedGroups.get(name)?.externalId ?? null,
        ...(details.people ? { members, admins } : {}),
        ...(details.count ? { memberCount: members.length + admins.length } : {}),
      }));
    return orderedList(entries, ({ name }, sort) => [sorted(name, sort), name]);
  }

  async people(
    name: string,
    { role, text }: MemberSelection,
  ): Promise<OrderedList<GroupMember> | null> {
    const group = this.database.rows.groups.get(name);
    if (!group) return null;
    const all = (['member', 'admin'] as const).flatMap((one) =>
      group[`${one}s`].map((jid) => ({ jid, role: one })),
    );
    const found = all.filter(
      (person) =>
        (role === null || person.role === role) &&
        (text === null || person.jid.startsWith(text.toLowerCase())),
    );
    return orderedList(
      () => found,
      ({ jid }) => [jid, jid],
    );
  }

  namesOf(jid: BareJid): OrderedList<string> {
    const names = () =>
      this.groups()
        .filter((group) => holds(group, jid))
        .map(({ name }) => name);
    return orderedList(names, (name, sort) => [sorted(name, sort), name]);
  }

  private groups(): readonly Group[] {
    return [...this.database.rows.groups.values()];
  }
}

const sorted = (name: string, sort: string) => (sort === 'key' ? name : name.toLowerCase());

function isSelected(group: Group, { text, shared, member }: GroupSelection): boolean {
  return (
    (text === null || matches(group, text)) &&
    (shared === null || group.shared === shared) &&
    (member === null || (member !== '' && holds(group, member)))
  );
}

function matches({ name, description }: Group, text: string): boolean {
  if (isShort(text)) return name.toLowerCase().startsWith(text.toLowerCase());
  return holdsText([name, description], text);
}
