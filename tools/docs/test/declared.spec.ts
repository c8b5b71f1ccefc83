import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { TYPES } from '@chat-admin/legacy-userservice/operations';
import { roomDoc } from '@chat-admin/codecs/muc/rooms/room.doc';
import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import { knownProperties, systemProperty } from '@chat-admin/domain/system/system-properties';
import { USER_FIELDS } from '@chat-admin/domain/users/user';

// What the code declares is named wherever people read of it, and used.

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const read = (file: string) => readFileSync(join(workspace, file), 'utf8');
/** The files of a folder, at any depth, as one text. */
const readAll = (folder: string, name: RegExp) =>
  readdirSync(join(workspace, folder), { recursive: true, encoding: 'utf8' })
    .filter((file) => name.test(file))
    .map((file) => read(join(folder, file)))
    .join('\n');

/** What stands below a heading, until the next one. @param heading its number */
function section(file: string, heading: string): string {
  const text = read(`docs/contract/${file}`);
  const start = text.search(new RegExp(`^###? ${heading.replaceAll('.', '\\.')} `, 'm'));
  if (start < 0) throw new Error(`${file} has no section ${heading}`);
  return text.slice(start).split(/\n(?=##)/, 1)[0]!;
}

/** The names in the first column of its tables; a row may have several. */
const named = (text: string) =>
  [...text.matchAll(/^\| ([^|]+) \|/gm)].flatMap(([, cell]) =>
    cell!.split(', ').map((name) => /^`?([\w.-]+)/.exec(name)?.[1] ?? name),
  );

describe('every field of a room', () => {
  const ROOMS = 'muc-and-legacy.md';
  const wireName = (name: keyof typeof roomDoc.fields) => roomDoc.fields[name].wireName ?? name;
  const options = (Object.keys(ROOM_FIELDS) as (keyof typeof ROOM_FIELDS)[]).map(wireName);

  it('has its place in the order of the contract', () => {
    const order = /in this order: `([^`]+)`/.exec(section(ROOMS, '3.1'))![1]!.split(/,\s+/);
    expect((Object.keys(roomDoc.fields) as (keyof typeof roomDoc.fields)[]).map(wireName)).toEqual(
      order,
    );
  });

  it.each([
    ['is when absent', '3.2'],
    ['governs', '3.3'],
  ])('has a row that says what it %s', (_, number) => {
    expect(named(section(ROOMS, number))).toEqual(expect.arrayContaining(options));
  });
});

it('every field of a user stands in the contract', () => {
  const row = /^\| User \|.*$/m.exec(section('core.md', '2.1'))![0];
  for (const field of Object.keys(USER_FIELDS)) expect(row).toMatch(new RegExp(`\\b${field}\\b`));
});

it('every type of the user service has its row in the contract', () => {
  expect(named(section('muc-and-legacy.md', '11.5'))).toEqual(expect.arrayContaining([...TYPES]));
});

describe('every system property', () => {
  const SOURCES = ['apps', 'libs'].flatMap((kind) =>
    readdirSync(join(workspace, kind)).map((name) => `${kind}/${name}/src`),
  );

  it('has its row in the contract', () => {
    const rows = named(section('core.md', '1.14'));
    expect(rows).toEqual(expect.arrayContaining(knownProperties.map(({ key }) => key)));
  });

  it.each(['en', 'de', 'es', 'zh'])('is explained by the console in %s', (language) => {
    const texts = JSON.parse(read(`apps/console/src/texts/system/${language}.json`)) as {
      system: { descriptions: Record<string, string> };
    };
    const keys = knownProperties.map(({ key }) => key.replaceAll('.', '/'));
    expect(Object.keys(texts.system.descriptions)).toEqual(expect.arrayContaining(keys));
  });

  it('is read, unless nobody is said to', () => {
    const sources = SOURCES.map((folder) => readAll(folder, /(?<!\.spec)\.ts$/)).join('\n');
    const unread = Object.keys(systemProperty).filter(
      (name) => !new RegExp(`systemProperty\\.${name}\\b`).test(sources),
    );
    const ofOthers = Object.entries(systemProperty).filter(([, { readBy }]) =>
      ['chat server', 'nobody'].includes(readBy),
    );
    expect(unread).toEqual(ofOthers.map(([name]) => name));
  });

  it('is read in SQL, if the chat server is said to', () => {
    const sql = readAll('libs/persistence/sql', /\.sql$/);
    const keys = knownProperties.filter(({ readBy }) => readBy === 'chat server');
    for (const { key } of keys) expect(sql).toContain(`'${key}'`);
  });
});

/** Those that only chat servers of the release before call. */
const FORMER = ['hello'];

describe('every SQL function for the chat server', () => {
  const signatures = [
    ...readAll('libs/persistence/sql/engine', /\.sql$/).matchAll(
      /create or replace function engine\.(\w+)\(([^)]*)\)/g,
    ),
  ];
  const counted = signatures.map(
    ([, name, parameters]) => [name!, parameters!.split(',').filter(Boolean).length] as const,
  );
  // one with fewer parameters stays for chat servers of the release before
  const newest = new Map(
    counted.filter(([name]) => !FORMER.includes(name)).sort(([, one], [, other]) => one - other),
  );
  const declared = [...newest].map(([name, parameters]) => `${name} ${parameters}`).sort();

  it('has its line in contract.lib.lua', () => {
    const lua = read('integrations/prosody/modules/mod_chat_database/contract.lib.lua');
    const lines = [...lua.matchAll(/^\t(\w+) = \{ (\d+),/gm)];
    expect(lines.map(([, name, parameters]) => `${name} ${parameters}`).sort()).toEqual(declared);
  });

  it('has its row in the contract', () => {
    const rows = [...read('docs/contract/engine-sql.md').matchAll(/^\| (`\w+\(.*?\)`) +\|/gm)];
    const calls = rows.flatMap(([, cell]) => [...cell!.matchAll(/`(\w+)\(([^`]*)\)`/g)]);
    const written = calls.map(
      ([, name, parameters]) => `${name} ${parameters!.split(',').filter(Boolean).length}`,
    );
    expect(written.sort()).toEqual(declared);
  });

  it('is named in the contract, if only chat servers of the release before call it', () => {
    expect(named(read('docs/contract/engine-sql.md'))).toEqual(expect.arrayContaining(FORMER));
  });

  it.each([
    [
      'is called by a module',
      'integrations/prosody/modules',
      /\.lua$/,
      '(call\\("|contract\\.)%\\b',
    ],
    ['is called by a spec', 'libs/persistence/src/engine', /\.spec\.ts$/, "call[^(]*\\(\\s*'%'"],
  ])('%s', (_, folder, name, call) => {
    const text = readAll(folder, name);
    const names = signatures.map(([, name]) => name!).filter((name) => !FORMER.includes(name));
    expect(names.filter((one) => !new RegExp(call.replace('%', one)).test(text))).toEqual([]);
  });
});

it('every call of the bridge has its row in the contract, and there are no others', () => {
  const lua = readAll('integrations/prosody/modules', /\.lua$/).replace(/^\s*--.*$/gm, '');
  const routes = lua.matchAll(/\b(?:bridge\.route|said_to_all)\("(\w+)", "(\/[\w/]+)"/g);
  const rows = read('docs/contract/bridge.md').matchAll(/^\| (GET|POST) `\/bridge(\/[\w/]+)/gm);
  const calls = (found: Iterable<RegExpMatchArray>) =>
    [...found].map(([, method, path]) => `${method} ${path}`).sort();
  const declared = calls(routes);
  expect(calls(rows)).toEqual(declared);
  expect(declared).toContain('GET /health');
});
