import { setTimeout as delay } from 'node:timers/promises';
import type { Crowd } from './crowd.js';
import { type Guest, SERVICE } from './plan.js';
import type { TimedApi } from './timed-api.js';

const PAUSE_MS = 250;

/** Removes guests one after the other, alternately by lockout and ban, and readmits them. */
export class Guests {
  /** ms from the start of the API call until the guest was removed */
  readonly times: number[] = [];
  readonly failures: string[] = [];
  private readonly stopping = new AbortController();
  private work: Promise<void> = Promise.resolve();

  constructor(
    private readonly api: TimedApi,
    private readonly crowd: Crowd,
    private readonly guests: readonly Guest[],
  ) {}

  start(): void {
    this.work = this.rounds();
  }

  /** Resolves when the last one is back. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.work;
  }

  private async rounds(): Promise<void> {
    for (let turn = 0; !this.stopping.signal.aborted; turn += 1) {
      const guest = this.guests[turn % this.guests.length]!;
      const round = Math.floor(turn / this.guests.length);
      try {
        await ((turn + round) % 2 === 0 ? this.lockOut(guest) : this.ban(guest));
      } catch (error) {
        this.failures.push((error as Error).message);
      }
      await delay(PAUSE_MS);
    }
  }

  private async lockOut(guest: Guest): Promise<void> {
    const path = `/lockouts/${guest.username}`;
    await this.untilOut(guest, () => this.api.call('lock a user out', 'POST', path));
    await this.api.call('unlock a user', 'DELETE', path);
    await this.crowd.comeBack(guest.username, guest.room.jid);
  }

  private async ban(guest: Guest): Promise<void> {
    const { room, username } = guest;
    const path = `/chatrooms/${room.name}/outcasts/${username}?servicename=${SERVICE}`;
    await this.untilOut(guest, () => this.api.call('ban from a room', 'POST', path));
    await this.api.call('take a ban back', 'DELETE', path);
    await this.crowd.comeBack(username, room.jid);
  }

  private async untilOut({ username, room }: Guest, act: () => Promise<unknown>): Promise<void> {
    const begin = performance.now();
    await Promise.all([this.crowd.thrownOut(username, room.jid), act()]);
    this.times.push(performance.now() - begin);
  }
}
