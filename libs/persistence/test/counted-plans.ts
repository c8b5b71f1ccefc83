import type { QueryResultRow } from 'pg';
import { CurrentTransaction } from '../src/database/current-transaction.js';
import type { Rows, Statement } from '../src/database/current-transaction.js';

/** Only then PostgreSQL has compared five plans for the given values with one for any. */
const UNSETTLED = 6;

interface Notice {
  readonly message?: string;
  /** the statements and functions around it, from the inside out */
  readonly where?: string;
}

/**
 * Repeats each statement until the plans of its functions and triggers are kept, undoes that, and notes what is planned even
 * then. Needs sessions with {@link TELL_OF_PLANS}.
 */
export class PlanCountingTransaction extends CurrentTransaction {
  /** names of the statements, by where in a function or trigger a plan is made */
  readonly plans = new Map<string, Set<string>>();
  /** names of statements that succeeded, but not when they were repeated */
  readonly unmeasured = new Set<string>();

  override async run<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Rows<Row>> {
    if (!this.active) return this.runAlone(statement, values);
    const isMeasured = await this.repeat(statement, values);
    const rows = await super.run<Row>(statement, values);
    if (!isMeasured) this.unmeasured.add(statement.name);
    return rows;
  }

  /** In a transaction, which the repetitions need. */
  override async runAlone<Row extends QueryResultRow>(
    statement: Statement,
    values: readonly unknown[] = [],
  ): Promise<Rows<Row>> {
    const runner = this.dataSource.createQueryRunner();
    await runner.startTransaction();
    try {
      const rows = await this.within(runner, () => this.run<Row>(statement, values));
      await runner.commitTransaction();
      return rows;
    } catch (error) {
      await runner.rollbackTransaction();
      throw error;
    } finally {
      await runner.release();
    }
  }

  /** @returns whether it succeeded */
  private async repeat(statement: Statement, values: readonly unknown[]): Promise<boolean> {
    if (/^(savepoint|rollback|release) /.test(statement.text)) return true;
    const { client } = this.current()!;
    let places = new Set<string>();
    const note = ({ message, where }: Notice) => {
      if (message !== 'PLANNER STATISTICS' || where === undefined) return;
      // servers before 18 plan functions in SQL that they cannot inline with each query
      if (!/^SQL function "\w+" during startup/m.test(where)) places.add(placeOf(where));
    };
    const once = async () => {
      await client.query('savepoint repetition');
      await client.query({ ...statement, values: [...values] });
      await client.query('rollback to savepoint repetition');
    };
    try {
      for (let count = 0; count < UNSETTLED; count += 1) await once();
      client.on('notice', note);
      await once();
      // a plan can be made again because others have changed the catalogue meanwhile
      for (let count = 0; count < 2 && places.size > 0; count += 1) {
        const before = places;
        places = new Set();
        await once();
        places = new Set([...places].filter((place) => before.has(place)));
      }
      for (const place of places) {
        this.plans.set(place, (this.plans.get(place) ?? new Set()).add(statement.name));
      }
      return true;
    } catch {
      await client.query('rollback to savepoint repetition');
      return false;
    } finally {
      client.off('notice', note);
    }
  }
}

function placeOf(where: string): string {
  const [, name] = /^PL\/pgSQL function ([\w.]+)\(/m.exec(where) ?? [];
  return name ?? where;
}

/** For all sessions that begin later. The log of the server would be full of it. */
export const TELL_OF_PLANS = [
  'log_planner_stats = on',
  'client_min_messages = log',
  'log_min_messages = panic',
  // plans for given values have to be cheaper by far: which of two that are alike is kept depends on chance
  'cpu_operator_cost = 0.01',
];

/** Some that have much more than others, of which each plan for given values is cheaper than one for any. */
export const UNEVEN_ROWS = `
  set session_replication_role = replica;
  insert into account (username) values ('ann');
  insert into room (service, name, persistent) values ('conference', 'tea', true);
  -- a chat server is refused until temporary rooms are removed, after half a second or later
  update room set persistent = true;
  insert into group_member
    select 'group' || g, 'user' || n || '@example.org', false
    from generate_series(1, 10) g, generate_series(1, 500) n on conflict do nothing;
  insert into roster_item (owner, jid, subscription, groups)
    select 'user' || o, 'user' || n || '@example.org', 3, '{}'
    from generate_series(1, 50) o, generate_series(1000, 1200) n on conflict do nothing;
  insert into room_affiliation (room_id, jid, affiliation)
    select r, 'user' || n || '@example.org', 'member'
    from generate_series(1, 50) r, generate_series(1, 200) n on conflict do nothing;
  set session_replication_role = origin;
  analyze`;
