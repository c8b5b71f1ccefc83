import { request as httpRequest } from 'node:http';
import { gzipSync } from 'node:zlib';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { SECRET, USERS_PATH } from '../load/requests.js';
import type { Server } from '../processes/server.js';
import type { Settings } from '../settings.js';

/** Just below the API's limit, so that the parser sees them. */
const BYTES = 10 * 1024 * 1024 - 1024;
const BOMB_BYTES = 200 * 1024 * 1024;

const filled = (head: string, piece: string, tail = ''): string =>
  head + piece.repeat(Math.floor((BYTES - head.length - tail.length) / piece.length)) + tail;

const laughs = Array.from(
  { length: 9 },
  (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
);

const HOSTILE: Readonly<Record<string, () => string>> = {
  'unclosed nested tags': () => filled('<user>', '<a>'),
  '100,000 nested tags, closed': () => '<a>'.repeat(100_000) + '</a>'.repeat(100_000),
  'entities of entities': () =>
    `<!DOCTYPE user [<!ENTITY l0 "ha">${laughs.join('')}]><user><username>&l9;</username></user>`,
  'attributes on one tag': () => {
    let attributes = '';
    for (let i = 0; attributes.length < BYTES - 100; i += 1) attributes += ` a${i}=""`;
    return `<user${attributes}/>`;
  },
  'empty siblings': () => filled('<user>', '<a/>', '</user>'),
  'one comment': () => filled('<user><!--', 'comment ', '--></user>'),
  'one text of references': () => filled('<user><name>', '&#65;', '</name></user>'),
};

/** Hostile bodies of 10 MB, and a gzip bomb: P14 and P15. */
export async function measureHostileBodies(bed: Bed, settings: Settings): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, make] of Object.entries(HOSTILE)) {
    const server = await bed.api();
    const bytes = Buffer.from(make());
    const attacks = await attack(server, bytes, {}, settings.rounds > 1 ? 3 : 1);
    figures.push(
      {
        goal: 'P14',
        what: `${name}: longest stop of the loop`,
        values: attacks.map(({ gapMs }) => gapMs),
        unit: 'ms',
        atMost: 50,
      },
      {
        goal: 'P14',
        what: `${name}: more memory`,
        values: attacks.map(({ grown }) => grown),
        unit: 'MiB',
        atMost: 64,
      },
    );
    await bed.clear();
  }
  const server = await bed.api();
  const bomb = gzipSync(Buffer.alloc(BOMB_BYTES, 0x20), { level: 9 });
  const bombs = await attack(
    server,
    bomb,
    { 'Content-Encoding': 'gzip' },
    settings.rounds > 1 ? 7 : 2,
  );
  figures.push(
    {
      goal: 'P15',
      what: 'gzip bomb, 1,000 to 1: until refused',
      values: bombs.map(({ ms }) => ms),
      unit: 'ms',
      atMost: 20,
    },
    {
      goal: 'P15',
      what: 'gzip bomb: more memory',
      values: bombs.map(({ grown }) => grown),
      unit: 'MiB',
      atMost: 32,
    },
  );
  return figures;
}

interface Attack {
  readonly ms: number;
  readonly gapMs: number;
  /** MiB in addition to what the process used before the first attack */
  readonly grown: number;
}

async function attack(
  server: Server,
  body: Buffer,
  headers: Record<string, string>,
  times: number,
): Promise<Attack[]> {
  // the first requests load and compile code, which is not memory of the attack
  for (let i = 0; i < 50; i += 1) await post(server.port, Buffer.from('<user/>'), {});
  const attacks: Attack[] = [];
  let before: number | null = null;
  for (let i = 0; i < times; i += 1) {
    const { result, usage } = await server.during(() => post(server.port, body, headers), {
      watch: true,
    });
    before ??= usage.rssBefore;
    attacks.push({ ms: result, gapMs: usage.loopGapMs, grown: usage.rssPeak - before });
  }
  return attacks;
}

/** @returns milliseconds until the response. @throws unless the body is refused */
function post(port: number, body: Buffer, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const begin = performance.now();
    const sent = httpRequest({
      port,
      host: '127.0.0.1',
      path: USERS_PATH,
      method: 'POST',
      headers: {
        ...headers,
        Authorization: SECRET,
        'Content-Type': 'application/xml',
        'Content-Length': body.length,
      },
    });
    sent.on('error', reject).on('response', (answer) => {
      const ms = performance.now() - begin;
      answer.resume().on('end', () => {
        if (answer.statusCode === 400 || answer.statusCode === 413) resolve(ms);
        else reject(new Error(`A hostile body was answered with ${answer.statusCode}`));
      });
    });
    sent.end(body);
  });
}
