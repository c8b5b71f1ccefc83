import { CreateSystem } from './1763700000001-create-system.js';
import { CreateUsers } from './1763700000002-create-users.js';
import { CreateGroups } from './1763700000003-create-groups.js';
import { CreateRosters } from './1763700000004-create-rosters.js';
import { MoveRosterVersions } from './1763700000005-move-roster-versions.js';
import { CreateRooms } from './1763700000006-create-rooms.js';
import { NotifyChanges } from './1763700000007-notify-changes.js';
import { CreateRoomMessages } from './1763700000101-create-room-messages.js';
import { CreateEngineContract } from './1763700000201-create-engine-contract.js';
import { CreateEngineAccounts } from './1763700000202-create-engine-accounts.js';
import { CreateRosterRequests } from './1763700000203-create-roster-requests.js';
import { CreateEngineRosters } from './1763700000204-create-engine-rosters.js';
import { CreateEngineRooms } from './1763700000205-create-engine-rooms.js';
import { CreateEngineMessages } from './1763700000206-create-engine-messages.js';
import { CreateEngineReconciliation } from './1763700000207-create-engine-reconciliation.js';

/** All migrations in their order; merged ones are never edited. */
export const migrations = [
  CreateSystem,
  CreateUsers,
  CreateGroups,
  CreateRosters,
  MoveRosterVersions,
  CreateRooms,
  NotifyChanges,
  CreateRoomMessages,
  CreateEngineContract,
  CreateEngineAccounts,
  CreateRosterRequests,
  CreateEngineRosters,
  CreateEngineRooms,
  CreateEngineMessages,
  CreateEngineReconciliation,
];
