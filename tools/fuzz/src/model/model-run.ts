import { Random } from '../random.js';
import { Instance } from './instance.js';
import { Model, type Seen } from './model.js';
import { Past } from './past.js';
import { anyOperation } from './operations.js';

export interface ModelOptions {
  readonly seed: number;
  readonly rounds: number;
  /** changes of a round, made at the same time; default 5 */
  readonly workers?: number;
  readonly progress?: (done: number) => void;
}

/**
 * In each round several workers change the same few things at the same time, on several instances of the API. Afterwards
 * there has to be an order of the changes in which the model answers as the service has, and ends as it did.
 * @param urls of instances on a database in which nobody and nothing is
 * @returns what cannot be explained, null: nothing
 */
export async function checkModel(
  urls: readonly string[],
  secret: string,
  { seed, rounds, workers = 5, progress }: ModelOptions,
): Promise<string | null> {
  const instances = urls.map((url) => new Instance(url, secret));
  const model = new Model();
  const past = new Past(model);
  try {
    for (let round = 0; round < rounds; round++) {
      const random = Random.part(seed, round);
      const operations = Array.from({ length: workers }, () =>
        anyOperation(random, [...past.rows.webhooks.keys()]),
      );
      const seen: readonly Seen[] = await Promise.all(
        operations.map(async (operation, index) => ({
          operation,
          outcome: await instances[index % instances.length]!.change(operation),
        })),
      );
      const after = await instances[round % instances.length]!.state();
      const { rows } = past;
      if (!(await past.goOn(seen, after))) {
        return unexplained(round, await model.state(rows), seen, after);
      }
      progress?.(round + 1);
    }
    return null;
  } finally {
    for (const instance of instances) instance.close();
  }
}

/** Everything that is needed to think about it. */
export function unexplained(
  round: number,
  before: object,
  seen: readonly Seen[],
  after: object,
): string {
  const changed = (state: object) =>
    JSON.stringify(
      Object.fromEntries(
        Object.entries(state).filter(([path, document]) => {
          const other = (state === before ? after : before) as Record<string, unknown>;
          return JSON.stringify(other[path]) !== JSON.stringify(document);
        }),
      ),
    );
  const lines = seen.map(({ operation: { method, path, body }, outcome }) => {
    const answer = outcome ? `${outcome.status} ${outcome.exception ?? ''}` : 'no answer';
    return `  ${method} ${path} ${body ? JSON.stringify(body) : ''} -> ${answer}`;
  });
  return [
    `No order of the changes of round ${round} explains their answers and what followed:`,
    ...lines,
    `before: ${changed(before)}`,
    `after: ${changed(after)}`,
  ].join('\n');
}
