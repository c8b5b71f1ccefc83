import { emptyDatabase } from '@chat-admin/persistence/testing/test-database';
import type { TestDatabase } from '@chat-admin/persistence/testing/test-database';
import pg from 'pg';
import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import { targetRows } from '../src/testing/target-rows.js';
import { oneOf, random } from './support/random.js';
import { movingWorld, pass, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** `IMPORT_ROUNDS` takes more. */
const ROUNDS = Number(process.env['IMPORT_ROUNDS'] ?? 3);
const SEED = Number(process.env['IMPORT_SEED'] ?? 1);
const CHANGES = 60;

/** Tables of which nobody changes a row in a running Openfire: at most rows are added. */
const GROWING = new Set(['ofsecurityauditlog', 'ofmucconversationlog', 'ofmessagearchive']);
/** What decides about the whole move. */
const LEFT_ALONE = new Set(['ofversion', 'ofproperty', 'ofid']);
/** One that is gone there leaves none here, also where there was one before. */
const NEVER_DELETED = new Set(['ofmucservice']);
/** Openfire stores JIDs and names of their owners in this form. */
const PREPARED = new Set(['serviceid', 'username', 'jid']);
/** With it a person would have several lists at once. */
const SINGLE = 'isdefault';

/** Changes rows of a database of Openfire at random, as far as its keys let it. */
class Changer {
  private constructor(
    private readonly client: pg.Client,
    private readonly next: () => number,
    private readonly columns: ReadonlyMap<string, readonly string[]>,
  ) {}

  static async of(client: pg.Client, seed: number): Promise<Changer> {
    const { rows } = await client.query<{ table: string; columns: string[] }>(
      `select table_name as table, array_agg(column_name::text order by ordinal_position) as columns
       from information_schema.columns where table_schema = 'public' group by 1 order by 1`,
    );
    const usable = rows.filter(({ table }) => !LEFT_ALONE.has(table));
    const columns = new Map(usable.map((one) => [one.table, one.columns]));
    return new Changer(client, random(seed), columns);
  }

  /** @param isRunning while a server runs: then lines are only deleted */
  async change(times: number, isRunning: boolean): Promise<void> {
    for (let time = 0; time < times; time += 1) {
      const table = this.one([...this.columns.keys()]);
      if (isRunning && GROWING.has(table) && table !== 'ofmucconversationlog') continue;
      const isLine = isRunning && GROWING.has(table);
      await this.client
        .query(isLine ? this.deletion(table) : this.anything(table))
        .catch((error: unknown) => {
          if (!(error instanceof pg.DatabaseError)) throw error;
        });
    }
  }

  private anything(table: string): string {
    const column = this.one(
      this.columns.get(table)!.filter((name) => name !== SINGLE && name !== 'subdomain'),
    );
    const row = this.row(table);
    const other = `(select ${column} from ${table} where ctid = (${this.row(table)}))`;
    return this.one([
      ...(NEVER_DELETED.has(table) ? [] : [this.deletion(table)]),
      `update ${table} set ${column} = null where ctid = (${row})`,
      `update ${table} set ${column} = ${other} where ctid = (${row})`,
      `update ${table} set ${column} = ${column} || 'x' where ctid = (${row})`,
      ...(PREPARED.has(column)
        ? []
        : [`update ${table} set ${column} = upper(${column}) where ctid = (${row})`]),
      `update ${table} set ${column} = ${column} + 1 where ctid = (${row})`,
    ]);
  }

  private deletion(table: string): string {
    return `delete from ${table} where ctid = (${this.row(table)})`;
  }

  private row(table: string): string {
    const place = this.next();
    return `select ctid from ${table} order by ${table}::text collate "C"
      offset (select floor(${place} * count(*)) from ${table}) limit 1`;
  }

  private one<T>(choices: readonly T[]): T {
    return oneOf(this.next, choices);
  }
}

/**
 * Lines in an order of their own, since those without an id get one that is drawn. When somebody was seen is not taken back, and rosters
 * that are empty keep their versions.
 */
async function rowsOf(world: MovingWorld): Promise<Record<string, unknown>> {
  const { lines, accounts, rosters: _, ...rows } = await targetRows(world);
  const texts = (lines as readonly { id: string }[]).map(({ id: _, ...line }) =>
    JSON.stringify(line),
  );
  const people = (accounts as readonly { last_seen: unknown }[]).map(
    ({ last_seen: _seen, ...person }) => person,
  );
  return { ...rows, people, lines: texts.sort() };
}

let old: TestDatabase;
let client: pg.Client;
beforeEach(async () => {
  old = await emptyDatabase();
  client = new pg.Client({ connectionString: old.url });
  await client.connect();
  await client.query(openfire(SCHEMAS.at(-1)!).postgres());
});
afterEach(async () => {
  await client.end();
  await old.drop();
});

it.each(Array.from({ length: ROUNDS }, (_, round) => SEED + round))(
  'seed %i: all rows of random data are moved or reported, and a catch-up after random changes equals a fresh copy',
  async (seed) => {
    const [world, fresh] = [await movingWorld('corp.example'), await movingWorld('corp.example')];
    try {
      const changer = await Changer.of(client, seed);
      await changer.change(CHANGES, false);
      await pass(world, old.url, null);
      expect(await verified(world, old.url, null)).toEqual([]);
      await changer.change(CHANGES, true);
      await pass(world, old.url, null);
      expect(await verified(world, old.url, null)).toEqual([]);
      await pass(fresh, old.url, null);
      const [caughtUp, copied] = [await rowsOf(world), await rowsOf(fresh)];
      for (const name of Object.keys(copied)) {
        expect([name, caughtUp[name]]).toEqual([name, copied[name]]);
      }
    } finally {
      await world.close();
      await fresh.close();
    }
  },
);
