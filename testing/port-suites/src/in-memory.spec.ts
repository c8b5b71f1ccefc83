import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { SUITES } from './all-suites.js';
import type { Repositories } from './repositories.js';
import { TEST_DOMAIN } from './samples.js';

const ports = inMemoryPorts(TEST_DOMAIN);
const repositories: Repositories = {
  ...ports,
  say: (room, message) => ports.roomHistory.say(room, message),
  archiveMessage: (username, message) => ports.archive.store(username, message),
  logOut: (username, at) => ports.archive.logOut(username, at),
  startOver: async () => ports.database.clear(),
};

describe.each(Object.entries(SUITES))('in memory: %s', (_about, suite) => {
  suite(() => repositories);
});
