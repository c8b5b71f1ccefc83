import type { StoredKey } from '../access/api-key.js';
import type { LoggedEntry } from '../audit/audit-search.js';
import type { AuditEntry } from '../audit/audit-trail.js';
import type { Group } from '../groups/group.js';
import type { Affiliation, Affiliations } from '../muc/affiliations/affiliations.js';
import type { LoggedMessage } from '../muc/history/room-history.js';
import type { RoomSettings } from '../muc/rooms/room.js';
import { DEFAULT_DESCRIPTION, DEFAULT_SERVICE } from '../muc/services/chat-service.js';
import type { ConfiguredService, ServiceName } from '../muc/services/chat-service.js';
import type { BareJid, Localpart } from '../shared/jid.js';
import type { AccountRole } from '../users/account-role.js';
import type { RosterItem } from '../users/roster.js';
import type { Managed, ManagedUser } from '../users/managed-objects.js';
import type { Lockout } from '../users/lockout.js';
import type { NewAccount } from '../users/user-repository.js';
import type { StoredWebhook } from '../webhooks/webhook.js';

export interface AccountRow extends NewAccount {
  /** stays when the account is renamed */
  readonly id: string;
  readonly lockout: Lockout | null;
  readonly role: AccountRole | null;
  readonly managed: ManagedUser | null;
  readonly createdAt: Date;
  readonly vcard: string | null;
  readonly roster: ReadonlyMap<BareJid, RosterItem>;
  readonly archive: ArchiveRow;
}

/** What an account has written and been written. */
export interface ArchiveRow {
  readonly loggedOutAt: Date | null;
  readonly messages: readonly { readonly sentAt: Date; readonly received: boolean }[];
}

export interface RoomRow extends Affiliations {
  readonly id: number;
  readonly version: number;
  readonly service: ServiceName;
  readonly name: Localpart;
  readonly settings: RoomSettings & {
    readonly creationDate: Date;
    readonly modificationDate: Date;
  };
  readonly messages: readonly LoggedMessage[];
}

/** All stored rows. Values are replaced, never mutated, so copying the maps copies everything. */
export interface Rows {
  readonly accounts: Map<Localpart, AccountRow>;
  readonly groups: Map<string, Group>;
  readonly managedGroups: Map<string, Managed>;
  readonly chatServices: Map<ServiceName, ConfiguredService>;
  readonly rooms: Map<number, RoomRow>;
  readonly properties: Map<string, string>;
  readonly keys: Map<string, StoredKey>;
  readonly webhooks: Map<string, StoredWebhook>;
  readonly audit: Map<number, LoggedEntry & Pick<AuditEntry, 'concerns'>>;
}

/** A fresh database: one chat service and nothing else. */
export function freshRows(): Rows {
  const name = DEFAULT_SERVICE as ServiceName;
  return {
    accounts: new Map(),
    groups: new Map(),
    managedGroups: new Map(),
    chatServices: new Map([
      [name, { name, description: DEFAULT_DESCRIPTION, hidden: false, historyMaxNumber: 25 }],
    ]),
    rooms: new Map(),
    properties: new Map(),
    keys: new Map(),
    webhooks: new Map(),
    audit: new Map(),
  };
}

export function copyOf(rows: Rows): Rows {
  return {
    accounts: new Map(rows.accounts),
    groups: new Map(rows.groups),
    managedGroups: new Map(rows.managedGroups),
    chatServices: new Map(rows.chatServices),
    rooms: new Map(rows.rooms),
    properties: new Map(rows.properties),
    keys: new Map(rows.keys),
    webhooks: new Map(rows.webhooks),
    audit: new Map(rows.audit),
  };
}

/** Stores a changed room under its next version. */
export function putRoom({ rooms }: Rows, row: RoomRow, change: Partial<RoomRow>): RoomRow {
  const changed = { ...row, ...change, version: row.version + 1 };
  rooms.set(row.id, changed);
  return changed;
}

/** Makes `heir` the owner of a room without an owner. */
export function giveOwner(rows: Rows, row: RoomRow, heir: BareJid): void {
  if ([...row.people.values(), ...row.groups.values()].includes('owner')) return;
  putRoom(rows, row, { people: new Map(row.people).set(heir, 'owner') });
}

/** The same map without some keys. */
export function without<K>(
  held: ReadonlyMap<K, Affiliation>,
  ...keys: readonly K[]
): Map<K, Affiliation> {
  return new Map([...held].filter(([key]) => !keys.includes(key)));
}
