import { auditReaderSuite } from './audit-reader-suite.js';
import { chatServiceSuite } from './chat-service-suite.js';
import { groupListSuite } from './group-list-suite.js';
import { groupRepositorySuite } from './group-repository-suite.js';
import { keyRepositorySuite } from './key-repository-suite.js';
import { lockoutRepositorySuite } from './lockout-repository-suite.js';
import { managedObjectsSuite } from './managed-objects-suite.js';
import { messageArchiveSuite } from './message-archive-suite.js';
import { propertyStoreSuite } from './property-store-suite.js';
import { referenceSuite } from './reference-suite.js';
import type { Open } from './repositories.js';
import { roleRepositorySuite } from './role-repository-suite.js';
import { roomCreationSuite } from './room-creation-suite.js';
import { roomHistorySuite } from './room-history-suite.js';
import { roomListSuite } from './room-list-suite.js';
import { roomRepositorySuite } from './room-repository-suite.js';
import { rosterRepositorySuite } from './roster-repository-suite.js';
import { transactionSuite } from './transaction-suite.js';
import { unlockedAffiliationSuite } from './unlocked-affiliation-suite.js';
import { userChangesSuite } from './user-changes-suite.js';
import { userListSuite } from './user-list-suite.js';
import { userRepositorySuite } from './user-repository-suite.js';
import { vcardRepositorySuite } from './vcard-repository-suite.js';

/** By subject. */
export const SUITES: Readonly<Record<string, (open: Open) => void>> = {
  transactions: transactionSuite,
  users: userRepositorySuite,
  'lists of users': userListSuite,
  'whole changes of users': userChangesSuite,
  lockouts: lockoutRepositorySuite,
  roles: roleRepositorySuite,
  'what sources manage': managedObjectsSuite,
  rosters: rosterRepositorySuite,
  vCards: vcardRepositorySuite,
  groups: groupRepositorySuite,
  'lists of groups': groupListSuite,
  'chat services': chatServiceSuite,
  rooms: roomRepositorySuite,
  'lists of rooms': roomListSuite,
  'rooms that are created one by one': roomCreationSuite,
  'affiliations of rooms that are not locked': unlockedAffiliationSuite,
  'the history of rooms': roomHistorySuite,
  'the archives of accounts': messageArchiveSuite,
  'references to people': referenceSuite,
  'system properties': propertyStoreSuite,
  keys: keyRepositorySuite,
  'the audit log': auditReaderSuite,
};
