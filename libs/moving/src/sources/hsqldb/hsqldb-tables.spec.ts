import { mkdtemp, readdir, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';
import { SourceFailed, SourceRefused } from '../../source.js';
import type { HsqldbFiles } from '../../testing/hsqldb-fixture.js';
import { openfire } from '../../testing/openfire-fixture.js';
import type { Cells } from '../cells.js';
import { openOpenfire } from '../open-openfire.js';
import { Scratch } from '../scratch.js';
import { HsqldbTables } from './hsqldb-tables.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-hsqldb-'));
});
afterEach(() => rm(folder, { recursive: true }));

async function written(files: HsqldbFiles | Map<string, string | Buffer>): Promise<string> {
  for (const [name, content] of files) await writeFile(join(folder, name), content);
  return folder;
}

/** The kind that asks for all: LOBs and keys. */
async function payloads(path: string): Promise<(string | null)[]> {
  const source = await openOpenfire(path, { scratch: folder });
  try {
    const found: (string | null)[] = [];
    for await (const row of source.rows('pep')) if (row.type === 'item') found.push(row.payload);
    return found;
  } finally {
    await source.close();
  }
}

const item = (id: string, payload: string | null) => ({
  ...{ serviceID: 'a@b', nodeID: 'n', id, jid: 'a@b', creationDate: id.padStart(15, '0'), payload },
});
const small = (payload = '<a/>') =>
  openfire(37, { data: { ofPubsubItem: [item('1', payload)] } }).hsqldb({
    ...{ engine: '2', log: false, lobs: true },
  });

const BLOCK_UNITS = (32 * 1024) / 2;

it('reads texts of any length over the blocks of .lobs', async () => {
  const lengths = [0, 1, BLOCK_UNITS - 1, BLOCK_UNITS, BLOCK_UNITS + 1, 2 * BLOCK_UNITS, 40_007];
  const texts = lengths.map((length, index) =>
    Array.from({ length }, (_, n) => String.fromCharCode((n * 31 + index * 7919) % 0xffff)).join(
      '',
    ),
  );
  const data = { ofPubsubItem: texts.map((text, index) => item(String(index), text)) };
  for (const log of [false, true]) {
    const files = openfire(37, { data }).hsqldb({ engine: '2', log, lobs: true });
    expect(await payloads(await written(files))).toEqual(texts);
  }
});

it('keeps no line in memory for a text of it', async () => {
  setFlagsFromString('--expose_gc');
  const collect = runInNewContext('gc') as () => void;
  const [rows, length] = [60, 400_000];
  const text = 'x'.repeat(length);
  const data = {
    ofPubsubItem: Array.from({ length: rows }, (_, n) => ({
      ...item(String(n), text),
      serviceID: `somebody${n}@corp.example`,
    })),
  };
  const form = { engine: '1.8', log: false, lobs: false } as const;
  const path = await written(openfire(37, { data }).hsqldb(form));
  const tables = await HsqldbTables.open(path, new Scratch(folder));
  const used = () => {
    collect();
    return process.memoryUsage().heapUsed;
  };
  const before = used();
  const held: Cells[] = [];
  for await (const batch of tables.read('ofpubsubitem', ['serviceid'])) held.push(...batch);
  const more = used() - before;
  expect(held).toHaveLength(rows);
  expect(more / length).toBeLessThan(rows / 4);
  await tables.close();
});

it('copies the files, and removes the copies', async () => {
  const path = await written(small());
  const before = await readdir(folder);
  await payloads(path);
  expect(await readdir(folder)).toEqual(before);
  await writeFile(join(folder, 'openfire.script'), 'damaged');
  await expect(payloads(path)).rejects.toThrow(SourceRefused);
  expect(await readdir(folder)).toEqual(before);
});

it('is found by its script, its folder, or the home above it', async () => {
  const path = await written(small());
  expect(await payloads(join(path, 'openfire.script'))).toEqual(['<a/>']);
  await expect(payloads(join(path, 'openfire.properties'))).rejects.toThrow('no script of HSQLDB');
  await expect(payloads(join(path, 'missing'))).rejects.toThrow('does not exist');
  await rm(join(path, 'openfire.script'));
  await expect(payloads(path)).rejects.toThrow('no openfire.script');
});

it('ignores what a crash left unfinished', async () => {
  const files = new Map(openfire(37).hsqldb({ engine: '2', log: true, lobs: true }));
  const source = await openOpenfire(await written(files), { scratch: folder });
  expect(source.facts.stopped).toBe(false);
  const names: string[] = [];
  for await (const { username } of source.rows('accounts')) names.push(username);
  expect(names).not.toContain('half');
  await source.close();
});

const script = (files: HsqldbFiles) => String(files.get('openfire.script'));
const changed = (name: string, content: string | Buffer) => () =>
  new Map([...small('long '.repeat(20_000)), [name, content]]);
const edited = (edit: (text: string) => string) => () => {
  const files = small('long '.repeat(20_000));
  return new Map([...files, ['openfire.script', edit(script(files))] as const]);
};

it.each<[string, () => Map<string, string | Buffer>, RegExp]>([
  ['tables on disk', edited((s) => s.replace('CREATE MEMORY', 'CREATE CACHED')), /CACHED/],
  ['tables in text files', edited((s) => s.replace('CREATE MEMORY', 'CREATE TEXT')), /TEXT/],
  ['a compressed script', edited((s) => `SET FILES SCRIPT FORMAT COMPRESSED\n${s}`), /compressed/],
  ['another format', changed('openfire.properties', 'hsqldb.script_format=3\n'), /script_format=3/],
  ['compressed LOBs', edited((s) => `SET FILES LOB COMPRESSED TRUE\n${s}`), /compressed LOBs/],
  [
    'a log left behind',
    changed('openfire.properties', 'modified=yes\nversion=2.7.4\n'),
    /openfire.log, which is missing/,
  ],
  [
    'no properties',
    () => new Map([...small('x')].filter(([n]) => n !== 'openfire.properties')),
    /properties is missing/,
  ],
  ['files being exchanged', changed('openfire.properties', 'modified=no-new-files\n'), /exchanged/],
  ['zipped files', changed('openfire.script', gzipSync('SET SCHEMA PUBLIC\n')), /no text at byte/],
  ['noise', changed('openfire.script', Buffer.alloc(5_000, 0x80)), /no text at byte 0/],
  ['NULs', changed('openfire.script', 'SET\0\n'), /no text/],
  ['nothing', changed('openfire.script', ''), /no tables of Openfire/],
  ['no tables', changed('openfire.script', 'SET SCHEMA PUBLIC\n'), /no tables of Openfire/],
  ['a cut line', edited((s) => s.slice(0, -20)), /ends within a line/],
  ['a row that is cut', edited((s) => s.replace(/(OFVERSION VALUES\(.*)\)/, '$1')), /does not end/],
  ['a value too many', edited((s) => s.replace(/(OFPUBSUBITEM VALUES\()/, '$11,')), /7 values/],
  ['an unknown table', edited((s) => s.replace('INTO OFVERSION', 'INTO OTHER')), /no table other/],
  ['another statement', edited((s) => `${s}MERGE INTO X\n`), /no statement known/],
  ['no .lobs', () => new Map([...small('x')].filter(([n]) => n !== 'openfire.lobs')), /lobs/],
  ['a short .lobs', changed('openfire.lobs', Buffer.alloc(40_000)), /ends before/],
  ['missing blocks', edited((s) => s.replace(/INSERT INTO LOBS VALUES\(0,.*\n/, '')), /missing/],
  ['no such text', edited((s) => s.replace(/INSERT INTO LOB_IDS.*\n/, '')), /no such text/],
  [
    'an endless text',
    edited((s) => s.replace(/(LOB_IDS VALUES\(1,)\d+/, '$1999999999999')),
    /999999999999/,
  ],
  [
    'DDL in the log',
    changed('openfire.log', 'ALTER TABLE ofUser ADD x INTEGER\n'),
    /Start and stop/,
  ],
  [
    'noise in the log',
    changed('openfire.log', Buffer.alloc(100, 0xff)),
    /openfire.log is encrypted/,
  ],
])('refuses %s', async (_what, files, message) => {
  const path = await written(files());
  await expect(payloads(path)).rejects.toThrow(SourceRefused);
  await expect(payloads(path)).rejects.toThrow(message);
});

it('sees without reading them that texts are not there as a whole', async () => {
  const open = async () => (await openOpenfire(folder, { scratch: folder })).close();
  await written(small('long '.repeat(20_000)));
  await open();
  await truncate(join(folder, 'openfire.lobs'), 40_000);
  await expect(open()).rejects.toThrow(
    'openfire.lobs cannot be read, text 1: The file ends before',
  );
  await expect(open()).rejects.toThrow(SourceRefused);
  const running = openfire(37).hsqldb({ engine: '2', log: true, lobs: true });
  await written(running);
  await open();
  await truncate(join(folder, 'openfire.lobs'), 1);
  await expect(open()).rejects.toThrow(SourceFailed);
});

it('refuses a line without end, a log without measure', async () => {
  const path = await written(small());
  await writeFile(join(path, 'openfire.script'), Buffer.alloc(129 * 1024 * 1024, 0x61));
  await expect(payloads(path)).rejects.toThrow('a line of more than');
  await written(small());
  await writeFile(join(path, 'openfire.log'), '');
  await truncate(join(path, 'openfire.log'), 257 * 1024 * 1024);
  await expect(payloads(path)).rejects.toThrow('Stop Openfire');
});
