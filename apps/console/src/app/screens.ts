import { groupsScreens } from '../groups/groups.screens';
import { ownScreens } from '../own/own.screens';
import { roomsScreens } from '../rooms/rooms.screens';
import { messagesScreens } from '../messages/messages.screens';
import { overviewScreens } from '../overview/overview.screens';
import { sessionsScreens } from '../sessions/sessions.screens';
import { systemScreens } from '../system/system.screens';
import { clusterScreens } from '../cluster/cluster.screens';
import { directoriesScreens } from '../directories/directories.screens';
import { jobsScreens } from '../jobs/jobs.screens';
import { auditScreens } from '../audit/audit.screens';
import { keysScreens } from '../keys/keys.screens';
import { webhooksScreens } from '../webhooks/webhooks.screens';
import { reportsScreens } from '../reports/reports.screens';
import type { Screen } from '../shared/screens/screen';
import { usersScreens } from '../users/users.screens';

/** All screens, in the order of navigation. A new context adds its declarations here. */
export const screens: readonly Screen[] = [
  ...overviewScreens,
  ...sessionsScreens,
  ...messagesScreens,
  ...reportsScreens,
  ...usersScreens,
  ...groupsScreens,
  ...directoriesScreens,
  ...roomsScreens,
  ...systemScreens,
  ...clusterScreens,
  ...jobsScreens,
  ...auditScreens,
  ...keysScreens,
  ...webhooksScreens,
  ...ownScreens,
];
