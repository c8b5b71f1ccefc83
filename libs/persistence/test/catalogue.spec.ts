import type { QueryRunner } from 'typeorm';
import { loginRole } from './engine.js';
import { perSuite } from './open-database.js';
import { catalogueDifferences, readCatalogue } from './catalogue.js';
import type { Catalogue } from './catalogue.js';

const suite = perSuite();
let runner: QueryRunner;
let role: Awaited<ReturnType<typeof loginRole>>;
let before: Catalogue;

const catalogue = () => readCatalogue((sql) => runner.query(sql));

beforeAll(async () => {
  runner = suite().owner.createQueryRunner();
  role = await loginRole(suite().url, 'stranger');
  before = await catalogue();
});

afterAll(async () => {
  await runner.release();
  await role.drop();
});

it('a database does not differ from itself', async () => {
  expect(before.size).toBeGreaterThan(300);
  expect(catalogueDifferences(before, await catalogue())).toEqual([]);
});

const COLUMN = 'table column public.room.subject';

const TRIGRAMS = [
  'comment on extension pg_trgm',
  'extension pg_trgm',
  'index public.account_folded_text_idx',
  'index public.account_text_trigram_idx',
  'index public.account_username_trigram_idx',
  'index public.room_folded_text_idx',
  'index public.room_message_body_trigram_idx',
  'index public.room_name_trigram_idx',
  'index public.room_natural_name_trigram_idx',
  'index public.room_text_trigram_idx',
  'index public.user_group_folded_text_idx',
  'index public.user_group_text_trigram_idx',
];

const CHANGES: readonly (readonly [change: string, ...objects: string[]])[] = [
  ['drop extension pg_trgm cascade', ...TRIGRAMS],
  ['drop index room_public_idx', 'index public.room_public_idx'],
  ['alter table room alter subject set not null', COLUMN],
  [`alter table room alter subject set default 'x'`, COLUMN],
  ['alter table room alter subject type varchar(9)', COLUMN],
  ['alter table room alter subject type text collate "C"', COLUMN],
  ['alter table room drop subject', COLUMN],
  [
    'alter table room drop constraint room_allow_pm_check',
    'table constraint room_allow_pm_check on public.room',
  ],
  ['alter sequence roster_version_seq increment 2', 'sequence public.roster_version_seq'],
  ['alter function base64 cost 7', 'function public.base64(pg_catalog.bytea)'],
  [
    'alter table room disable trigger room_move_room_on_update',
    'trigger room_move_room_on_update on public.room',
  ],
  [`comment on column room.subject is 'x'`, `comment on ${COLUMN}`],
  ['comment on function engine.services is null', 'comment on function engine.services()'],
  ['grant usage on schema engine to $role', 'grant usage on schema engine to $role'],
  ['grant select on room to $role', 'grant select on table public.room to $role'],
  ['grant update (subject) on room to $role', `grant update on ${COLUMN} to $role`],
  [
    'grant execute on function engine.services to public',
    'grant execute on function engine.services() to public',
  ],
  [
    'alter default privileges in schema engine grant execute on functions to $role',
    'grant execute on later functions in schema engine to $role',
  ],
];

it.each(CHANGES)('detects: %s', async (change, ...objects) => {
  await runner.startTransaction();
  await runner.query(change.replace('$role', role.role));
  const found = catalogueDifferences(before, await catalogue()).map(({ object }) => object);
  await runner.rollbackTransaction();
  expect(found).toEqual(objects.map((object) => object.replace('$role', role.role)));
});

it('ignores other schemas', async () => {
  await runner.startTransaction();
  await runner.query('create schema other create table kept ()');
  const found = catalogueDifferences(before, await catalogue());
  await runner.rollbackTransaction();
  expect(found).toEqual([]);
});

it('reports the expected and actual definition', async () => {
  await runner.startTransaction();
  await runner.query('alter table chat_service alter hidden drop not null');
  const found = catalogueDifferences(before, await catalogue());
  await runner.rollbackTransaction();
  expect(found).toEqual([
    {
      object: 'table column public.chat_service.hidden',
      expected: 'boolean not null',
      actual: 'boolean',
    },
  ]);
});
