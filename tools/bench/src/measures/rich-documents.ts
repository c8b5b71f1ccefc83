import { get, request } from 'node:http';
import { apiPath, SECRET } from '../load/requests.js';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import type { Server } from '../processes/server.js';

/** Just below the limit of the api. */
const BYTES = 10 * 1024 * 1024 - 1024;
/** Letters that are mapped and normalised one by one, which makes names dear. */
const DEAR = 'ÅßΣЖİ';

interface RichDocument {
  readonly path: string;
  readonly status: number;
  readonly body: () => string;
}

const list = (count: number, item: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => item(index)).join();

/** A JID of about `bytes` bytes that differs from all others. */
const jid = (index: number, bytes: number): string =>
  `${DEAR.repeat(Math.floor((bytes - 20) / (2 * DEAR.length)))}${index}@example.org`;
const jids = (count: number, from = 0, bytes = BYTES / count - 4): string =>
  list(count, (index) => JSON.stringify(jid(from + index, Math.min(bytes, 1000))));

const user = (index: number): string =>
  `{"username":"rich${index}","password":"p","properties":[${list(15, (key) => `{"key":"${key}","value":"${'v'.repeat(30)}"}`)}]}`;

/** Documents that are within the limits, or just beyond, and as much work as they can be. */
const DOCUMENTS: Readonly<Record<string, RichDocument>> = {
  '2 MB of empty rooms, XML': {
    path: '/chatrooms/bulk',
    status: 413,
    body: () => `<chatRooms>${'<chatRoom/>'.repeat(190_000)}</chatRooms>`,
  },
  '10 MB of empty users, JSON': {
    path: '/users',
    status: 413,
    body: () => `{"users":[${'{},'.repeat(BYTES / 3 - 10)}{}]}`,
  },
  'a user with 722,214 properties': {
    path: '/users',
    status: 413,
    body: () =>
      `{"username":"rich","password":"p","properties":{${list(722_214, (key) => `"${key}":""`)}}}`,
  },
  '500,000 values that nobody reads': {
    path: '/users',
    status: 201,
    body: () => `{"username":"idle","password":"p","x":[${'0,'.repeat(499_000)}0]}`,
  },
  '10,000 users, 160,000 values': {
    path: '/users',
    status: 201,
    body: () => `{"users":[${list(10_000, user)}]}`,
  },
  '5,000 rooms, XML': {
    path: '/chatrooms/bulk',
    status: 200,
    body: () =>
      `<chatRooms>${list(5_000, (index) => `<chatRoom><roomName>xml${index}</roomName><members>${list(20, (member) => `<member>${jid(member, 80)}</member>`)}</members></chatRoom>`)}</chatRooms>`,
  },
  '5,000 rooms with 20 people each': {
    path: '/chatrooms/bulk',
    status: 200,
    body: () =>
      `{"chatRooms":[${list(5_000, (index) => `{"roomName":"rich${index}","members":[${jids(20, 0, 95)}]}`)}]}`,
  },
  'a room with 50,000 people': {
    path: '/chatrooms',
    status: 201,
    body: () => `{"roomName":"crowd","naturalName":"x","members":[${jids(49_000)}]}`,
  },
  'a group with 100,000 people': {
    path: '/groups',
    status: 201,
    body: () => `{"name":"crowd","members":[${jids(99_000)}]}`,
  },
  'one text of 10 MB': {
    path: '/groups',
    status: 400,
    body: () => JSON.stringify({ name: 'long', description: 'ü'.repeat(BYTES / 2 - 50) }),
  },
};

/** Longest wait of a liveness probe beside a body, and memory beyond idle: P18. */
export async function measureRichDocuments(bed: Bed): Promise<Figure[]> {
  const figures: Figure[] = [];
  for (const [name, { path, status, body }] of Object.entries(DOCUMENTS)) {
    const server = await bed.api('fixed-keys');
    const bytes = Buffer.from(body());
    for (let i = 0; i < 50; i += 1) await post(server, '/users', Buffer.from('{}'), 400);
    const probes = new Probes(server.probesPort!);
    const attack = server.during(() => post(server, path, bytes, status), { watch: true });
    const longestMs = await attack.then(
      () => probes.stop(),
      () => probes.stop(),
    );
    const { usage } = await attack;
    figures.push(
      {
        goal: 'P18',
        what: `${name}: longest wait for liveness`,
        values: [longestMs],
        unit: 'ms',
        atMost: 250,
      },
      {
        goal: 'P18',
        what: `${name}: more memory`,
        values: [usage.rssPeak - usage.rssBefore],
        unit: 'MiB',
        atMost: 300,
      },
    );
    await bed.clear();
  }
  return figures;
}

/** Asks for liveness all the time. */
class Probes {
  private longestMs = 0;
  private over = false;
  private readonly done: Promise<void>;

  constructor(port: number) {
    this.done = this.run(new URL(`http://127.0.0.1:${port}/livez`));
  }

  /** @returns the longest that one took. @throws when the instance was not alive */
  async stop(): Promise<number> {
    this.over = true;
    await this.done;
    return this.longestMs;
  }

  private async run(url: URL): Promise<void> {
    while (!this.over) {
      const begin = performance.now();
      const status = await new Promise<number | undefined>((resolve, reject) => {
        get(url, { agent: false }, (answer) =>
          answer.resume().on('end', () => resolve(answer.statusCode)),
        ).on('error', reject);
      });
      if (status !== 200) throw new Error(`Liveness was ${status}`);
      this.longestMs = Math.max(this.longestMs, performance.now() - begin);
      await new Promise((resolve) => setTimeout(resolve, 2));
    }
  }
}

/** @throws unless the answer has this status */
function post(server: Server, path: string, body: Buffer, status: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const sent = request({
      port: server.port,
      host: '127.0.0.1',
      path: apiPath(path),
      method: 'POST',
      headers: {
        Authorization: SECRET,
        'Content-Type': body[0] === 0x3c ? 'application/xml' : 'application/json',
        'Content-Length': body.length,
      },
    });
    sent.on('error', reject).on('response', (answer) => {
      const text: Buffer[] = [];
      answer
        .on('data', (chunk: Buffer) => text.push(chunk))
        .on('end', () => {
          if (answer.statusCode === status) return resolve();
          const shown = Buffer.concat(text).toString().slice(0, 300);
          reject(new Error(`POST ${path} was answered with ${answer.statusCode}: ${shown}`));
        });
    });
    sent.end(body);
  });
}
