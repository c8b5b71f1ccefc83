import { PendingMigrations } from '@chat-admin/persistence/schema/migrate';
import { ImportRunning } from '@chat-admin/persistence/schema/prepare-database';
import { untilPrepared } from './until-prepared.js';

const away = Object.assign(new Error('refused'), { code: 'ECONNREFUSED' });

/** @param errors of the first looks */
async function look(...errors: readonly Error[]) {
  const left = [...errors];
  let waits = 0;
  const answer = untilPrepared(
    () => (left.length > 0 ? Promise.reject(left.shift()!) : Promise.resolve('there')),
    () => Promise.resolve(void (waits += 1)),
    0,
  );
  return answer.then(
    (found) => ({ found, waits }),
    (error: unknown) => ({ error, waits }),
  );
}

it('does not wait for a prepared database', async () => {
  expect(await look()).toEqual({ found: 'there', waits: 0 });
});

it('says once that it waits, also for a database that goes away meanwhile', async () => {
  const pending = new PendingMigrations(['A']);
  expect(await look(pending, pending, away, pending)).toEqual({ found: 'there', waits: 1 });
});

it('waits for the end of an import, and says what it waits for next', async () => {
  const [running, pending] = [new ImportRunning(), new PendingMigrations([])];
  expect(await look(running, running)).toEqual({ found: 'there', waits: 1 });
  expect(await look(running, away, pending, pending)).toEqual({ found: 'there', waits: 2 });
});

it('waits for nothing else', async () => {
  const broken = new Error('broken');
  expect(await look(away)).toEqual({ error: away, waits: 0 });
  expect(await look(new PendingMigrations([]), broken)).toEqual({ error: broken, waits: 1 });
});
