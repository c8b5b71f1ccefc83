import { CreateSystem } from './1763700000001-create-system.js';
import { CreateUsers } from './1763700000002-create-users.js';
import { CreateGroups } from './1763700000003-create-groups.js';
import { CreateRosters } from './1763700000004-create-rosters.js';
import { MoveRosterVersions } from './1763700000005-move-roster-versions.js';
import { CreateRooms } from './1763700000006-create-rooms.js';
import { NotifyChanges } from './1763700000007-notify-changes.js';
import { CreateRoomMessages } from './1763700000101-create-room-messages.js';

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
];
