import type { Check } from './check.js';
import { access } from './checks/access.js';
import { administrators } from './checks/administrators.js';
import { auditSeals } from './checks/audit-seals.js';
import { bridge } from './checks/bridge.js';
import { callers } from './checks/callers.js';
import { certificates } from './checks/certificates.js';
import { chatRole } from './checks/chat-role.js';
import { chatServerAddresses } from './checks/chat-server-addresses.js';
import { chatServerFileExpiry } from './checks/chat-server-file-expiry.js';
import { chatServerFiles } from './checks/chat-server-files.js';
import { chatServerCertificate } from './checks/chat-server-certificate.js';
import { chatServerDatabase } from './checks/chat-server-database.js';
import { chatServerModules } from './checks/chat-server-modules.js';
import { chatServerStandby } from './checks/chat-server-standby.js';
import { chatServerVersion } from './checks/chat-server-version.js';
import { clock } from './checks/clock.js';
import { credentialFiles } from './checks/credential-files.js';
import { databaseConnections } from './checks/database-connections.js';
import { databaseDirect } from './checks/database-direct.js';
import { databaseDomain } from './checks/database-domain.js';
import { databaseEncoding } from './checks/database-encoding.js';
import { databaseFunctions } from './checks/database-functions.js';
import { databaseIndexes } from './checks/database-indexes.js';
import { databaseLetters } from './checks/database-letters.js';
import { databasePooler } from './checks/database-pooler.js';
import { databasePrivileges } from './checks/database-privileges.js';
import { databaseReachable } from './checks/database-reachable.js';
import { databaseRoleLimits } from './checks/database-role-limits.js';
import { databaseRole } from './checks/database-role.js';
import { databaseSchema } from './checks/database-schema.js';
import { databaseSpace } from './checks/database-space.js';
import { databaseStandby } from './checks/database-standby.js';
import { databaseTables } from './checks/database-tables.js';
import { databaseTls } from './checks/database-tls.js';
import { databaseVersion } from './checks/database-version.js';
import { databaseWritable } from './checks/database-writable.js';
import {
  directoryCertificates,
  directoryFile,
  directoryReaders,
  directoryRuns,
} from './checks/directories.js';
import { forwarding } from './checks/forwarding.js';
import { issuer } from './checks/issuer.js';
import { keys } from './checks/keys.js';
import { LISTENERS } from './checks/listeners.js';
import { nodeRelease } from './checks/node-release.js';
import { notices } from './checks/notices.js';
import { owners } from './checks/owners.js';
import { publicUrl } from './checks/public-url.js';
import { redis } from './checks/redis.js';
import { references } from './checks/references.js';
import { root } from './checks/root.js';
import { secrets } from './checks/secrets.js';
import { serviceFiles } from './checks/service-files.js';
import { service } from './checks/service.js';
import { settings } from './checks/settings.js';
import { unknownSettings } from './checks/unknown-settings.js';

/** All checks, in the order of the report. */
export const CHECKS: readonly Check[] = [
  ...[nodeRelease, settings, unknownSettings, credentialFiles, serviceFiles, clock, root],
  ...LISTENERS,
  ...[certificates, publicUrl],
  ...[databaseReachable, databaseTls, databaseVersion, databaseEncoding],
  ...[databaseWritable, databaseSpace, databaseConnections],
  ...[databasePooler, databaseDirect, databaseRoleLimits, databaseStandby],
  ...[databaseSchema, databaseTables, databaseFunctions, databaseIndexes, databaseLetters],
  databaseDomain,
  ...[databaseRole, databasePrivileges, chatRole],
  ...[access, administrators, secrets, keys, issuer],
  ...[bridge, chatServerVersion, chatServerModules, chatServerDatabase, chatServerFileExpiry],
  ...[chatServerCertificate, chatServerStandby, chatServerAddresses, chatServerFiles, notices],
  ...[redis, forwarding, callers],
  ...[directoryFile, directoryCertificates, directoryReaders, directoryRuns],
  ...[owners, references, auditSeals],
  // its advice is to restart, which helps when the causes above are mended
  service,
];
