import { fileURLToPath } from 'node:url';
import { DirectoryInUse } from '@chat-admin/embedded-postgres/launcher-lock';
import { ChatServerFault, planChatServer } from './chat-server.js';
import { assertDataUnused } from './data-directory.js';
import { hasOwnDatabase } from './database-url.js';
import { settingsFaults } from './launcher-settings.js';
import { nodePart } from './node-part.js';
import { configurationFault } from './part.js';
import { decidedPorts } from './ports.js';
import { postgresPart } from './postgres-part.js';
import { superviseProcess } from './process-supervision.js';
import { prosodyPart } from './prosody-part.js';
import { userServicePlace } from './user-service.js';

const atRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const { env } = process;

function refuse(faults: readonly string[]): never {
  console.error(['The configuration cannot be used:', ...faults].join('\n  '));
  process.exit(configurationFault);
}

// before anything else: the other launcher's ports would be mistaken for a fault
if (!hasOwnDatabase(env)) {
  await assertDataUnused(env).catch((error: unknown): never => {
    if (!(error instanceof DirectoryInUse)) throw error;
    console.error(error.message);
    process.exit(1);
  });
}
const faults = settingsFaults(env);
if (faults.length > 0) refuse(faults);
const userService = await userServicePlace(env);
const chatServer = await planChatServer(env).catch((error: unknown): never => {
  if (!(error instanceof ChatServerFault)) throw error;
  return refuse([error.message]);
});
if (chatServer.remark) console.log(chatServer.remark);

await superviseProcess([
  ...(hasOwnDatabase(env) ? [] : [postgresPart(console.log)]),
  // before the others: it prepares the database and shows the secret
  nodePart({
    name: 'The API',
    script: atRoot('apps/api/dist/main.js'),
    environment: {
      ...userService.forwarding,
      ...chatServer.connection,
      ...(await decidedPorts(env, { API_PORT: 'API_HOST', MANAGEMENT_PORT: 'MANAGEMENT_HOST' })),
    },
  }),
  ...(chatServer.place ? [prosodyPart(chatServer.place, console.log)] : []),
  nodePart({
    name: 'The user service',
    script: atRoot('apps/legacy-userservice/dist/main.js'),
    environment: {
      ...userService.own,
      ...chatServer.connection,
      ...(await decidedPorts(env, { LEGACY_MANAGEMENT_PORT: 'LEGACY_MANAGEMENT_HOST' })),
    },
  }),
]);
