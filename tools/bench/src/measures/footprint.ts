import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type Bed, USERS } from '../bed.js';
import type { Figure } from '../figures.js';
import { listUsers, readUser, SECRET } from '../load/requests.js';
import { Product } from '../processes/product-process.js';
import type { Settings } from '../settings.js';

const MIN_ITERATIONS = '4096';
const READS = 5_000;
const CONNECTIONS = 32;
/** until what a load leaves behind (garbage, checkpoint of what it wrote) is done */
const SETTLE_MS = 15_000;
/** until connections that only a load needs are closed */
const REST_MS = 30_000;
const IDLE_SECONDS = 30;

/** What `npm start` takes: CPU until all is ready, memory, disk, and CPU while nobody asks. */
export async function measureFootprint(bed: Bed, { rounds }: Settings): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'chat-admin-footprint-'));
  await chmod(directory, 0o711); // the server's account has to traverse it
  const environment = { API_INITIAL_SECRET: SECRET, API_SCRAM_ITERATIONS: MIN_ITERATIONS };
  const started: Product[] = [];
  const start = async () => {
    const product = await Product.start(directory, environment);
    started.push(product);
    return product;
  };
  try {
    let product = await start(); // compiles what has changed, makes the database
    const fresh = await product.diskMib();
    const starts: number[] = [];
    for (let round = 0; round < rounds; round++) {
      await product.stop();
      product = await start();
      starts.push(await product.cpuMs());
    }
    const { port } = product;
    await bed.fill(product, USERS, 'user');
    const load = (request: string, below: number, requests: number, connections: number) =>
      bed.load({
        port,
        request,
        numbers: { kind: 'random', below },
        connections,
        until: { requests },
      });
    await load(readUser('json'), USERS, READS, CONNECTIONS);
    await load(listUsers('xml'), 1, rounds, 1);
    await delay(SETTLE_MS);
    const afterLoad = await product.memoryMib();
    await delay(REST_MS);
    const users = `${USERS.toLocaleString('en')} users`;
    return [
      { goal: 'P19', what: 'npm start until ready, CPU', values: starts, unit: 'ms', atMost: 1700 },
      line('P19', `memory (PSS) with ${users} after load`, afterLoad, 'MiB', 190),
      line('', 'same, at rest', await product.memoryMib(), 'MiB'),
      line('P19', 'disk of fresh data', fresh, 'MiB', 100),
      line('', `disk with ${users}`, await product.diskMib(), 'MiB'),
      line('P19', 'CPU while nobody asks', await product.idlePercent(IDLE_SECONDS), '%', 0.2),
    ];
  } finally {
    for (const product of started) await product.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function line(
  goal: string,
  what: string,
  value: number,
  unit: Figure['unit'],
  atMost?: number,
): Figure {
  return { goal, what, values: [value], unit, ...(atMost === undefined ? {} : { atMost }) };
}
