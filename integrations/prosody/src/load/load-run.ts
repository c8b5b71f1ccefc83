import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@chat-admin/debian-programs/until';
import { Changes } from './changes.js';
import { Crowd } from './crowd.js';
import { Guests } from './guests.js';
import { judgeContacts, judgeHistory, judgeMessages } from './judgement.js';
import type { LoadOptions } from './options.js';
import { type Plan, plan } from './plan.js';
import { processUsage } from './process-usage.js';
import { comparison, digits, line, section, SPREAD, spread, table } from './report.js';
import { buildScene, QUIET_ONE } from './scene.js';
import type { Servers } from './servers.js';
import { TimedApi } from './timed-api.js';

const PING_EVERY_MS = 50;
const LISTINGS = 20;
/** time for Prosody to catch up on lost notices */
const CATCH_UP_MS = 5000;

interface Moment {
  readonly name: string;
  /** resident memory, MiB */
  readonly prosody: number;
  readonly api: number;
  /** of Prosody, since the previous sample */
  readonly cpuSeconds: number;
  readonly sessions: number;
}

/** One run from the first login to the last logout. Prints its progress. */
export class LoadRun {
  /** what was wrong with the run */
  readonly faults: string[] = [];
  private readonly plan: Plan;
  private readonly moments: Moment[] = [];
  private readonly pings: [string, number[]][] = [];
  private readonly timed: TimedApi;
  private cpuSeconds = 0;

  private constructor(
    private readonly options: LoadOptions,
    private readonly servers: Servers,
    private readonly crowd: Crowd,
    private readonly quietOne: Crowd,
    plan: Plan,
  ) {
    this.plan = plan;
    this.timed = new TimedApi(servers.api);
  }

  /** Creates accounts, rooms and client processes. @param cleanups receives what stops them */
  static async prepare(
    options: LoadOptions,
    servers: Servers,
    cleanups: (() => Promise<unknown>)[],
  ): Promise<LoadRun> {
    const { domain } = servers.place;
    const planned = plan(options, domain);
    await buildScene(servers.api, planned, domain);
    const crowd = await Crowd.start(servers, planned.people, options.processes);
    cleanups.unshift(() => crowd.kill());
    const quiet = { username: QUIET_ONE, rooms: [], witnesses: [] };
    const quietOne = await Crowd.start(servers, [quiet], 1);
    cleanups.unshift(() => quietOne.kill());
    return new LoadRun(options, servers, crowd, quietOne, planned);
  }

  async run(): Promise<void> {
    await this.quietOne.login();
    await this.quietOne.keepPinging(PING_EVERY_MS);
    await delay(3000);
    await this.remember('nobody is here');
    section('Logins');
    for (let round = 1; round <= this.options.rounds; round += 1) {
      await this.arrive(round);
      if (round < this.options.rounds) await this.depart(round);
    }
    await this.listSessions();
    const alone = await this.silence();
    const meanwhile = await this.talk();
    section('API while nobody talks, and while all talk');
    comparison(alone, meanwhile);
    await this.depart(this.options.rounds);
    section('Round trip of a ping of somebody in no room');
    table(
      ['while', ...SPREAD],
      this.pings.map(([name, times]) => [name, ...spread(times)]),
    );
    this.printMemory();
  }

  private async arrive(round: number): Promise<void> {
    const name = `round ${round}`;
    const before = await processUsage(this.servers.prosody.pid);
    const begin = performance.now();
    const times = await this.crowd.login();
    const seconds = (performance.now() - begin) / 1000;
    const after = await processUsage(this.servers.prosody.pid);
    const cpuMs = ((after.cpuSeconds - before.cpuSeconds) * 1000) / times.length;
    line(
      `${name}: ${times.length} logins in ${digits(seconds)} s, ${digits(times.length / seconds)}/s; ` +
        `${digits(cpuMs)} ms of CPU in Prosody for each`,
    );
    await this.remember(`${name}: all logged in`);
    await this.crowd.enter();
    await this.remember(`${name}: all in their rooms`);
  }

  private async depart(round: number): Promise<void> {
    await this.crowd.logout();
    await until('all sessions are gone', async () => (await this.sessions()) === 1);
    await this.remember(`round ${round}: all logged out`);
  }

  private async listSessions(): Promise<void> {
    section(`List of ${await this.sessions()} sessions, asked for ${LISTINGS} times`);
    await this.quietOne.pinged();
    let bytes = 0;
    for (let turn = 0; turn < LISTINGS; turn += 1) {
      const reply = await this.timed.call('all sessions', 'GET', '/sessions');
      bytes = reply?.text.length ?? 0;
    }
    line(`${digits(bytes / 1024)} KiB each`);
    table(['call', ...SPREAD], [['all', ...spread(this.timed.take().get('all sessions') ?? [])]]);
    this.pings.push(['sessions are listed all the time', await this.quietOne.pinged()]);
  }

  /** Makes the changes while nobody is talking. @returns times of the calls by kind */
  private async silence(): Promise<Map<string, number[]>> {
    const changes = new Changes(this.timed, this.plan, this.servers.place.domain);
    changes.start(this.options.calls);
    await delay((this.options.seconds * 1000) / 3);
    await changes.stop();
    await this.remember('API changes things, nobody talks');
    return this.timed.take();
  }

  private async talk(): Promise<Map<string, number[]>> {
    const { servers, timed, plan: planned, crowd, options } = this;
    const changes = new Changes(timed, planned, servers.place.domain);
    const guests = new Guests(timed, crowd, planned.guests);
    const before = await processUsage(servers.prosody.pid);
    const begin = performance.now();
    await crowd.talk(options.rate);
    guests.start();
    changes.start(options.calls);
    await delay(options.seconds * 1000);
    await changes.stop();
    await guests.stop();
    const seconds = (performance.now() - begin) / 1000;
    const after = await processUsage(servers.prosody.pid);
    await crowd.hush();
    await delay(CATCH_UP_MS);
    await this.remember('API changes things, all talk');
    section('Talk');
    line(
      `${digits(after.cpuSeconds - before.cpuSeconds)} s of CPU in Prosody in ${digits(seconds)} s`,
    );
    this.note('could not be thrown out or come back', guests.failures);
    line(`${guests.times.length} times somebody was thrown out by lockout or ban and came back`);
    await this.judge(seconds, changes, guests.times);
    return timed.take();
  }

  private async judge(seconds: number, changes: Changes, outMs: readonly number[]): Promise<void> {
    const reports = await this.crowd.report();
    const surprises = reports.flatMap((report) => report.surprises);
    this.faults.push(...judgeMessages(reports, seconds, outMs));
    const records = reports.flatMap((report) => report.records);
    this.faults.push(...(await judgeHistory(this.servers.api, this.plan.rooms, records)));
    this.faults.push(...judgeContacts(reports, changes.contacts));
    if (changes.missedTurns > 0) line(`${changes.missedTurns} turns of changes were missed`);
    this.note('were disconnected for no reason', surprises);
    this.note('calls of the API failed', this.timed.failures);
  }

  private note(what: string, examples: readonly string[]): void {
    if (examples.length === 0) return;
    this.faults.push(`${examples.length} ${what}`);
    line(`${examples.length} ${what}:\n  ${examples.slice(0, 5).join('\n  ')}`);
  }

  private async remember(name: string): Promise<void> {
    const { prosody, apiProcess } = this.servers;
    const own = await processUsage(prosody.pid);
    const api = await processUsage(apiProcess.pid);
    this.moments.push({
      name,
      prosody: own.rss,
      api: api.rss,
      cpuSeconds: own.cpuSeconds - this.cpuSeconds,
      sessions: await this.sessions(),
    });
    this.cpuSeconds = own.cpuSeconds;
    this.pings.push([name, await this.quietOne.pinged()]);
  }

  private async sessions(): Promise<number> {
    const reply = await this.servers.api.done('GET', '/system/statistics/sessions');
    return reply.json<{ localSessions: number }>().localSessions;
  }

  private printMemory(): void {
    section('Resident memory, and what Prosody had to do since the line before');
    table(
      ['when', 'sessions', 'Prosody MiB', 'API MiB', 'CPU s of Prosody'],
      this.moments.map(({ name, sessions, ...values }) => [
        ...[name, String(sessions)],
        ...[values.prosody, values.api, values.cpuSeconds].map(digits),
      ]),
    );
  }
}
