import { perSuite } from '../../test/open-database.js';
import { DatabaseVitals } from './database-vitals.js';
import { poolOf, poolSizeOf } from './pool.js';
import { WriteWatch } from './write-watch.js';

const open = perSuite();

it('a full pool is not a database that is away', async () => {
  const { dataSource, db } = open();
  const pool = poolOf(dataSource);
  const vitals = new DatabaseVitals(dataSource, db, new WriteWatch(() => undefined));
  const held = await Promise.all(
    Array.from({ length: poolSizeOf(dataSource) }, () => pool.connect()),
  );
  const next = pool.connect();
  const pings = Array.from({ length: 100 }, () => vitals.ping());
  expect(vitals.connections()).toMatchObject({ idle: 0, waiting: 2 });
  held.pop()!.release();
  await Promise.all(pings);
  expect(vitals.connections()).toMatchObject({ idle: 0, waiting: 1 });
  for (const client of [...held, await next]) client.release();
  await vitals.ping();
});
