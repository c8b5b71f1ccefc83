// `npm run bench:moving:load -- --users 100000`: what moving an Openfire on PostgreSQL costs, kind by kind, as a ratio of a bare
// `COPY ... TO STDOUT` that is piped into `COPY ... FROM STDIN` without indexes, in the same run. Per user there are ten contacts and
// five lines, one each minute, per five users a room. Then a catch-up with nothing changed, and the verification.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { compile } from './compile.mjs';

const { values } = parseArgs({ options: { users: { type: 'string', default: '20000' } } });
const users = Number(values.users);
const rooms = Math.ceil(users / 5);
const DOMAIN = 'bench.example';
const TIME = '001795350166335';
const PEAK_EVERY_MS = 200;

await compile('apps/cli', 'libs/embedded-postgres');
const { openfire } = await import('../libs/moving/dist/testing/openfire-fixture.js');
const { makeStores } = await import('../libs/moving/dist/run/chat-server-stores.js');
const { Target } = await import('../libs/moving/dist/run/target.js');
const { startTemporaryPostgres } =
  await import('../libs/embedded-postgres/dist/temporary-postgres.js');
const MAIN = fileURLToPath(new URL('../apps/cli/dist/main.js', import.meta.url));

const SCHEMA = openfire(37, {
  data: {
    ofProperty: [{ name: 'xmpp.domain', propValue: DOMAIN, encrypted: 0 }],
    ofMucService: [{ serviceID: 1, subdomain: 'conference', description: null, isHidden: 0 }],
  },
}).postgres();
const bytes = (length, of) =>
  `encode(substring(sha256((${of})::text::bytea) for ${length}), 'base64')`;
const address = (n) => `'user' || ${n} || '@${DOMAIN}'`;
/** What fills a table, by the kind that it is moved with. */
const FILLED = {
  accounts: {
    ofuser: `(username, name, email, creationdate, modificationdate, storedkey, serverkey, salt, iterations)
      select 'user' || n, 'User ' || n, ${address('n')}, '${TIME}', '${TIME}', ${bytes(20, 'n')},
        ${bytes(20, '-n')}, ${bytes(24, 'n + 0.5')}, 4096
      from generate_series(0, ${users - 1}) n`,
  },
  rosters: {
    ofroster: `(rosterid, username, jid, sub, ask, recv, nick)
      select row_number() over (), 'user' || n, ${address(`(n + k + ${users}) % ${users}`)}, 3, -1, -1, 'Nick'
      from generate_series(0, ${users - 1}) n, generate_series(-5, 5) k where k <> 0`,
    ofrostergroups: `select rosterid, 0, 'Friends' from ofroster`,
  },
  rooms: {
    ofmucroom: `(serviceid, roomid, creationdate, modificationdate, name, naturalname, lockeddate, canchangesubject, maxusers,
        publicroom, moderated, membersonly, caninvite, candiscoverjid, logenabled, rolestobroadcast, usereservednick,
        canchangenick, canregister, allowpm, fmucenabled, retireondeletion)
      select 1, n, '${TIME}', '${TIME}', 'room' || n, 'Room ' || n, '000000000000000', 0, 30, 1, 0, 0, 1, 1, 1, 7, 0, 1, 1, 0, 0, 0
      from generate_series(1, ${rooms}) n`,
    ofmucaffiliation: `select n, ${address('n')}, 10 from generate_series(1, ${rooms}) n`,
    ofmucmember: `(roomid, jid) select n, ${address(`(n + k) % ${users}`)}
      from generate_series(1, ${rooms}) n, generate_series(1, 3) k`,
  },
  messages: {
    ofmucconversationlog: `(roomid, messageid, sender, nickname, logtime, body, stanza)
      select n % ${rooms} + 1, n, ${address(`n % ${users}`)} || '/desk', 'Nick', lpad((1795350166335 - n::bigint * 60000)::text, 15, '0'),
        'Something that is said here, number ' || n,
        '<message type="groupchat" id="m' || n || '"><body>Something that is said here, number ' || n || '</body></message>'
      from generate_series(1, ${5 * users}) n`,
  },
};

/** @returns seconds of bare COPY, by kind */
async function floors(source, target) {
  const seconds = {};
  for (const [kind, tables] of Object.entries(FILLED)) {
    const began = performance.now();
    for (const table of Object.keys(tables)) {
      await pipeline(
        source.query(copyTo(`copy (select * from ${table}) to stdout`)),
        target.query(copyFrom(`copy ${table} from stdin`)),
      );
    }
    seconds[kind] = (performance.now() - began) / 1000;
  }
  return seconds;
}

/** @returns what a command took, in all and by kind, and its memory at most */
async function timed(words, env) {
  const began = performance.now();
  const child = spawn(process.execPath, [MAIN, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  const kinds = {};
  let last = began;
  let peakMiB = 0;
  let rest = '';
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('{')) complaints += `${line}\n`;
      else if (JSON.parse(line).done) {
        const now = performance.now();
        kinds[JSON.parse(line).kind] = (now - last) / 1000;
        last = now;
      }
    }
  });
  const watch = setInterval(async () => {
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMiB = Math.max(peakMiB, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024));
  }, PEAK_EVERY_MS);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  // 3: all is done, and the report names what has no place here, such as properties
  if (code !== 0 && code !== 3)
    throw new Error(`${words.join(' ')} ended with ${code}: ${complaints}`);
  return { seconds: (performance.now() - began) / 1000, kinds, peakMiB };
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url });
  // that the server ends is no fault; what it interrupts says so
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const sum = (seconds) => Object.values(seconds).reduce((all, one) => all + one, 0);
const ratio = (one, other) => (one / other).toFixed(2);
const folder = await mkdtemp(join(tmpdir(), 'chat-admin-bench-moving-'));
const server = await startTemporaryPostgres();
try {
  const at = (name) => {
    const url = new URL(server.url);
    url.pathname = `/${name}`;
    return url;
  };
  const admin = await connected(server.url);
  for (const name of ['openfire', 'bare', 'chat']) {
    await admin.query(`create database ${name} template template0 encoding 'UTF8'`);
  }
  await admin.end();
  const [source, bare] = [await connected(at('openfire').href), await connected(at('bare').href)];
  await source.query(SCHEMA);
  await bare.query(SCHEMA);
  for (const tables of Object.values(FILLED)) {
    for (const [table, rows] of Object.entries(tables)) {
      await source.query(`insert into ${table} ${rows}`);
      await bare.query(`alter table ${table} drop constraint if exists ${table}_pkey`);
    }
  }
  await source.query('analyze');

  const env = {
    ...{ DATABASE_URL: at('chat').href, XMPP_DOMAIN: DOMAIN, API_SCRAM_ITERATIONS: '4096' },
    ...{ PGUSER: at('chat').username, PGPASSWORD: at('chat').password },
  };
  await timed(['migrate'], env);
  const target = await Target.open({ url: at('chat').href, engineUrl: null });
  await makeStores(target);
  await target.close();

  const floor = await floors(source, bare);
  await source.end();
  await bare.end();
  const address = at('openfire');
  address.password = '';
  const moving = (action) =>
    timed(
      [
        ...['import', 'openfire', action, '--source', address.href, '--progress', 'json'],
        ...['--report', join(folder, 'report.ndjson')],
      ],
      env,
    );
  console.log(`${users} users, ${10 * users} contacts, ${rooms} rooms, ${5 * users} lines`);
  const all = sum(floor);
  const copy = await moving('copy');
  for (const [kind, seconds] of Object.entries(floor)) {
    const own = copy.kinds[kind];
    console.log(`copy, ${kind}: ${own.toFixed(1)} s, ${ratio(own, seconds)} of bare COPY`);
  }
  const keyed = copy.seconds - copy.kinds.messages;
  console.log(
    `copy, all but messages: ${keyed.toFixed(1)} s, ${ratio(keyed, all - floor.messages)} of bare COPY (goal 4); messages ${ratio(copy.kinds.messages, floor.messages)} (goal 3); peak ${copy.peakMiB} MiB (goal 384)`,
  );
  for (const action of ['catch-up', 'verify']) {
    const { seconds, peakMiB } = await moving(action);
    const goal = action === 'catch-up' ? ' (goal 1.5 but for messages)' : '';
    console.log(
      `${action}: ${seconds.toFixed(1)} s, ${ratio(seconds, all)} of bare COPY${goal}; peak ${peakMiB} MiB`,
    );
  }
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
