// `npm run load:presence`: the delay for others while a person with many contacts logs in, with our
// modules and with stock Prosody in turns. The argument is the number of rounds.
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@chat-admin/embedded-postgres/embedded-postgres';
import { digits, line, table } from '../load/report.js';
import { CASES, contactsOf } from './cases.js';
import { ourSide } from './our-side.js';
import { stockSide } from './stock-side.js';
import { BYSTANDER, visit, type Visit } from './visit.js';

const ROUNDS = Number(process.argv[2] ?? 5);

const cleanups: (() => Promise<unknown>)[] = [];

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => void cleanUp().then(() => process.exit(1)));
}
try {
  await run();
} finally {
  await cleanUp();
}
process.exit();

async function run(): Promise<void> {
  const directory = await mkdtemp(join(tmpdir(), 'chat-admin-presence-'));
  cleanups.unshift(() => rm(directory, { recursive: true, force: true, maxRetries: 5 }));
  await chmod(directory, 0o711); // PostgreSQL's account has to traverse it
  const postgres = await startEmbeddedPostgres({ directory: join(directory, 'data') });
  cleanups.unshift(async () => {
    await postgres.stop();
    await rm(postgres.directory, { recursive: true, force: true, maxRetries: 5 });
  });
  const visitors = [BYSTANDER, ...CASES.map(({ username }) => username)];
  const ours = await ourSide(join(directory, 'ours'), postgres.url, visitors, cleanups);
  const stock = await stockSide(join(directory, 'stock'), visitors, cleanups);
  const rows: string[][] = [];
  for (const one of CASES) {
    const contacts = contactsOf(one).length;
    const seen: Record<'ours' | 'stock', Visit[]> = { ours: [], stock: [] };
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const side of round % 2 ? [ours, stock] : [stock, ours]) {
        seen[side.name].push(await visit(side, one.username, contacts));
      }
    }
    const pings = (name: 'ours' | 'stock') => seen[name].map(({ longestPingMs }) => longestPingMs);
    const ratios = seen.ours.map(
      ({ longestPingMs }, round) => longestPingMs / seen.stock[round]!.longestPingMs,
    );
    rows.push([
      one.name,
      String(contacts),
      String(median(seen.ours.map(({ roundTrips }) => roundTrips))),
      ...[pings('ours'), pings('stock'), ratios].map((values) => digits(median(values))),
      [Math.min(...ratios), Math.max(...ratios)].map(digits).join(' to '),
    ]);
  }
  table(
    [
      ...['who logs in', 'contacts', 'round trips', 'longest ping, ms', 'stock Prosody, ms'],
      ...['ratio', 'of single rounds'],
    ],
    rows,
  );
  line(`${ROUNDS} rounds, medians; load ${loadavg()[0]!.toFixed(1)}`);
}

async function cleanUp(): Promise<void> {
  for (const cleanup of cleanups.splice(0)) {
    await cleanup().catch((error: Error) => process.stderr.write(`${error.message}\n`));
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}
