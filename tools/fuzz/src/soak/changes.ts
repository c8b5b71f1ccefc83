import { until } from '@chat-admin/debian-programs/until';
import type pg from 'pg';
import { Instance } from '../model/instance.js';
import { Model, type Seen } from '../model/model.js';
import { unexplained } from '../model/model-run.js';
import { anyOperation } from '../model/operations.js';
import { Past } from '../model/past.js';
import type { State } from '../model/state.js';
import { Random } from '../random.js';

const WORKERS = 4;

/** Rounds of changes while parts break: what was acknowledged has been done, what was not may have been. */
export class Changes {
  private readonly instances: readonly Instance[];
  private readonly model = new Model();
  private readonly past = new Past(this.model);
  rounds = 0;
  /** changes of which nobody knows whether they were done */
  undecided = 0;

  constructor(
    urls: readonly string[],
    secret: string,
    private readonly seed: number,
    /** of the database, for who waits until nothing is under way any more */
    private readonly database: pg.Pool,
  ) {
    this.instances = urls.map((url) => new Instance(url, secret));
  }

  /** @returns what cannot be explained; null: nothing */
  async round(): Promise<string | null> {
    const random = Random.part(this.seed, this.rounds);
    const operations = Array.from({ length: WORKERS }, () => anyOperation(random));
    const seen: readonly Seen[] = await Promise.all(
      operations.map(async (operation, index) => ({
        operation,
        outcome: await this.instances[index % this.instances.length]!.changeUnderFaults(operation),
      })),
    );
    const undecided = seen.filter(({ outcome }) => outcome === null).length;
    this.undecided += undecided;
    if (undecided > 0) await this.untilQuiet();
    const after = await this.stateOf(this.instances[0]!);
    const { rows } = this.past;
    const isExplained = await this.past.goOn(seen, after);
    this.rounds += 1;
    return isExplained ? null : unexplained(this.rounds, await this.model.state(rows), seen, after);
  }

  /** @returns whether all instances show the same, and what the model says */
  async agree(): Promise<boolean> {
    const wanted = JSON.stringify(await this.model.state(this.past.rows));
    const states = await Promise.all(this.instances.map((instance) => this.stateOf(instance)));
    return states.every((state) => JSON.stringify(state) === wanted);
  }

  close(): void {
    for (const instance of this.instances) instance.close();
  }

  private stateOf(instance: Instance): Promise<State> {
    return until('an instance shows what it holds', () => instance.state());
  }

  /** What a killed part has left behind in the database may still be going on. */
  private async untilQuiet(): Promise<void> {
    await until('nothing is under way in the database', async () => {
      const { rows } = await this.database.query<{ busy: number }>(
        `select count(*)::int as busy from pg_stat_activity
         where application_name like 'chat-admin%' and state <> 'idle'`,
      );
      return rows[0]!.busy === 0;
    });
  }
}
