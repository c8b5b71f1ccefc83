import { Random } from '../random.js';
import { Model, type Outcome, type Seen } from './model.js';
import type { State } from './state.js';
import type { Operation } from './operation.js';
import { anyOperation, NAMES } from './operations.js';

const answered = (status: number, exception: string | null = null): Outcome => ({
  status,
  exception,
});
const operationAt = (method: Operation['method'], path: string): Operation => {
  for (let seed = 0; ; seed++) {
    const operation = anyOperation(new Random(seed));
    if (operation.method === method && operation.path === path) return operation;
  }
};
const create = operationAt('POST', '/groups');
const { name } = create.body as { name: string };
const remove = operationAt('DELETE', `/groups/${name}`);

/** Whether there is an order, from nothing. */
async function explained(model: Model, seen: readonly Seen[], after: State): Promise<boolean> {
  for await (const _ of model.explanations(model.empty(), seen, after)) return true;
  return false;
}

describe('Model.explanations', () => {
  const model = new Model();
  const after = async (operation: Operation) => (await model.do(model.empty(), operation)).rows;

  it('finds the order that fits the answers', async () => {
    const seen = [
      { operation: remove, outcome: answered(200) },
      { operation: create, outcome: answered(201) },
    ];
    const nothing = await model.state(model.empty());
    expect(await explained(model, seen, nothing)).toBe(true);
    const there = await model.state(await after(create));
    expect(await explained(model, seen, there)).toBe(false);
  });

  it('finds an acknowledged change that is gone', async () => {
    const nothing = await model.state(model.empty());
    const seen = [{ operation: create, outcome: answered(201) }];
    expect(await explained(model, seen, nothing)).toBe(false);
  });

  it('finds an answer that no order gives', async () => {
    const nothing = await model.state(model.empty());
    const refused = { operation: remove, outcome: answered(404, 'GroupNotFoundException') };
    expect(await explained(model, [refused], nothing)).toBe(true);
    const done = { operation: remove, outcome: answered(200) };
    expect(await explained(model, [done], nothing)).toBe(false);
  });

  it('lets a change without answer have been done or not', async () => {
    const seen = [{ operation: create, outcome: null }];
    for (const state of [model.empty(), await after(create)]) {
      expect(await explained(model, seen, await model.state(state))).toBe(true);
    }
  });
});

describe('webhooks', () => {
  const model = new Model();
  const change = (method: Operation['method'], known: readonly string[]): Operation => {
    for (let seed = 0; ; seed++) {
      const operation = anyOperation(new Random(seed), known);
      const isMade = (operation.body as { types?: string[] } | null)?.types?.length !== 0;
      if (operation.path.startsWith('/webhooks') && operation.method === method && isMade) {
        return operation;
      }
    }
  };
  const made = { ...answered(201)!, made: '42' };

  it('are made with the id that the service has given', async () => {
    const { rows, outcome } = await model.do(model.empty(), change('POST', []), '42');
    expect(outcome.status).toBe(201);
    expect(await model.state(rows)).toMatchObject({
      '/webhooks': [{ id: '42', url: 'https://127.0.0.1/', status: 'active' }],
    });
  });

  it('are made, changed and removed in an order that explains the answers', async () => {
    const post = { operation: change('POST', []), outcome: made };
    const remove = { operation: change('DELETE', ['42']), outcome: answered(200) };
    const nothing = await model.state(model.empty());
    expect(await explained(model, [remove, post], nothing)).toBe(true);
    const late = {
      operation: change('PATCH', ['42']),
      outcome: answered(404, 'WebhookNotFoundException'),
    };
    expect(await explained(model, [late, remove, post], nothing)).toBe(true);
    const lost = { operation: change('PATCH', ['42']), outcome: answered(200) };
    expect(await explained(model, [lost, remove], nothing)).toBe(false);
  });

  it('have every kind of change, and none where answers may be missing', () => {
    const random = new Random(1);
    const paths = (known?: readonly string[]) =>
      new Set(
        Array.from({ length: 1_000 }, () => anyOperation(random, known))
          .filter(({ path }) => path.startsWith('/webhooks'))
          .map(({ method, path }) => `${method} ${path}`),
      );
    expect([...paths(['42'])].sort()).toEqual([
      ...['DELETE /webhooks/42', 'PATCH /webhooks/42', 'POST /webhooks'],
      ...['POST /webhooks/42/replay?after=0', 'POST /webhooks/42/rotate'],
    ]);
    expect(paths()).toEqual(new Set());
  });
});

it('anyOperation has every kind of change', () => {
  const random = new Random(1);
  const kinds = new Set(
    Array.from({ length: 2_000 }, () => {
      const { method, path } = anyOperation(random);
      const names = new RegExp(
        `(${Object.values(NAMES).flat().join('|')})(@example\\.org)?(?=/|$)`,
        'g',
      );
      return `${method} ${path.replace(names, '*')}`;
    }),
  );
  expect(kinds.size).toBeGreaterThanOrEqual(30);
});
