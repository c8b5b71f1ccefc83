import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat-admin/debian-programs/until';
import pg from 'pg';
import { DOMAIN } from '../requests/values.js';
import { SECRET } from '../services.js';
import { Changes } from './changes.js';
import { faultsOf } from './faults.js';
import { Parts } from './parts.js';
import { Talker } from './talker.js';
import { Watch } from './watch.js';

export interface SoakOptions {
  readonly seed: number;
  /** how long faults go on */
  readonly minutes: number;
  /** how many faults there are at least; default 0 */
  readonly turns?: number;
  /** one of so many faults, in their order, the first of which the seed chooses; default: all */
  readonly share?: number;
  readonly clients: number;
  readonly instances: number;
  /** seconds from the end of a fault to the next */
  readonly faultEvery: number;
  readonly print: (line: string) => void;
}

const PASSWORD = 'p1-secret';
const PEOPLE_OF_A_ROOM = 20;
const SAMPLE_EVERY_MS = 5_000;
/** Each person says something as often as this. */
const TALK_EVERY_MS = 20_000;

/**
 * People talk, workers change things, and one part after the other is killed and paused, until the time is over.
 * @returns what was lost, disagrees, or has grown
 */
export async function soak(options: SoakOptions): Promise<readonly string[]> {
  const cleanups: (() => Promise<unknown>)[] = [];
  try {
    const parts = await Parts.start(options.instances, cleanups);
    return await new Soak(parts, options, cleanups).run();
  } finally {
    for (const cleanup of cleanups) {
      await cleanup().catch((error: Error) => options.print(error.message));
    }
  }
}

/** In less time pools of connections are still filling again after each restart. */
const LONG_ENOUGH_MINUTES = 5;

class Soak {
  private readonly faults: string[] = [];
  private readonly pool: pg.Pool;
  private readonly watch: Watch;
  private readonly changes: Changes;
  private talkers: readonly Talker[] = [];
  private heard = 0;
  private over = false;

  constructor(
    private readonly parts: Parts,
    private readonly options: SoakOptions,
    cleanups: (() => Promise<unknown>)[],
  ) {
    this.pool = new pg.Pool({ connectionString: parts.postgres.url, max: 2 });
    this.pool.on('error', () => undefined);
    this.watch = new Watch(parts.processes());
    const urls = parts.api.map(({ url }) => url);
    this.changes = new Changes(urls, SECRET, options.seed, this.pool);
    cleanups.unshift(
      async () => this.changes.close(),
      () => this.pool.end(),
      () => Promise.all(this.talkers.map((talker) => talker.stop())),
    );
  }

  async run(): Promise<readonly string[]> {
    const { minutes, clients, print } = this.options;
    this.talkers = await this.people(clients);
    await this.untilAllTalk();
    print(`${clients} people talk`);
    const work = [this.keepChanging(), this.keepTalking(), this.keepSampling()];
    await this.strikeUntil(performance.now() + minutes * 60_000);
    this.over = true;
    await Promise.all(work);
    await this.expectKept();
    // after a fault nobody knows what they should show
    if (this.faults.length === 0 && !(await this.changes.agree())) {
      this.faults.push('the instances do not agree');
    }
    const { rounds, undecided } = this.changes;
    print(
      `${rounds} rounds of changes, ${undecided} changes without answer; ${this.heard} messages`,
    );
    for (const line of this.watch.lines()) print(`By quarter of the time: ${line}`);
    return [...this.faults, ...(minutes < LONG_ENOUGH_MINUTES ? [] : this.watch.growth())];
  }

  private async strikeUntil(endMs: number): Promise<void> {
    const { faultEvery, turns = 0, share = 1, seed, print } = this.options;
    const faults = faultsOf(this.parts).filter((_, place) => place % share === seed % share);
    for (let turn = 0; turn < turns || performance.now() < endMs; turn++) {
      await delay(faultEvery * 1000);
      const fault = faults[turn % faults.length]!;
      const begin = performance.now();
      await fault.strike();
      await this.parts.untilWhole();
      await this.untilAllTalk();
      await this.expectKept();
      print(
        `${fault.name}: whole again after ${((performance.now() - begin) / 1000).toFixed(1)} s`,
      );
    }
  }

  private async keepChanging(): Promise<void> {
    while (!this.over) {
      const fault = await this.changes.round();
      if (!fault) continue;
      this.faults.push(fault);
      return;
    }
  }

  private async keepTalking(): Promise<void> {
    for (let turn = 0; !this.over; turn++) {
      this.talkers[turn % this.talkers.length]!.say();
      await delay(TALK_EVERY_MS / this.talkers.length);
    }
  }

  private async keepSampling(): Promise<void> {
    while (!this.over) {
      await this.watch.sample(performance.now());
      await delay(SAMPLE_EVERY_MS);
    }
  }

  private untilAllTalk(): Promise<unknown> {
    return until('all people are in their rooms', () =>
      this.talkers.every(({ isInRoom }) => isInRoom),
    );
  }

  /** What somebody has heard is in the history, once. */
  private async expectKept(): Promise<void> {
    const texts = this.talkers.flatMap((talker) => talker.takeHeard());
    this.heard += texts.length;
    if (new Set(texts).size !== texts.length) this.faults.push('something was heard twice');
    const { rows } = await this.pool.query<{ body: string; times: number }>(
      'select body, count(*)::int as times from room_message where body = any($1) group by body',
      [texts],
    );
    const kept = new Map(rows.map(({ body, times }) => [body, times]));
    const wrong = texts.filter((text) => kept.get(text) !== 1);
    if (wrong.length > 0) {
      this.faults.push(
        `${wrong.length} messages are not in the history once, such as "${wrong[0]}"`,
      );
    }
  }

  /** With an account and a room each. */
  private async people(count: number): Promise<readonly Talker[]> {
    const names = Array.from({ length: count }, (_, index) => `soak${index}`);
    const rooms = Array.from(
      { length: Math.ceil(count / PEOPLE_OF_A_ROOM) },
      (_, at) => `hall${at}`,
    );
    await this.post('/users', {
      users: names.map((username) => ({ username, password: PASSWORD })),
    });
    for (const roomName of rooms) {
      const words = { roomName, naturalName: roomName, description: roomName };
      await this.post('/chatrooms', {
        ...words,
        persistent: true,
        publicRoom: true,
        logEnabled: true,
      });
    }
    return names.map((name, index) => {
      const room = `${rooms[index % rooms.length]}@conference.${DOMAIN}`;
      return new Talker(name, PASSWORD, room, this.parts.prosody.place);
    });
  }

  private async post(path: string, body: object): Promise<void> {
    const reply = await fetch(`${this.parts.api[0]!.url}/plugins/restapi/v1${path}`, {
      method: 'POST',
      headers: { authorization: SECRET, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!reply.ok) throw new Error(`POST ${path}: ${reply.status} ${await reply.text()}`);
  }
}
