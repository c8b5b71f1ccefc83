import type { AddressRanges } from './shared/address-ranges.js';
import { DefaultOwners } from './system/default-owners.js';
import { AccessRecovery } from './access/access-recovery.js';
import type { RecoveryTools } from './access/access-recovery.js';
import { AdministratorManagement } from './access/administrator-management.js';
import { AdministratorProtection } from './access/administrator-protection.js';
import { KeyManagement } from './access/key-management.js';
import type { KeyDirectory, KeyRepository } from './access/key-repository.js';
import type { KeyTokens } from './access/key-tokens.js';
import { ArchiveQueries } from './archive/archive-queries.js';
import type { MessageArchive } from './archive/message-archive.js';
import { AuditSearch } from './audit/audit-search.js';
import type { AuditReader } from './audit/audit-search.js';
import type { ChatServer } from './chat-server/chat-server.js';
import type { ClusterDirectory, SessionCounts } from './cluster/cluster-directory.js';
import { ClusterManagement } from './cluster/cluster-management.js';
import { FileManagement } from './files/file-management.js';
import type { FileRepository } from './files/file-repository.js';
import { GroupManagement } from './groups/group-management.js';
import { GroupMemberManagement } from './groups/group-member-management.js';
import type { GroupList } from './groups/group-list.js';
import type { GroupRepository } from './groups/group-repository.js';
import { GroupSearch } from './groups/group-search.js';
import { MessageManagement } from './messages/message-management.js';
import { AffiliationChanges } from './muc/affiliations/affiliation-changes.js';
import { AffiliationManagement } from './muc/affiliations/affiliation-management.js';
import { EntryResolver } from './muc/affiliations/entry-resolver.js';
import { GroupJids } from './muc/affiliations/group-jids.js';
import type { TextDigest } from './muc/affiliations/group-jids.js';
import type { RoomHistory } from './muc/history/room-history.js';
import { AffiliationInvitations } from './muc/invitations/affiliation-invitations.js';
import { InvitationManagement } from './muc/invitations/invitation-management.js';
import { OccupantManagement } from './muc/rooms/occupant-management.js';
import { MessageRetraction } from './muc/history/retraction.js';
import { RoomActivity } from './muc/rooms/room-activity.js';
import { RoomAnnouncer } from './muc/rooms/room-announcer.js';
import { RoomBulk } from './muc/rooms/room-bulk.js';
import { RoomCreation } from './muc/rooms/room-creation.js';
import { RoomDirectory } from './muc/rooms/room-directory.js';
import { RoomManagement } from './muc/rooms/room-management.js';
import { RoomQueries } from './muc/rooms/room-queries.js';
import type { RoomList } from './muc/rooms/room-list.js';
import { RoomSearch } from './muc/rooms/room-search.js';
import { RoomRemoval } from './muc/rooms/room-removal.js';
import type { RoomRepository } from './muc/rooms/room-repository.js';
import { RoomValidation } from './muc/rooms/room-validation.js';
import { ChatServiceManagement } from './muc/services/chat-service-management.js';
import type { ChatServiceRepository } from './muc/services/chat-service-repository.js';
import { ServiceNames } from './muc/services/service-names.js';
import { PersonErasure } from './persons/person-erasure.js';
import { PersonExport } from './persons/person-export.js';
import type { PersonFiles } from './persons/person-files.js';
import type { HostNames } from './sessions/host-names.js';
import type { SessionSamples } from './sessions/session-samples.js';
import { SessionStatistics } from './sessions/session-statistics.js';
import { SessionManagement } from './sessions/session-management.js';
import type { ReportErasure } from './reports/report-repository.js';
import { HoldManagement } from './holds/hold-management.js';
import type { HoldRepository } from './holds/hold-repository.js';
import { MessagePurge } from './retention/message-purge.js';
import { RetentionManagement } from './retention/retention-management.js';
import type { RetentionRepository } from './retention/retention-repository.js';
import type { ServiceDomain } from './shared/service-domain.js';
import { eventNames } from './event-fields.js';
import { EventQueries } from './events/event-queries.js';
import type { EventLog } from './events/event-log.js';
import type { EventOutbox } from './events/event-outbox.js';
import type { Transactions } from './shared/transactions.js';
import { PropertyManagement } from './system/property-management.js';
import type { PropertyStore } from './system/property-store.js';
import { SecretRotation } from './system/secret-rotation.js';
import type { SystemProperties } from './system/system-properties.js';
import type { PasswordHasher } from './users/credentials.js';
import { LockoutManagement } from './users/lockout-management.js';
import type { LockoutRepository } from './users/lockout.js';
import { guardedPorts } from './users/managed.js';
import type { ManagedObjects } from './users/managed-objects.js';
import { RoleManagement } from './users/role-management.js';
import type { RoleRepository } from './users/role-repository.js';
import { RosterChanges } from './users/roster-changes.js';
import { RosterManagement } from './users/roster-management.js';
import { RosterPatches } from './users/roster-patches.js';
import type { RosterRepository } from './users/roster-repository.js';
import type { UserChanges } from './users/user-changes.js';
import { UserGroupManagement } from './users/user-group-management.js';
import { UserManagement } from './users/user-management.js';
import { UserRemoval } from './users/user-removal.js';
import type { UserList } from './users/user-list.js';
import type { UserRepository } from './users/user-repository.js';
import { PictureHashes } from './users/picture-hashes.js';
import { UserSearch } from './users/user-search.js';
import { VcardManagement } from './users/vcard-management.js';
import type { VcardRepository } from './users/vcard-repository.js';

/** Everything that the use cases depend on. */
export interface Ports {
  readonly domain: ServiceDomain;
  readonly transactions: Transactions;
  readonly events: EventOutbox;
  readonly eventLog: EventLog;
  readonly users: UserRepository;
  readonly userList: UserList;
  readonly userChanges: UserChanges;
  readonly lockouts: LockoutRepository;
  readonly managed: ManagedObjects;
  readonly roles: RoleRepository;
  readonly rosters: RosterRepository;
  readonly vcards: VcardRepository;
  readonly groups: GroupRepository;
  readonly groupList: GroupList;
  readonly chatServices: ChatServiceRepository;
  readonly rooms: RoomRepository;
  readonly roomList: RoomList;
  readonly roomHistory: RoomHistory;
  readonly properties: SystemProperties;
  readonly propertyStore: PropertyStore;
  readonly keys: KeyRepository;
  readonly keyDirectory: KeyDirectory;
  readonly keyTokens: KeyTokens;
  readonly addressRanges: AddressRanges;
  readonly recoveryTools: RecoveryTools;
  readonly auditReader: AuditReader;
  readonly archive: MessageArchive;
  readonly hasher: PasswordHasher;
  readonly digest: TextDigest;
  readonly chatServer: ChatServer;
  readonly cluster: ClusterDirectory;
  readonly sessionCounts: SessionCounts;
  readonly hostNames: HostNames;
  readonly sessionSamples: SessionSamples;
  readonly personFiles: PersonFiles;
  readonly reportErasure: ReportErasure;
  readonly files: FileRepository;
  readonly retention: RetentionRepository;
  readonly holds: HoldRepository;
}

export interface UseCaseOptions {
  /** whether the API may change the properties that protect it */
  readonly securityPropertiesOpen: boolean;
  /** whether reading the audit log is refused */
  readonly auditWriteOnly: boolean;
}

export type UseCases = ReturnType<typeof createUseCases>;

/**
 * All use cases on one set of ports, shared by the apps, the command line and third-party programs.
 * @param source on whose behalf they work, whose objects they may change; null: of local ones alone
 */
export function createUseCases(
  given: Ports,
  options: UseCaseOptions,
  source: string | null = null,
) {
  const ports = guardedPorts(given, source);
  const { domain, transactions, chatServer, properties, propertyStore, hasher } = ports;
  const { users, userChanges, lockouts, rosters, vcards, groups } = ports;
  const { chatServices, rooms, roomHistory, cluster, sessionCounts } = ports;
  const jids = new GroupJids(domain, ports.digest);
  const serviceNames = new ServiceNames(chatServices, domain);
  const directory = new RoomDirectory(chatServices, rooms, serviceNames);
  const announcer = new RoomAnnouncer(chatServer, transactions);
  const owners = new DefaultOwners(ports);
  const validation = new RoomValidation(groups, domain, jids, owners, serviceNames);
  const creation = new RoomCreation(chatServices, rooms);
  const resolver = new EntryResolver(users, groups, domain, jids);
  const invitations = new AffiliationInvitations(rooms, chatServer, transactions);
  const changes = new AffiliationChanges(directory, rooms, resolver, transactions);
  const lists = new RosterChanges(users, rosters, transactions, domain, chatServer);
  const userRemoval = new UserRemoval(
    userChanges,
    transactions,
    domain,
    properties,
    chatServer,
    owners,
  );
  return {
    eventQueries: new EventQueries(
      ports.eventLog,
      eventNames((name) => jids.jidOf(name)),
    ),
    users: new UserManagement(
      users,
      userChanges,
      hasher,
      transactions,
      domain,
      properties,
      chatServer,
    ),
    userSearch: new UserSearch(
      ports.userList,
      new PictureHashes(vcards),
      domain,
      properties,
      chatServer,
    ),
    userRemoval,
    accessRecovery: new AccessRecovery(ports),
    administrators: new AdministratorManagement(ports),
    administratorProtection: new AdministratorProtection(ports),
    personErasure: new PersonErasure(
      userRemoval,
      rosters,
      roomHistory,
      ports.reportErasure,
      transactions,
      domain,
    ),
    personExport: new PersonExport(users, ports.personFiles, domain),
    lockouts: new LockoutManagement(users, lockouts, transactions, chatServer),
    roles: new RoleManagement(users, ports.roles, transactions),
    userGroups: new UserGroupManagement(
      users,
      groups,
      ports.groupList,
      userChanges,
      transactions,
      domain,
      chatServer,
    ),
    rosters: new RosterManagement(users, rosters, groups, userChanges, domain, lists),
    rosterPatches: new RosterPatches(users, rosters, groups, transactions, lists),
    vcards: new VcardManagement(users, vcards, transactions, domain, chatServer),
    groups: new GroupManagement(groups, transactions, domain, owners, chatServer),
    groupSearch: new GroupSearch(ports.groupList, domain),
    groupMembers: new GroupMemberManagement(groups, transactions, domain, chatServer),
    chatServices: new ChatServiceManagement(chatServices, transactions, serviceNames, chatServer),
    roomSearch: new RoomSearch(directory, ports.roomList, resolver, chatServer, domain),
    roomQueries: new RoomQueries(directory, rooms),
    rooms: new RoomManagement(
      directory,
      validation,
      creation,
      rooms,
      transactions,
      announcer,
      invitations,
    ),
    roomBulk: new RoomBulk(validation, creation, rooms, transactions, announcer, invitations),
    roomRemoval: new RoomRemoval(directory, rooms, transactions, announcer, domain),
    roomActivity: new RoomActivity(
      directory,
      roomHistory,
      domain,
      chatServer,
      transactions,
      properties,
    ),
    messageRetraction: new MessageRetraction(directory, roomHistory, chatServer, transactions),
    affiliations: new AffiliationManagement(directory, resolver, changes, announcer, invitations),
    invitations: new InvitationManagement(directory, rooms, resolver, chatServer, transactions),
    properties: new PropertyManagement(
      propertyStore,
      properties,
      transactions,
      options.securityPropertiesOpen,
    ),
    secretRotation: new SecretRotation(propertyStore, properties, transactions),
    keys: new KeyManagement(
      ports.keys,
      ports.keyDirectory,
      ports.keyTokens,
      ports.addressRanges,
      transactions,
    ),
    sessions: new SessionManagement(
      chatServer,
      transactions,
      sessionCounts,
      ports.hostNames,
      ports.addressRanges,
      domain,
      ports.events,
    ),
    sessionStatistics: new SessionStatistics(ports.sessionSamples, chatServer),
    messages: new MessageManagement(
      users,
      groups,
      directory,
      domain,
      chatServer,
      transactions,
      ports.events,
    ),
    occupants: new OccupantManagement(directory, chatServer, transactions, ports.events),
    files: new FileManagement(ports),
    cluster: new ClusterManagement(cluster),
    archive: new ArchiveQueries(ports.archive, domain),
    retention: new RetentionManagement(ports),
    messagePurge: new MessagePurge(directory, roomHistory, ports.archive, users, ports.events),
    holds: new HoldManagement(ports),
    auditSearch: new AuditSearch(ports.auditReader, options.auditWriteOnly),
  };
}
