// `npm run bench:moving`: what reading HSQLDB's files costs, as a ratio of reading their lines for nothing before and after it, and the
// memory that it takes for one size and four times that, each with its goal. Processor time, since others may use the machine.
import { execFileSync } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SIZES = [15_000, 60_000];
const GOALS = { ofLines: 0.15, peakMiB: 350 };
const KINDS = ['accounts', 'rosters', 'messages'];
const program = fileURLToPath(import.meta.url);
const { openOpenfire } = await import('../libs/moving/dist/sources/open-openfire.js');
const { openfire } = await import('../libs/moving/dist/testing/openfire-fixture.js');

async function cpuMs(work) {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function* rows(users) {
  // an engine writes rows in the order of the primary key
  const user = (n) => `user${String(n % users).padStart(7, '0')}`;
  const key = 'DRWTcPsSPIVKuCT0J6AM0NebRcc=';
  const salt = 'AAECAwQFBgcICQoLDA0ODxAREhMUFRYX';
  for (let n = 0; n < users; n++) {
    yield `OFUSER VALUES('${user(n)}',NULL,NULL,'J\\u00fcrgen ${n}','${user(n)}@corp.example','001795350166335','001795350166335','${key}','${key}','${salt}',4096)`;
  }
  for (let n = 0; n < 5 * users; n++) {
    yield `OFROSTER VALUES(${n},'${user(n)}','${user(n * 7)}@corp.example',3,-1,-1,'Nick ${n}',NULL)`;
  }
  for (let n = 0; n < 5 * users; n++) yield `OFROSTERGROUPS VALUES(${n},0,'Friends')`;
  for (let n = 0; n < 5 * users; n++) {
    const text = `Something that is said here, it''s ${n}`;
    yield `OFMUCCONVERSATIONLOG VALUES(1,'${user(n)}@corp.example/desk','Nick','001795350166335',NULL,'${text}',${n},'<message type="groupchat" id="m${n}"><body>${text}</body></message>')`;
  }
}

async function fill(folder, users) {
  const empty = openfire(37, { data: {} }).hsqldb({ engine: '2', log: false, lobs: false });
  await writeFile(join(folder, 'openfire.properties'), 'version=2.7.4\nmodified=no\n');
  const file = await open(join(folder, 'openfire.script'), 'w');
  let text = empty.get('openfire.script');
  for (const row of rows(users)) {
    text += `INSERT INTO ${row}\n`;
    if (text.length < 1_000_000) continue;
    await file.write(text);
    text = '';
  }
  await file.write(text);
  await file.close();
}

async function measure(folder) {
  const script = join(folder, 'openfire.script');
  const readLines = () =>
    cpuMs(async () => {
      for await (const _ of createInterface({ input: createReadStream(script, 'latin1') }));
    });
  const before = await readLines();
  const parts = {};
  let source;
  parts.open = await cpuMs(async () => {
    source = await openOpenfire(folder);
  });
  for (const kind of KINDS) {
    parts[kind] = await cpuMs(async () => {
      for await (const _ of source.rows(kind));
    });
  }
  await source.close();
  const nothing = (before + (await readLines())) / 2;
  const all = Object.values(parts).reduce((sum, ms) => sum + ms, 0);
  const share = Object.entries(parts).map(([name, ms]) => `${name} ${Math.round(ms)}`);
  const peak = Math.round(process.resourceUsage().maxRSS / 1024);
  const ratio = `${(nothing / all).toFixed(3)} of reading lines for nothing (goal ${GOALS.ofLines})`;
  return `${ratio}; ms: lines ${Math.round(nothing)}, ${share.join(', ')}; peak ${peak} MiB (goal ${GOALS.peakMiB})`;
}

if (process.argv[2]) console.log(await measure(process.argv[2]));
else {
  for (const users of SIZES) {
    const folder = await mkdtemp(join(tmpdir(), 'chat-admin-bench-moving-'));
    try {
      await fill(folder, users);
      const figures = execFileSync(process.execPath, [program, folder], { encoding: 'utf8' });
      console.log(`HSQLDB, ${users} users, ${16 * users} rows: ${figures.trim()}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  }
}
