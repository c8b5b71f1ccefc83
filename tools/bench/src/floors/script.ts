// F3 and F5: the work of a script without a server, as tasks.
import { pbkdf2 } from 'node:crypto';
import { promisify } from 'node:util';
import { peopleOf } from '../load/room-requests.js';
import { answerTasks } from '../processes/tasks.js';
import { databasePool } from './floor.js';

const derive = promisify(pbkdf2);
const pool = databasePool();
const key = Buffer.alloc(32);

const usersText = `
  with given as (
    select * from unnest($1::text[], $2::text[], $3::text[], $4::jsonb[])
      as given (username, name, email, properties)
  ), added as (
    insert into account (username, name, email, properties) select * from given returning username
  )
  insert into account_credential
  select username, $5::bytea, 4096, $5::bytea, $5::bytea, $5::bytea, 4096, $5::bytea, $5::bytea
  from added`;

const roomsText = `
  with added as (
    insert into room (service, name, natural_name, description, subject, max_users, persistent,
                      public_room, can_occupants_invite, log_enabled)
    select 'conference', name, natural_name, description, subject, 30, true, true, true, true
    from unnest($1::text[], $2::text[], $3::text[], $4::text[])
      as given (name, natural_name, description, subject)
    returning id, name
  )
  insert into room_affiliation (room_id, jid, affiliation)
  select id, jid, affiliation
  from unnest($5::text[], $6::text[], $7::text[]) as entry (name, jid, affiliation)
  join added using (name)`;

answerTasks({
  /** F3: the rows of a bulk request in one statement. @returns milliseconds */
  insert: async ({ prefix, count }: { prefix: string; count: number }) => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}n${index}`);
    const properties = JSON.stringify([
      { key: 'department', value: 'research and development' },
      { key: 'phone', value: '+49 30 1234567' },
      { key: 'room', value: 'B 2.17' },
    ]);
    const begin = performance.now();
    const values = [
      names,
      names.map((name) => `Name of ${name}`),
      names.map((name) => `${name}@example.org`),
      names.map(() => properties),
      key,
    ];
    await pool.query({ name: 'bulk', text: usersText, values });
    return performance.now() - begin;
  },
  /** F3 of rooms: the rows of a bulk request in one statement. @returns milliseconds */
  insertRooms: async ({ prefix, count }: { prefix: string; count: number }) => {
    const names = Array.from({ length: count }, (_, index) => `${prefix}n${index}`);
    const people = names.flatMap((name) => peopleOf(name).map((entry) => [name, ...entry]));
    const begin = performance.now();
    const values = [
      names,
      names.map((name) => `Name of ${name}`),
      names.map((name) => `Where ${name} is discussed`),
      names.map(() => 'Agenda of the week'),
      ...[0, 1, 2].map((column) => people.map((row) => row[column])),
    ];
    await pool.query({ name: 'bulk-rooms', text: roomsText, values });
    return performance.now() - begin;
  },
  /** F5: both keys of `count` passwords, `concurrency` at once. @returns milliseconds */
  derive: async (job: { count: number; concurrency: number; iterations: number }) => {
    const begin = performance.now();
    let left = job.count;
    const worker = async () => {
      while (left-- > 0) {
        await derive(`password ${left}`, key, job.iterations, 20, 'sha1');
        await derive(`password ${left}`, key, job.iterations, 32, 'sha256');
      }
    };
    await Promise.all(Array.from({ length: job.concurrency }, worker));
    return performance.now() - begin;
  },
});
