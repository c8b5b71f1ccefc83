import type { AuditTrail } from '@chat-admin/domain/audit/audit-trail';
import type { ServiceName } from '@chat-admin/domain/muc/services/chat-service';
import type { Affiliation } from '@chat-admin/domain/muc/affiliations/affiliations';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import { bareJid, domainpart, localpart } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Credentials } from '@chat-admin/domain/users/credentials';
import { USER_FIELDS } from '@chat-admin/domain/users/user';
import type { LoginChanges } from '@chat-admin/domain/users/login-changes';
import { AuditEntryTable } from '@chat-admin/persistence/audit/audit-entry.table';
import { PostgresAuditLog } from '@chat-admin/persistence/audit/postgres-audit-log';
import { CurrentTransaction } from '@chat-admin/persistence/database/current-transaction';
import { Callers } from '@chat-admin/persistence/database/callers';
import { RowStreams } from '@chat-admin/persistence/database/row-streams';
import { TypeormTransactions } from '@chat-admin/persistence/database/transactions';
import { GroupMemberTable, GroupTable } from '@chat-admin/persistence/groups/group.table';
import { PostgresGroupRepository } from '@chat-admin/persistence/groups/postgres-group-repository';
import { PostgresRoomRepository } from '@chat-admin/persistence/muc/rooms/postgres-room-repository';
import {
  ChatServiceTable,
  RoomAffiliationTable,
  RoomGroupAffiliationTable,
  RoomTable,
} from '@chat-admin/persistence/muc/rooms/room.table';
import { TypeormChatServiceRepository } from '@chat-admin/persistence/muc/services/typeorm-chat-service-repository';
import { createDataSource } from '@chat-admin/persistence/schema/data-source';
import {
  AccountCredentialTable,
  AccountTable,
  LockoutTable,
} from '@chat-admin/persistence/users/account.table';
import { PostgresRosterRepository } from '@chat-admin/persistence/users/postgres-roster-repository';
import { PostgresUserChanges } from '@chat-admin/persistence/users/postgres-user-changes';
import { PostgresUserRepository } from '@chat-admin/persistence/users/postgres-user-repository';
import { RosterItemTable } from '@chat-admin/persistence/users/roster.table';
import { LISTED_ROOMS, LISTED_SERVICE, USERS } from '../bed.js';

/** The same work done by the repository and by TypeORM's own API. */
export type Calls = Readonly<
  Record<
    string,
    { readonly named: () => Promise<unknown>; readonly typeorm: () => Promise<unknown> }
  >
>;

const DOMAIN = domainpart('example.org')!;
const SERVICE = LISTED_SERVICE as ServiceName;
const KEYS = {
  salt: new Uint8Array(16),
  iterations: 4096,
  storedKey: new Uint8Array(32),
  serverKey: new Uint8Array(32),
};
const CREDENTIALS: Credentials = { scramSha1: KEYS, scramSha256: KEYS };
const CREDENTIAL_ROW = {
  ...{ sha1Salt: Buffer.from(KEYS.salt), sha1Iterations: KEYS.iterations },
  ...{ sha1StoredKey: Buffer.from(KEYS.storedKey), sha1ServerKey: Buffer.from(KEYS.serverKey) },
  ...{ sha256Salt: Buffer.from(KEYS.salt), sha256Iterations: KEYS.iterations },
  ...{ sha256StoredKey: Buffer.from(KEYS.storedKey), sha256ServerKey: Buffer.from(KEYS.serverKey) },
};

const below = (limit: number) => Math.floor(Math.random() * limit);
const padded = (number: number, width: number) => String(number).padStart(width, '0');
const someUser = () => localpart(`user${padded(below(USERS), 11)}`)!;
const someRoom = () => localpart(`room${padded(below(LISTED_ROOMS), 8)}`)!;
const someGroup = () => `group${1 + below(100)}`;

export async function openCalls(
  url: string,
): Promise<{ readonly calls: Calls; readonly close: () => Promise<void> }> {
  const dataSource = await createDataSource({ url }).initialize();
  const db = new CurrentTransaction(dataSource);
  const streams = new RowStreams(dataSource, new Callers());
  const audit: AuditTrail = { pending: () => null, stored: () => undefined };
  const changes: LoginChanges = {
    reliable: true,
    subscribe: () => undefined,
    changed: () => undefined,
  };
  const transactions = new TypeormTransactions(db, audit);
  const domain = new ServiceDomain(DOMAIN);
  const users = new PostgresUserRepository(db, transactions, streams, audit);
  const userChanges = new PostgresUserChanges(db, transactions, domain, changes, audit);
  const rosters = new PostgresRosterRepository(db, streams);
  const groups = new PostgresGroupRepository(db, streams);
  const rooms = new PostgresRoomRepository(db, streams, audit);
  const services = new TypeormChatServiceRepository(db, audit);
  const service = { name: SERVICE, description: LISTED_SERVICE, hidden: false };
  const log = new PostgresAuditLog(db);
  const entry = {
    kind: 'account' as const,
    accountId: null,
    username: 'a',
    timestamp: new Date(),
    summary: 'b',
    node: 'c',
    details: 'd',
    concerns: [],
  };
  let made = 0;
  const fresh = (prefix: string) => localpart(`${prefix}${padded((made += 1), 9)}`)!;
  const account = (username: Localpart) => ({
    username,
    ...valuesOf(USER_FIELDS, { name: 'A name' }),
    properties: [],
  });
  const item = () => ({
    jid: bareJid(fresh('contact'), DOMAIN),
    ...{ nickname: null, subscription: 3 as const, groups: [] as string[] },
  });
  const template = (await rooms.find(SERVICE, someRoom(), false))!;
  const people = Array.from({ length: 10 }, () => bareJid(someUser(), DOMAIN));
  const owner: Affiliation = 'owner';
  const calls: Calls = {
    'read a user': {
      named: () => users.find(someUser()),
      typeorm: () => db.table(AccountTable).findOneBy({ username: someUser() }),
    },
    'read a login': {
      named: () => users.login(someUser()),
      typeorm: () => {
        const username = someUser();
        return Promise.all([
          db.table(AccountCredentialTable).findOneBy({ username }),
          db.table(LockoutTable).existsBy({ username }),
        ]);
      },
    },
    'create a user': {
      named: () => users.add([{ user: account(fresh('named')), credentials: CREDENTIALS }]),
      typeorm: () =>
        transactions.run(async () => {
          const user = account(fresh('typeorm'));
          await db.table(AccountTable).insert(user);
          await db
            .table(AccountCredentialTable)
            .insert({ username: user.username, ...CREDENTIAL_ROW });
        }),
    },
    'change a user': {
      named: () => userChanges.update(someUser(), { name: `Name ${below(1e6)}` }, null),
      typeorm: () =>
        db.table(AccountTable).update({ username: someUser() }, { name: `Name ${below(1e6)}` }),
    },
    'add a roster item': {
      named: () => rosters.add(someUser(), item()),
      typeorm: () =>
        db
          .table(RosterItemTable)
          .createQueryBuilder()
          .insert()
          .values({ owner: someUser(), ...item() })
          .orIgnore()
          .returning('jid')
          .updateEntity(false)
          .execute(),
    },
    'read a group of 20': {
      named: () => groups.find(someGroup()),
      typeorm: () => {
        const groupName = someGroup();
        return Promise.all([
          db.table(GroupTable).findOneBy({ name: groupName }),
          db.table(GroupMemberTable).find({ where: { groupName }, order: { jid: 'asc' } }),
        ]);
      },
    },
    'read the groups of a person': {
      named: () => groups.namesOf(bareJid(someUser(), DOMAIN)),
      typeorm: () =>
        db.table(GroupMemberTable).find({
          select: { groupName: true },
          where: { jid: bareJid(someUser(), DOMAIN) },
          order: { groupName: 'asc' },
        }),
    },
    'read a room of 20': {
      named: () => rooms.find(SERVICE, someRoom(), false),
      typeorm: async () => {
        const room = await db.table(RoomTable).findOneBy({ service: SERVICE, name: someRoom() });
        const where = { roomId: room!.id };
        await Promise.all([
          db.table(RoomAffiliationTable).find({ where, order: { jid: 'asc' } }),
          db.table(RoomGroupAffiliationTable).find({ where, order: { groupName: 'asc' } }),
        ]);
      },
    },
    'create a room of 10': {
      named: () =>
        transactions.run(() =>
          rooms.add(SERVICE, [
            {
              name: fresh('named'),
              settings: { ...template, creationDate: null, modificationDate: null },
              affiliations: {
                people: new Map(people.map((jid) => [jid, owner])),
                groups: new Map(),
              },
            },
          ]),
        ),
      typeorm: () =>
        transactions.run(async () => {
          const { naturalName, description, persistent, publicRoom } = template;
          const { identifiers } = await db.table(RoomTable).insert({
            ...{ service: SERVICE, name: fresh('typeorm'), naturalName, description },
            ...{ persistent, publicRoom },
          });
          const roomId = identifiers[0]!['id'] as number;
          await db
            .table(RoomAffiliationTable)
            .insert(people.map((jid) => ({ roomId, jid, affiliation: owner })));
        }),
    },
    'add a chat service that exists': {
      named: () => services.add(service),
      typeorm: () =>
        db
          .table(ChatServiceTable)
          .createQueryBuilder()
          .insert()
          .values({ ...service })
          .orIgnore()
          .returning('name')
          .updateEntity(false)
          .execute(),
    },
    'write an audit entry': {
      named: () => log.append(entry, 'principal'),
      typeorm: () => db.table(AuditEntryTable).insert({ ...entry, occurredAt: entry.timestamp }),
    },
  };
  return { calls, close: () => dataSource.destroy() };
}
