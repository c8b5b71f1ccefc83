import { phaseFaults } from './phase-rules.js';

const expand = (sql: string, more = '') => `
  readonly phase = 'expand';${more}
  // drop table in a comment is none
  await runner.query(\`${sql} -- nor is drop here\`);`;

it.each([
  ['alter table account drop column email', 'drops something'],
  ['alter table account drop email', 'drops something'],
  ['drop table lockout', 'drops something'],
  ['alter table room drop constraint room_name_check', 'drops something'],
  ['drop index room_public_idx', 'drops something'],
  ['alter table room rename subject to topic', 'renames something'],
  ['alter table room alter subject set not null', 'makes a column not null'],
  ['alter table room alter subject type varchar(9)', 'changes a type'],
  ['alter table room alter column subject set data type varchar(9)', 'changes a type'],
  [`alter table room alter subject set default 'x'`, 'changes a default'],
  ['alter table room add topic text not null', 'adds a column without default to room'],
  [
    'alter table room add topic uuid default gen_random_uuid()',
    'adds a column with a computed default to room',
  ],
  [
    'alter table room add constraint room_x check (true)',
    'adds a constraint to room without "not valid"',
  ],
  ['alter table room add constraint room_x unique (name)', 'adds a key to room'],
  ['create index room_x on room (name)', 'builds an index while nobody may write to room'],
  ['create index concurrently room_x on room (name)', 'builds an index without buildIndex'],
  [`update room set subject = ''`, 'changes rows of room: a job after the start does that'],
  [
    'alter table room add topic text; alter table lockout add topic text',
    'changes several tables: a migration each',
  ],
  ['alter table ${table} add topic text', 'changes a table without its name'],
])('an expanding migration is refused: %s', (sql, fault) => {
  expect(phaseFaults(expand(sql), [])).toEqual([fault]);
});

it.each([
  'create table topic (name text not null, constraint topic_pk primary key (name)); create index topic_idx on topic (name)',
  'create table topic (name text references room (name) on update cascade); insert into topic default values',
  'alter table room add topic text',
  'alter table room add topic boolean not null default false',
  `alter table room add topic boolean default false not null, add other text`,
  'alter table room alter subject drop not null',
  'alter table room add topic uuid; alter table room alter topic set default gen_random_uuid()',
  'alter table room add constraint room_x check (true) not valid',
])('an expanding migration may: %s', (sql) => {
  expect(phaseFaults(expand(sql), [])).toEqual([]);
});

it('an expanding migration may change few rows of tables that it states', () => {
  const sql = `select from room for no key update; update room set subject = ''; delete from lockout`;
  const stated = ` readonly changesFew = ['room', 'audit_entry'];`;
  expect(phaseFaults(expand(sql, stated), [])).toEqual([
    'changes rows of lockout: a job after the start does that',
  ]);
});

it('an index of a table that is in use is built outside of a transaction', () => {
  const build = (more: string) =>
    `readonly phase = 'expand';${more} await buildIndex(runner, 'a', 'on room (name)');`;
  expect(phaseFaults(build(' readonly transaction = false;'), [])).toEqual([]);
  expect(phaseFaults(build(''), [])).toHaveLength(1);
  expect(phaseFaults(expand('select 1', ' readonly transaction = false;'), [])).toHaveLength(1);
});

it('a contracting migration comes after the release that has stopped to use what goes', () => {
  const contract = `readonly phase = { since: 'A1' }; alter table room drop subject`;
  expect(phaseFaults(contract, ['A1'])).toEqual([]);
  expect(phaseFaults(contract, ['B2'])).toEqual(['takes away what no release has stopped to use']);
});

it('a migration states its phase', () => {
  expect(phaseFaults('alter table room add topic text', [])).toEqual(['states no phase']);
});
