import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import { ChatClient } from '@chat-admin/prosody-integration/chat-client';
import { CASES, contactsOf } from '@chat-admin/prosody-integration/first-presence/cases';
import {
  OUR_TOKEN,
  ourSide,
  type OurSide,
} from '@chat-admin/prosody-integration/first-presence/our-side';
import { BYSTANDER } from '@chat-admin/prosody-integration/first-presence/visit';
import { passwordOf } from '@chat-admin/prosody-integration/load/plan';
import { SASL2_MODULES } from '@chat-admin/prosody-integration/prosody-control';
import { xml } from '@chat-admin/prosody-integration/stanza';
import { Device } from '@chat-admin/prosody-integration/transport';
import { trust } from '@chat-admin/prosody-integration/trust';
import { DISABLED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import type { Settings } from '../settings.js';

const OLDER = '0.12';
const NEWER = '13.0';
const WITH_TOKENS = '13.0 with tokens';
const LOGINS = 40;
const WARM_UP = 5;
/** online while the bridge is asked */
const SESSIONS = 50;
const CALLS = 200;
const classic = { modules_disabled: [...DISABLED_MODULES, ...SASL2_MODULES] };
/** In `first-presence/cases.ts`. */
const ARRIVALS = ['with-200', 'with-2000', 'in-1'];

type Numbers = Readonly<Record<string, number>>;

/** Prosody 13.0 beside 0.12, each with our modules and a database of its own: memory, and CPU of logins, first presence and bridge. */
export async function measureProsodySeries(bed: Bed, { rounds }: Settings): Promise<Figure[]> {
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const sides = await startSides(bed, cleanups);
    const seen: Record<string, Numbers[]> = {};
    for (let round = 0; round < rounds; round++) {
      const names = Object.keys(sides);
      for (const name of round % 2 ? names.toReversed() : names) {
        (seen[name] ??= []).push(await measured(sides[name]!, name === WITH_TOKENS));
      }
    }
    return figures(seen);
  } finally {
    for (const cleanup of cleanups) await cleanup();
  }
}

async function startSides(
  bed: Bed,
  cleanups: (() => Promise<unknown>)[],
): Promise<Record<string, OurSide>> {
  const visitors = [BYSTANDER, ...CASES.map(({ username }) => username)];
  const debian13 = [await prosodyOfDebian13()];
  const different = {
    [OLDER]: { folders: ['/usr/bin'], settings: classic },
    [NEWER]: { folders: debian13, settings: classic },
    [WITH_TOKENS]: { folders: debian13 },
  };
  const sides: Record<string, OurSide> = {};
  for (const [name, options] of Object.entries(different)) {
    const directory = join(bed.directory, `prosody ${name}`);
    sides[name] = await ourSide(directory, bed.address(), visitors, cleanups, options);
  }
  return sides;
}

async function measured(side: OurSide, tokens: boolean): Promise<Numbers> {
  const distrust = trust(await readFile(await side.startCold(), 'utf8'), side.place.domain);
  try {
    const { rss, anonymous } = await memoryOf(side.pid());
    const device = new Device();
    const logins = async (amount: number) => {
      for (let login = 0; login < amount; login++) {
        const person = tokens ? { device } : {};
        const client = await logIn(side, BYSTANDER, person);
        await client.close();
      }
    };
    await logins(WARM_UP);
    const found: Record<string, number> = {
      'memory at the start, resident': rss,
      'memory at the start, anonymous': anonymous,
      'CPU of a login': (await cpuMs(side, () => logins(LOGINS))) / LOGINS,
    };
    for (const username of ARRIVALS) {
      const one = CASES.find((known) => known.username === username)!;
      found[`CPU of a first presence, ${one.name}`] = await cpuMs(side, () =>
        arrive(side, username, contactsOf(one).length),
      );
    }
    Object.assign(found, await bridgeCalls(side));
    return { ...found, 'memory after that, resident': (await memoryOf(side.pid())).rss };
  } finally {
    distrust();
  }
}

const logIn = (side: OurSide, username: string, more: { readonly device?: Device } = {}) =>
  ChatClient.login('tcp', side.place, { username, password: passwordOf(username), ...more });

/** As in `first-presence/visit.ts`. */
async function arrive(side: OurSide, username: string, contacts: number): Promise<void> {
  const client = await logIn(side, username);
  await client.get(xml('query', { xmlns: 'jabber:iq:roster' }));
  await client.available();
  for (let heard = 0; heard < contacts; heard++) {
    await client.nextPresence(({ attrs }) => attrs['type'] === 'unavailable');
  }
  await client.close();
}

/** What the API asks and tells. */
async function bridgeCalls(side: OurSide): Promise<Numbers> {
  const clients = [];
  for (let session = 0; session < SESSIONS; session++) clients.push(await logIn(side, BYSTANDER));
  const call = (path: string, body?: object) => async () => {
    for (let calls = 0; calls < CALLS; calls++) {
      const reply = await fetch(`http://${side.place.host}:${side.place.httpPort}/bridge${path}`, {
        headers: { authorization: `Bearer ${OUR_TOKEN}`, 'content-type': 'application/json' },
        ...(body ? { method: 'POST', body: JSON.stringify(body) } : {}),
      });
      if (!reply.ok) throw new Error(`${path}: ${reply.status}`);
      await reply.arrayBuffer();
    }
  };
  const perCall = async (work: () => Promise<void>) => (await cpuMs(side, work)) / CALLS;
  const numbers = {
    [`CPU of the list of ${SESSIONS} sessions over the bridge`]: await perCall(call('/sessions')),
    'CPU of a notice over the bridge': await perCall(
      call('/users', { event: 'locked', usernames: [BYSTANDER] }),
    ),
  };
  for (const client of clients) await client.close();
  return numbers;
}

/** What Prosody, which has one thread, computes meanwhile. */
async function cpuMs(side: OurSide, work: () => Promise<void>): Promise<number> {
  const onProcessor = async () =>
    Number((await readFile(`/proc/${side.pid()}/schedstat`, 'utf8')).split(' ')[0]) / 1e6;
  const before = await onProcessor();
  await work();
  return (await onProcessor()) - before;
}

/** MiB */
async function memoryOf(pid: number): Promise<{ rss: number; anonymous: number }> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  const field = (name: string) =>
    Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)![1]) / 1024;
  return { rss: field('VmRSS'), anonymous: field('RssAnon') };
}

function figures(seen: Readonly<Record<string, readonly Numbers[]>>): Figure[] {
  const older = seen[OLDER]!;
  return Object.keys(older[0]!).flatMap((what) => {
    const unit = what.includes('CPU') ? 'ms' : 'MiB';
    const values = (name: string) => seen[name]!.map((numbers) => numbers[what]!);
    const ratios = (name: string) =>
      values(name).map((value, round) => value / older[round]![what]!);
    return [
      { goal: '', what: `${what}, ${OLDER}`, values: values(OLDER), unit },
      ...[NEWER, WITH_TOKENS].flatMap((name): Figure[] => [
        { goal: '', what: `${what}, ${name}`, values: values(name), unit },
        { goal: '', what: `same, to ${OLDER}`, values: ratios(name), unit: 'x' },
      ]),
    ] as Figure[];
  });
}
