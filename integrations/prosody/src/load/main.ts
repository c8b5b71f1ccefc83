// `npm run load`: many stock clients on a real Prosody. Flags: options.ts. Exits with 1 if anything
// was lost.
import { availableParallelism, loadavg } from 'node:os';
import { LoadRun } from './load-run.js';
import { type LoadOptions, readOptions, usage } from './options.js';
import { line, section } from './report.js';
import { startServers } from './servers.js';

const options = optionsOrExit();
const cleanups: (() => Promise<unknown>)[] = [];
let cleaning: Promise<void> | null = null;

/** Stops everything in order, once; failures do not prevent the rest. */
function cleanUp(): Promise<void> {
  return (cleaning ??= (async () => {
    for (const cleanup of cleanups) {
      await cleanup().catch((error: Error) => process.stderr.write(`${error.message}\n`));
    }
  })());
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void cleanUp().then(() => process.exit(1)));
}

try {
  await run();
} catch (error) {
  if (!cleaning) process.stderr.write(`${(error as Error).stack}\n`);
  process.exitCode = 1;
} finally {
  await cleanUp();
}
process.exit();

async function run(): Promise<void> {
  const begin = performance.now();
  const servers = await startServers(cleanups);
  line(
    `Prosody ${servers.prosody.version}, Node ${process.version}, ${availableParallelism()} cores; ${JSON.stringify(options)}`,
  );
  const load = await LoadRun.prepare(options, servers, cleanups);
  await load.run();
  section('End');
  const complaints = servers.complaints();
  if (complaints.length > 0) {
    line(
      `Prosody has complained ${complaints.length} times:\n${complaints.slice(0, 10).join('\n')}`,
    );
  }
  for (const fault of load.faults) line(`FAULT: ${fault}`);
  if (load.faults.length > 0) process.exitCode = 1;
  else line('Nothing was lost.');
  line(`${((performance.now() - begin) / 1000).toFixed(0)} s, load ${loadavg()[0]!.toFixed(1)}`);
}

function optionsOrExit(): LoadOptions {
  try {
    return readOptions(process.argv.slice(2));
  } catch (error) {
    process.stderr.write(`${(error as Error).message}\n${usage()}\n`);
    process.exit(64);
  }
}
