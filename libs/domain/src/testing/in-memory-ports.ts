import { createHash } from 'node:crypto';
import { LocalSessionCounts, NoCluster } from '../cluster/cluster-directory.js';
import { TextDigest } from '../muc/affiliations/group-jids.js';
import { domainpart } from '../shared/jid.js';
import { ServiceDomain } from '../shared/service-domain.js';
import { InMemorySessionSamples } from './in-memory-session-samples.js';
import { NoHostNames } from '../sessions/host-names.js';
import type { Ports } from '../use-cases.js';
import { AuditedRequests } from './audited-requests.js';
import { ChatServerSpy } from './chat-server-spy.js';
import { InMemoryEventLog } from './in-memory-event-log.js';
import { EventSpy } from './event-spy.js';
import { InMemoryAuditReader } from './in-memory-audit.js';
import { InMemoryChatServiceRepository } from './in-memory-chat-services.js';
import { InMemoryDatabase } from './in-memory-database.js';
import { InMemoryFiles } from './in-memory-files.js';
import { InMemoryGroupList } from './in-memory-group-list.js';
import { InMemoryGroupRepository } from './in-memory-groups.js';
import {
  CountedKeyTokens,
  InMemoryKeyDirectory,
  InMemoryKeyRepository,
  PlainAddressRanges,
} from './in-memory-keys.js';
import { InMemoryLockoutRepository } from './in-memory-lockouts.js';
import { InMemoryManagedObjects } from './in-memory-managed-objects.js';
import { InMemoryPersonFiles } from './in-memory-person-files.js';
import { InMemoryMessageArchive } from './in-memory-message-archive.js';
import { InMemoryPropertyStore, InMemorySystemProperties } from './in-memory-properties.js';
import { InMemoryRoleRepository } from './in-memory-roles.js';
import { InMemoryRoomHistory } from './in-memory-room-history.js';
import { InMemoryRoomList } from './in-memory-room-list.js';
import { InMemoryRoomRepository } from './in-memory-rooms.js';
import { InMemoryRosterRepository } from './in-memory-rosters.js';
import { InMemoryTransactions } from './in-memory-transactions.js';
import { InMemoryUserChanges } from './in-memory-user-changes.js';
import { InMemoryUserRepository, InMemoryVcardRepository } from './in-memory-users.js';
import { InMemoryUserList } from './in-memory-user-list.js';
import { LoginChangesSpy } from './login-changes-spy.js';
import { NoHolds } from './no-holds.js';
import { NoRetentionRules } from './no-retention-rules.js';
import { PlainPasswordHasher } from './plain-password-hasher.js';

export type InMemoryPorts = ReturnType<typeof inMemoryPorts>;

/**
 * All ports of the use cases, in memory, for tests of what is built on the domain. Initially empty
 * except for the chat service `conference`.
 * @param domain the XMPP domain. @throws if it is invalid
 */
export function inMemoryPorts(domain = 'example.org') {
  const name = domainpart(domain);
  if (name === null) throw new Error(`${domain} is no domain`);
  const served = new ServiceDomain(name);
  const database = new InMemoryDatabase();
  const audit = new AuditedRequests();
  const logins = new LoginChangesSpy();
  const transactions = new InMemoryTransactions(database, audit);
  const users = new InMemoryUserRepository(database, transactions, logins);
  const rosters = new InMemoryRosterRepository(database, served);
  const groups = new InMemoryGroupRepository(database);
  const parts = { transactions, domain: served, database, users, rosters, groups };
  return {
    database,
    audit,
    logins,
    domain: served,
    transactions,
    events: new EventSpy(),
    eventLog: new InMemoryEventLog(),
    users,
    userList: new InMemoryUserList(database, served),
    userChanges: new InMemoryUserChanges(parts),
    lockouts: new InMemoryLockoutRepository(database, transactions, logins),
    managed: new InMemoryManagedObjects(database),
    roles: new InMemoryRoleRepository(database),
    rosters,
    vcards: new InMemoryVcardRepository(database),
    groups,
    groupList: new InMemoryGroupList(database),
    chatServices: new InMemoryChatServiceRepository(database, transactions),
    rooms: new InMemoryRoomRepository(database, transactions),
    roomList: new InMemoryRoomList(database, new InMemoryRoomRepository(database, transactions)),
    roomHistory: new InMemoryRoomHistory(database),
    properties: new InMemorySystemProperties(database),
    propertyStore: new InMemoryPropertyStore(database, transactions),
    keys: new InMemoryKeyRepository(database),
    keyDirectory: new InMemoryKeyDirectory(database),
    keyTokens: new CountedKeyTokens(),
    addressRanges: new PlainAddressRanges(),
    recoveryTools: {
      isUsable: (list) => list !== '',
      covers: (list, wanted) => list.includes(wanted),
      newSecret: () => 'fresh',
    },
    auditReader: new InMemoryAuditReader(database),
    archive: new InMemoryMessageArchive(database),
    hasher: new PlainPasswordHasher(),
    digest: new Md5(),
    chatServer: new ChatServerSpy(),
    cluster: new NoCluster(),
    sessionCounts: new LocalSessionCounts(),
    hostNames: new NoHostNames(),
    sessionSamples: new InMemorySessionSamples(),
    personFiles: new InMemoryPersonFiles(users),
    reportErasure: { erase: () => Promise.resolve() },
    files: new InMemoryFiles(),
    retention: new NoRetentionRules(),
    holds: new NoHolds(),
  } satisfies Ports & Record<string, unknown>;
}

class Md5 extends TextDigest {
  md5(text: string): string {
    return createHash('md5').update(text).digest('hex');
  }
}
