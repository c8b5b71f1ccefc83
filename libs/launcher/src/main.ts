import { fileURLToPath } from 'node:url';
import { settingsSources } from '@chat-admin/configuration/settings-sources';
import { NoEmbeddedPostgres, platformPackage } from '@chat-admin/embedded-postgres/binaries';
import { DirectoryInUse } from '@chat-admin/embedded-postgres/launcher-lock';
import { ChatServerFault, planChatServer } from './chat-server.js';
import { assertDataUnused, dataDirectory, dataDirectoryFault } from './data-directory.js';
import { hasOwnDatabase } from './database-url.js';
import { settingsFaults, stopTimeoutMs } from './launcher-settings.js';
import { leaveRoot } from './leave-root.js';
import { nodePart } from './node-part.js';
import { configurationFault } from './part.js';
import { decidedPorts } from './ports.js';
import { postgresPart } from './postgres-part.js';
import { superviseProcess } from './process-supervision.js';
import { prosodyPart } from './prosody-part.js';

const atRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));
const { env } = process;
/** With a small young generation the service keeps 18 MiB less after load; lists take up to a tenth more CPU. */
const NODE_ARGUMENTS = ['--max-semi-space-size=4'];
/** of what else the parts read, an example each */
const dependencies = [
  atRoot('node_modules/reflect-metadata/Reflect.js'),
  atRoot('integrations/prosody/modules'),
];

function refuse(faults: readonly string[]): never {
  console.error(['The configuration is invalid:', ...faults].join('\n  '));
  process.exit(configurationFault);
}

function refuseIfInUse(error: unknown): never {
  if (!(error instanceof DirectoryInUse)) throw error;
  console.error(error.message);
  process.exit(1);
}

/** Packages bring no PostgreSQL. */
function refuseWithoutPostgres(): void {
  try {
    platformPackage();
  } catch (error) {
    if (!(error instanceof NoEmbeddedPostgres)) throw error;
    refuse([error.message]);
  }
}

/**
 * Runs the product until it is stopped.
 * @param bundle the service, bundled; `null`: as compiled
 */
export async function startProduct({ bundle }: { bundle: string | null }): Promise<never> {
  const { environment, faults: strange } = settingsSources(env);
  Object.assign(env, environment);
  const service = bundle ?? atRoot('apps/serve/dist/main.js');
  // before anything else: the other launcher's ports would be mistaken for a fault
  if (!hasOwnDatabase(env)) await assertDataUnused(env).catch(refuseIfInUse);
  const faults = [...strange, ...settingsFaults(env)];
  if (faults.length > 0) refuse(faults);
  if (!hasOwnDatabase(env)) {
    refuseWithoutPostgres();
    const fault = dataDirectoryFault(env);
    if (fault !== null) refuse([fault]);
  }
  await leaveRoot(env, [service, ...dependencies], console.log).catch(refuseIfInUse);
  const chatServer = await planChatServer(env).catch((error: unknown): never => {
    if (!(error instanceof ChatServerFault)) throw error;
    return refuse([error.message]);
  });
  if (chatServer.remark) console.log(chatServer.remark);

  const postgres = hasOwnDatabase(env) ? null : postgresPart(console.log);
  return superviseProcess([
    ...(postgres ? [postgres] : []),
    // first, because it prepares the database and shows the secret
    nodePart({
      name: 'The service',
      script: service,
      nodeArguments: NODE_ARGUMENTS,
      graceMs: stopTimeoutMs(env),
      environment: {
        ...chatServer.connection,
        DATA_DIR: dataDirectory(env), // for the first secret
        ...(await decidedPorts(env, {
          API_PORT: 'API_HOST',
          MANAGEMENT_PORT: 'MANAGEMENT_HOST',
          LEGACY_PORT: 'LEGACY_HOST',
          LEGACY_MANAGEMENT_PORT: 'LEGACY_MANAGEMENT_HOST',
        })),
      },
    }),
    ...(chatServer.place
      ? [prosodyPart(chatServer.place, () => postgres?.superuserUrl() ?? null, console.log)]
      : []),
  ]);
}
