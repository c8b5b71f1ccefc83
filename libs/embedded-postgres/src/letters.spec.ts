import type pg from 'pg';
import { removeTemporaryDirectories, temporaryDirectory } from '../test/temporary-directory.js';
import { asSuperuser, rows, start, stopServers } from '../test/use-server.js';
import { lettersHere } from './letters.js';

afterEach(async () => {
  await stopServers();
  removeTemporaryDirectories();
});

const DATABASE = 'chat_admin';
const SEARCHES = ['привет', '你好世', 'björn', 'ola'];
const FOUND = SEARCHES.map((text) => [text, 1]);

/** By the index alone. */
async function found(server: Awaited<ReturnType<typeof start>>) {
  const counts = SEARCHES.map(
    (text) => `select '${text}', count(*)::int from person where lower(name) like '%${text}%'`,
  );
  const result = await rows(server, `set enable_seqscan = off; ${counts.join(' union all ')}`);
  return [...result].sort((a, b) => SEARCHES.indexOf(`${a[0]}`) - SEARCHES.indexOf(`${b[0]}`));
}

const TABLE = `
  create extension pg_trgm;
  create table person (name text);
  create index person_name_idx on person using gin (lower(name) gin_trgm_ops);
  insert into person values ('Привет, мир'), ('你好世界'), ('Björn'), ('Ola')`;

/** As earlier releases have made it, or another machine. */
const was = (ctype: string) => `
  update pg_database set datctype = '${ctype}' where datname = '${DATABASE}';
  alter database ${DATABASE} reset chat_admin.trigrams_by`;

async function made(directory: string, ctype: string): Promise<void> {
  const server = await start(directory, { owner: 'keeper' });
  await asSuperuser(server, 'postgres', was('C'));
  await rows(server, TABLE);
  expect(await rows(server, `select show_trgm('привет')`)).toEqual([[[]]]);
  await asSuperuser(server, 'postgres', was(ctype));
  await server.stop();
}

it('searches of a new database see all letters', async () => {
  const told: string[] = [];
  const tell = (message: string) => void told.push(message);
  const server = await start(temporaryDirectory(), { owner: 'keeper', tell });
  await rows(server, TABLE);
  expect(await found(server)).toEqual(FOUND);
  expect(told).toEqual([]);
});

it.each(['C', 'xx_XX.UTF-8'])(
  'those of a database with the ctype %s see them from the next start on',
  async (ctype) => {
    const directory = temporaryDirectory();
    await made(directory, ctype);
    const told: string[] = [];
    const tell = (message: string) => void told.push(message);
    const server = await start(directory, { owner: 'keeper', tell });
    expect(await found(server)).toEqual(FOUND);
    expect(told).toEqual(['Building the search indexes again by the letters of C.UTF-8, 1 MB …']);
    const order = `select array_agg(name order by name) from person`;
    expect(await rows(server, order)).toEqual([[['Björn', 'Ola', 'Привет, мир', '你好世界']]]);
    await server.stop();
    expect(await found(await start(directory, { owner: 'keeper', tell }))).toEqual(FOUND);
    expect(told).toHaveLength(1);
  },
);

it('builds the indexes of a database whose start was cut off in between', async () => {
  const directory = temporaryDirectory();
  await made(directory, 'C.UTF-8');
  expect(await found(await start(directory, { owner: 'keeper' }))).toEqual(FOUND);
});

describe('on a machine', () => {
  const withLocales = (...locales: string[]) =>
    ({
      query: (_text: string, [locale]: [string]) =>
        locales.includes(locale) ? Promise.resolve() : Promise.reject(new Error('no locale')),
    }) as unknown as pg.Client;

  it.each([
    [['C.UTF-8', 'en_US.UTF-8'], 'C.UTF-8'],
    [['en_US.UTF-8'], 'en_US.UTF-8'],
  ])('with %j takes %s', async (locales, ctype) => {
    expect(await lettersHere(withLocales(...locales))).toEqual({ ctype, warning: null });
  });

  it('without either takes C, with a warning', async () => {
    expect(await lettersHere(withLocales())).toEqual({
      ctype: 'C',
      warning: expect.stringContaining('C.UTF-8, en_US.UTF-8'),
    });
  });
});
