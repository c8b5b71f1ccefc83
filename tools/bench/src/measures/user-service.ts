import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { SECRET } from '../load/requests.js';
import { Product } from '../processes/product-process.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';

const GROUPS = 1_000;
const CALLS = 500;
const PATH = '/plugins/restapi/userservice';

/** What a list of groups costs through the listener of the API, beside that of the user service. */
export async function measureUserService(bed: Bed, { rounds }: Settings): Promise<Figure[]> {
  const directory = await mkdtemp(join(tmpdir(), 'chat-admin-user-service-'));
  await chmod(directory, 0o711); // the server's account has to traverse it
  const product = await Product.start(directory, { API_INITIAL_SECRET: SECRET });
  try {
    await makeGroups(product.port);
    const cpuOf = (port: number) => async () => {
      const before = await product.cpuMs();
      await bed.load({
        port,
        request: `GET ${PATH}?type=grouplist&secret=${SECRET} HTTP/1.1\r\nHost: localhost\r\n\r\n`,
        numbers: { kind: 'random', below: 1 },
        connections: 4,
        until: { requests: CALLS },
      });
      return ((await product.cpuMs()) - before) / CALLS;
    };
    const { own, api } = await alternate(
      { own: cpuOf(product.legacyPort), api: cpuOf(product.port) },
      rounds,
    );
    const what = `list of ${GROUPS.toLocaleString('en')} groups by the user service: CPU`;
    const ratios = api.map((value, index) => value / own[index]!);
    return [
      { goal: '', what: `${what} at its own port`, values: own, unit: 'ms' },
      {
        goal: '',
        what: '  the same through the port of the API',
        values: ratios,
        unit: 'x',
        atMost: 1.3,
      },
    ];
  } finally {
    await product.stop();
    await rm(directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function makeGroups(port: number): Promise<void> {
  for (let number = 0; number < GROUPS; number += 1) {
    const reply = await fetch(`http://127.0.0.1:${port}/plugins/restapi/v1/groups`, {
      method: 'POST',
      headers: { authorization: SECRET, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `group ${number}`, description: '' }),
    });
    if (!reply.ok) throw new Error(`A group could not be made: ${reply.status}`);
  }
}
