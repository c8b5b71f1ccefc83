import type { Localpart } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { UserList } from '../users/user-list.js';
import type { TimeRange, UserEntry, UserSelection } from '../users/user-list.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import { holds } from './in-memory-groups.js';
import { holdsText, isShort, orderedList } from './in-memory-lists.js';
import { isLocked } from './in-memory-lockouts.js';
import { passes } from './in-memory-users.js';

export class InMemoryUserList extends UserList {
  constructor(
    private readonly database: InMemoryDatabase,
    private readonly domain: ServiceDomain,
  ) {
    super();
  }

  async select(selection: UserSelection): Promise<OrderedList<UserEntry>> {
    const entries = () => this.entries().filter((one) => this.isSelected(one, selection));
    return orderedList(entries, (entry, sort) => [valueOf(entry, sort), entry.username]);
  }

  private entries(): readonly UserEntry[] {
    return [...this.database.rows.accounts.values()].map(
      ({ user, lockout, role, managed, createdAt, archive }) => ({
        ...user,
        locked: isLocked(lockout),
        lockedUntil: isLocked(lockout) ? lockout!.until : null,
        created: createdAt,
        lastSeen: archive.loggedOutAt,
        role,
        managedBy: managed?.source ?? null,
        externalId: managed?.externalId ?? null,
      }),
    );
  }

  private isSelected(entry: UserEntry, selection: UserSelection): boolean {
    const { filter, text, locked, neverSeen, group, role, managedBy, among } = selection;
    const { username, lastSeen } = entry;
    const isShortSearch =
      selection.isPaged && filter.kind === 'name-contains' && isShort(filter.text);
    return (
      (isShortSearch
        ? username.startsWith(filter.text)
        : passes({ ...entry, properties: [...entry.properties] }, filter)) &&
      (text === null || matches(entry, text)) &&
      (locked === null || entry.locked === locked) &&
      (neverSeen === null || (lastSeen === null) === neverSeen) &&
      isWithin(entry.created, selection.created) &&
      isWithin(lastSeen, selection.lastSeen) &&
      (group === null || this.isIn(group, username)) &&
      (role === null || entry.role === role) &&
      (managedBy === null || (entry.managedBy ?? '') === managedBy) &&
      (among === null || among.usernames.includes(username) === among.isMember)
    );
  }

  private isIn(name: string, username: Localpart): boolean {
    const group = this.database.rows.groups.get(name);
    return group !== undefined && holds(group, this.domain.jidOf(username));
  }
}

function valueOf({ username, name, created }: UserEntry, sort: string): string | number {
  if (sort === 'created') return created.getTime() * 1000;
  return sort === 'name' ? (name ?? '').toLowerCase() : username;
}

function matches({ username, name, email }: UserEntry, text: string): boolean {
  if (isShort(text)) return username.startsWith(text.toLowerCase());
  return holdsText([username, name, email], text);
}

function isWithin(time: Date | null, { from, to }: TimeRange): boolean {
  if (from === null && to === null) return true;
  return time !== null && (from === null || time >= from) && (to === null || time < to);
}
