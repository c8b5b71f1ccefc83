import { fileURLToPath } from 'node:url';
import type { CrowdReport, CrowdTasks } from './crowd-tasks.js';
import type { PersonPlan } from './plan.js';
import type { Servers } from './servers.js';
import { TaskProcess } from './task-channel.js';

/** how many people log in, enter rooms or log out at a time */
const AT_ONCE = 20;
const SCRIPT = fileURLToPath(new URL('crowd-process.js', import.meta.url));

/** People at stock clients, in separate processes. */
export class Crowd {
  private constructor(
    private readonly processes: readonly TaskProcess<CrowdTasks>[],
    private readonly people: readonly PersonPlan[],
  ) {}

  /** @param amount number of processes */
  static async start(
    { place, certificate }: Pick<Servers, 'place' | 'certificate'>,
    people: readonly PersonPlan[],
    amount: number,
  ): Promise<Crowd> {
    const processes = Array.from({ length: amount }, () => new TaskProcess<CrowdTasks>(SCRIPT));
    const crowd = new Crowd(processes, people);
    await crowd.all((process, index) =>
      process.ask('prepare', {
        place,
        certificate,
        people: people.filter((_person, at) => at % amount === index),
        numbers: { first: index, step: amount },
      }),
    );
    return crowd;
  }

  /** @returns ms that each login took */
  async login(): Promise<number[]> {
    return (await this.all((process) => process.ask('login', this.share))).flat();
  }

  async enter(): Promise<void> {
    await this.all((process) => process.ask('enter', this.share));
  }

  async logout(): Promise<void> {
    await this.all((process) => process.ask('logout', this.share));
  }

  async talk(rate: number): Promise<void> {
    await this.all((process) => process.ask('talk', rate / this.processes.length));
  }

  /** Resolves once every message has reached everyone. */
  async hush(): Promise<void> {
    await this.all((process) => process.ask('hush'));
    // first everything sent has been processed, then everything caused by it has arrived
    await this.all((process) => process.ask('settle'));
    await this.all((process) => process.ask('settle'));
  }

  thrownOut(username: string, room: string): Promise<void> {
    return this.processOf(username).ask('thrownOut', { username, room });
  }

  comeBack(username: string, room: string): Promise<void> {
    return this.processOf(username).ask('comeBack', { username, room });
  }

  async keepPinging(everyMs: number): Promise<void> {
    await this.all((process) => process.ask('keepPinging', everyMs));
  }

  async pinged(): Promise<number[]> {
    return (await this.all((process) => process.ask('pinged'))).flat();
  }

  report(): Promise<CrowdReport[]> {
    return this.all((process) => process.ask('report'));
  }

  async kill(): Promise<void> {
    await this.all((process) => process.kill());
  }

  /** how many people of a process do something at a time */
  private get share(): number {
    return Math.max(1, Math.floor(AT_ONCE / this.processes.length));
  }

  private processOf(username: string): TaskProcess<CrowdTasks> {
    const at = this.people.findIndex((person) => person.username === username);
    return this.processes[at % this.processes.length]!;
  }

  private all<T>(
    work: (process: TaskProcess<CrowdTasks>, index: number) => Promise<T>,
  ): Promise<T[]> {
    return Promise.all(this.processes.map(work));
  }
}
