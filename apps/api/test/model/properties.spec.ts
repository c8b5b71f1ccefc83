import fc from 'fast-check';
import type { Reply } from '../support/test-api.js';
import { TestApi } from '../support/test-api.js';
import { isLinearizable } from './linearizability.js';
import type { Call, Model } from './linearizability.js';

const ROOT = 'model';
const KEYS = [ROOT, `${ROOT}.a`, `${ROOT}.a.b`, `${ROOT}.ab`, `${ROOT}x`];
const WORKERS = 4;

type Kind = 'POST' | 'PUT' | 'DELETE' | 'DELETE exact' | 'GET' | 'LIST';

/** `answer`: status and value read. */
interface Step {
  readonly kind: Kind;
  readonly key: string;
  readonly value: string;
  readonly answer: string;
}
type Stored = ReadonlyMap<string, string>;

let instances: readonly [TestApi, TestApi];
beforeAll(async () => {
  const first = await TestApi.start();
  instances = [first, await TestApi.start({}, first.database)];
});
afterAll(async () => {
  await instances[1].close();
  await instances[0].stop();
});

const model: Model<Stored, Step> = {
  initial: new Map(KEYS.map((key) => [key, 'at first'])),
  after: (stored, { kind, key, value, answer }) => {
    const { next, expected } = outcome(stored, kind, key, value);
    return answer === expected ? next : null;
  },
  key: (stored) =>
    [...stored]
      .map((entry) => entry.join('='))
      .toSorted()
      .join(),
};

/** The sequential specification of core 7.1. */
function outcome(
  stored: Stored,
  kind: Kind,
  key: string,
  value: string,
): { readonly next: Stored; readonly expected: string } {
  if (kind === 'POST') return { next: new Map(stored).set(key, value), expected: '201' };
  if (kind === 'LIST') return { next: stored, expected: `200 ${model.key(stored)}` };
  const found = stored.get(key);
  if (found === undefined) return { next: stored, expected: '404' };
  if (kind === 'GET') return { next: stored, expected: `200 ${found}` };
  if (kind === 'PUT') return { next: new Map(stored).set(key, value), expected: '200' };
  const leaves = (one: string) => one === key || (kind === 'DELETE' && one.startsWith(`${key}.`));
  return { next: new Map([...stored].filter(([one]) => !leaves(one))), expected: '200' };
}

async function perform(api: TestApi, kind: Kind, key: string, value: string): Promise<string> {
  const path = `/system/properties/${key}`;
  switch (kind) {
    case 'POST':
      return status(await api.call('POST', '/system/properties', 'json', { key, value }));
    case 'PUT':
      return status(await api.call('PUT', path, 'json', { key, value }));
    case 'DELETE':
      return status(await api.call('DELETE', path, 'json'));
    case 'DELETE exact':
      return status(await api.call('DELETE', `${path}?exact=true`, 'json'));
    case 'GET': {
      const reply = await api.call('GET', path, 'json');
      if (reply.status !== 200) return status(reply);
      return `200 ${(JSON.parse(reply.text) as { value: string }).value}`;
    }
    case 'LIST': {
      const reply = await api.call('GET', '/system/properties', 'json');
      const { property } = JSON.parse(reply.text) as {
        property: readonly { key: string; value?: string }[];
      };
      const own = property.filter((one) => KEYS.includes(one.key));
      return `200 ${model.key(new Map(own.map((one) => [one.key, one.value ?? ''])))}`;
    }
  }
}

const status = (reply: Reply): string => String(reply.status);

const calls = fc.array(
  fc.record({
    kind: fc.constantFrom<Kind>('POST', 'PUT', 'PUT', 'DELETE', 'DELETE exact', 'GET', 'LIST'),
    key: fc.constantFrom(...KEYS),
    instance: fc.constantFrom(0, 1),
  }),
  { minLength: 4, maxLength: 8 },
);

it('the answers to workers on two instances are linearizable', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(calls, { minLength: WORKERS, maxLength: WORKERS }), async (work) => {
      const [api] = instances;
      for (const [key, value] of model.initial) {
        await api.call('POST', '/system/properties', 'json', { key, value });
      }
      let moment = 0;
      const history: Call<Step>[] = [];
      await Promise.all(
        work.map(async (steps, worker) => {
          for (const [index, { kind, key, instance }] of steps.entries()) {
            const value = `${worker}-${index}`;
            const begun = (moment += 1);
            const answer = await perform(instances[instance as 0 | 1], kind, key, value);
            history.push({ step: { kind, key, value, answer }, begun, ended: (moment += 1) });
          }
        }),
      );
      const told = history
        .map(({ begun, ended, step }) => `${begun}-${ended} ${Object.values(step).join(' ')}`)
        .join('\n');
      expect(isLinearizable(history, model) ? '' : told).toBe('');
    }),
    { numRuns: 60, endOnFailure: true },
  );
});
