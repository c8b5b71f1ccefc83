// `npm run bench:moving:load -- --users 100000`: what moving an Openfire on PostgreSQL costs, kind by kind, as a ratio of a bare
// `COPY ... TO STDOUT` that is piped into `COPY ... FROM STDIN` without indexes, in the same run: in time, and in CPU seconds of process
// and database, which other work on the machine disturbs less. Per user there are ten contacts and five lines, one each minute, per
// five users a room, per thirty a group whose members see each other, as most contacts do that way, too. Then a catch-up with nothing changed, and the verification. At last the same rows are copied into empty tables of
// this product, with all that hangs on them, and as a first load does it: no command can be faster than that.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
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
/** How much of bare COPY, in CPU; of the whole copy for contacts. */
const GOALS = { all: 7, messages: 5, 'catch-up': 2.5, contacts: 0.15, peakMiB: 350 };
const TIME = '001795350166335';
const PEAK_EVERY_MS = 200;

await compile('apps/cli', 'libs/embedded-postgres');
const { openfire } = await import('../libs/moving/dist/testing/openfire-fixture.js');
const { makeStores } = await import('../libs/moving/dist/target/chat-server-stores.js');
const { Target } = await import('../libs/moving/dist/target/target.js');
const { beginPass } = await import('../libs/moving/dist/target/run-state.js');
const { switchOff, switchOn } = await import('../libs/moving/dist/target/switches.js');
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
  groups: {
    ofgroup: `(groupname) select 'Class ' || n from generate_series(0, ${Math.ceil(users / 30) - 1}) n`,
    ofgroupprop: `select 'Class ' || n, p.name, p.value
      from generate_series(0, ${Math.ceil(users / 30) - 1}) n,
        (values ('sharedRoster.showInRoster', 'onlyGroup'), ('sharedRoster.displayName', 'Class')) p (name, value)`,
    ofgroupuser: `(groupname, username, administrator)
      select 'Class ' || n / 30, 'user' || n, 0 from generate_series(0, ${users - 1}) n`,
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

/** The tables that these rows end in. */
const FILLED_HERE = {
  accounts: ['account', 'account_credential'],
  groups: ['user_group', 'group_member'],
  rosters: ['roster_item'],
  rooms: ['room', 'room_affiliation'],
  messages: ['room_message'],
};

const TICKS = 100;
/** CPU seconds of a process and of its children that have ended; null: there is none */
async function cpuOf(pid) {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => null);
  if (stat === null) return null;
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const [parent, own, ended] = [1, 11, 13].map(
    (at) => Number(fields[at]) + (at > 1 ? Number(fields[at + 1]) : 0),
  );
  return { parent, own: own / TICKS, ended: ended / TICKS };
}

/** CPU seconds of the server and its connections */
async function cpuOfServer() {
  const file = join(server.directory, 'cluster', 'postmaster.pid');
  const postmaster = parseInt(await readFile(file, 'utf8'), 10);
  let seconds = 0;
  for (const name of await readdir('/proc')) {
    const pid = Number(name);
    const cpu = Number.isInteger(pid) ? await cpuOf(pid) : null;
    if (pid === postmaster) seconds += cpu.own + cpu.ended;
    else if (cpu?.parent === postmaster) seconds += cpu.own;
  }
  return seconds;
}

/** @returns what `work` took, and the server meanwhile */
async function measured(work) {
  const [began, before, ours] = [performance.now(), await cpuOfServer(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(ours);
  return {
    seconds: (performance.now() - began) / 1000,
    cpu: (await cpuOfServer()) - before + (user + system) / 1e6,
  };
}

/** @returns what COPY takes, by kind */
async function copied(source, target, tables) {
  const costs = {};
  for (const [kind, names] of Object.entries(tables)) {
    costs[kind] = await measured(async () => {
      for (const table of names) {
        await pipeline(
          source.query(copyTo(`copy (select * from ${table}) to stdout`)),
          target.query(copyFrom(`copy ${table} from stdin`)),
        );
      }
    });
  }
  return costs;
}

/** @returns what a command took, in all and by kind, and its memory at most */
async function timed(words, env) {
  const began = performance.now();
  const before = await cpuOfServer();
  const child = spawn(process.execPath, [MAIN, ...words], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { PATH: process.env.PATH, ...env },
  });
  let own = 0;
  const spent = async (seconds) => {
    own = (await cpuOf(child.pid))?.own ?? own;
    return { seconds, cpu: own + (await cpuOfServer()) - before };
  };
  const kinds = {};
  let last = { seconds: 0, cpu: 0 };
  let noted = Promise.resolve();
  let peakMiB = 0;
  let rest = '';
  let complaints = '';
  const note = async (kind, seconds) => {
    const now = await spent(seconds);
    kinds[kind] = { seconds: now.seconds - last.seconds, cpu: now.cpu - last.cpu };
    last = now;
  };
  child.stderr.setEncoding('utf8').on('data', (text) => {
    const lines = `${rest}${text}`.split('\n');
    rest = lines.pop();
    for (const line of lines) {
      if (!line.startsWith('{')) complaints += `${line}\n`;
      else if (JSON.parse(line).done) {
        const seconds = (performance.now() - began) / 1000;
        noted = noted.then(() => note(JSON.parse(line).kind, seconds));
      }
    }
  });
  const watch = setInterval(async () => {
    own = (await cpuOf(child.pid))?.own ?? own;
    const status = await readFile(`/proc/${child.pid}/status`, 'utf8').catch(() => '');
    peakMiB = Math.max(peakMiB, Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024));
  }, PEAK_EVERY_MS);
  const [code] = await once(child, 'close');
  clearInterval(watch);
  await noted;
  // 3: all is done, and the report names what has no place here, such as properties
  if (code !== 0 && code !== 3)
    throw new Error(`${words.join(' ')} ended with ${code}: ${complaints}`);
  return { ...(await spent((performance.now() - began) / 1000)), kinds, peakMiB };
}

async function connected(url) {
  const client = new pg.Client({ connectionString: url });
  // that the server ends is no fault; what it interrupts says so
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

const sum = (costs) => ({
  seconds: costs.reduce((all, { seconds }) => all + seconds, 0),
  cpu: costs.reduce((all, { cpu }) => all + cpu, 0),
});
const peak = ({ peakMiB }) => `peak ${peakMiB} MiB (goal ${GOALS.peakMiB})`;
/** of bare COPY */
const ratio = (one, other, goal) =>
  `${one.seconds.toFixed(1)} s, ${(one.seconds / other.seconds).toFixed(1)} of bare COPY; ${one.cpu.toFixed(1)} s of CPU, ${(one.cpu / other.cpu).toFixed(1)} of it${goal === undefined ? '' : ` (goal ${goal})`}`;
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
  const again = await connected(server.url);
  for (const name of ['whole', 'loaded'])
    await again.query(`create database ${name} template chat`);
  await again.end();

  const floor = await copied(
    source,
    bare,
    Object.fromEntries(Object.entries(FILLED).map(([kind, tables]) => [kind, Object.keys(tables)])),
  );
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
  const all = sum(Object.values(floor));
  const allKeyed = sum([floor.accounts, floor.groups, floor.rosters, floor.rooms]);
  const copy = await moving('copy');
  for (const kind of Object.keys(floor)) {
    console.log(`copy, ${kind}: ${ratio(copy.kinds[kind], floor[kind], GOALS[kind])}`);
  }
  console.log(`copy, all: ${ratio(copy, all, GOALS.all)}; ${peak(copy)}`);
  const share = (copy.kinds.contacts.cpu / copy.cpu).toFixed(2);
  console.log(`copy, contacts settled: ${share} of its CPU (goal ${GOALS.contacts})`);
  for (const action of ['catch-up', 'verify']) {
    const cost = await moving(action);
    console.log(`${action}: ${ratio(cost, all, GOALS[action])}; ${peak(cost)}`);
  }

  const chat = await connected(at('chat').href);
  for (const name of ['whole', 'loaded']) {
    const into = await connected(at(name).href);
    await into.query('delete from chat_service');
    await copied(chat, into, { services: ['chat_service'] });
    const loader = await Target.open({ url: at(name).href, engineUrl: null });
    const isLoaded = name === 'loaded';
    await beginPass(loader, name, null);
    if (isLoaded) await switchOff(loader);
    const costs = await copied(chat, into, FILLED_HERE);
    const what = isLoaded
      ? 'tables of this product as a first load does it'
      : 'tables of this product';
    for (const kind of Object.keys(floor)) {
      console.log(`the same rows into the ${what}, ${kind}: ${ratio(costs[kind], floor[kind])}`);
    }
    const end = await measured(() => switchOn(loader));
    console.log(
      `the same, all but messages: ${ratio(sum([costs.accounts, costs.groups, costs.rosters, costs.rooms]), allKeyed)}`,
    );
    if (isLoaded) console.log(`then indexes, keys and triggers of all: ${ratio(end, all)}`);
    await loader.close();
    await into.end();
  }
  await chat.end();
} finally {
  await server.stop();
  await rm(folder, { recursive: true });
}
