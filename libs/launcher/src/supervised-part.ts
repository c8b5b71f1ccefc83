import { setTimeout as delay } from 'node:timers/promises';
import {
  configurationFault,
  describe,
  type Ending,
  type Part,
  PartEnded,
  type RunningPart,
} from './part.js';

/** How parts that end unexpectedly are restarted. */
export interface Restarts {
  /** before the first attempt; doubles each time, up to `longestPauseMs` */
  readonly firstPauseMs: number;
  readonly longestPauseMs: number;
  /** uptime after which the pause is reset */
  readonly healthyMs: number;
  /** consecutive failed attempts until giving up */
  readonly attempts: number;
}

export const usualRestarts: Restarts = {
  firstPauseMs: 250,
  longestPauseMs: 10_000,
  healthyMs: 60_000,
  attempts: 5,
};

/** What supervises a part. */
export interface Supervision {
  readonly environment: NodeJS.ProcessEnv;
  /** fires when everything is to be stopped */
  readonly halt: AbortSignal;
  readonly restarts: Restarts;
  readonly report: (message: string) => void;
  /** stops everything; `ending` is null if no process was involved */
  readonly giveUp: (ending: Ending | null, message: string) => void;
}

/**
 * A part that has been ready once, and is restarted with the same environment whenever it ends
 * unexpectedly.
 */
export class SupervisedPart {
  private since = performance.now();
  private pauseMs: number;
  private restart: Promise<void> = Promise.resolve();
  /** for later parts; unchanged by restarts */
  readonly provides: NodeJS.ProcessEnv | undefined;
  /** resolves when supervision has ended */
  private readonly watched: Promise<void>;

  private constructor(
    private readonly part: Part,
    private running: RunningPart | null,
    private readonly supervision: Supervision,
  ) {
    this.pauseMs = supervision.restarts.firstPauseMs;
    this.provides = running?.provides;
    this.watched = this.watch();
  }

  /** @throws what {@link Part.start} throws */
  static async start(part: Part, supervision: Supervision): Promise<SupervisedPart> {
    return new SupervisedPart(
      part,
      await part.start(supervision.environment, supervision.halt),
      supervision,
    );
  }

  get name(): string {
    return this.part.name;
  }

  /**
   * Call after the halt.
   * @returns how it ended; null if it was not running
   */
  async stop(): Promise<Ending | null> {
    await this.restart;
    const { running } = this;
    await running?.stop();
    const ending = running ? await running.ended : null;
    await this.watched;
    return ending;
  }

  private async watch(): Promise<void> {
    const { halt, report, giveUp } = this.supervision;
    while (this.running) {
      const { running } = this;
      const ending = await running.ended;
      if (halt.aborted) return;
      this.running = null;
      const message = `${this.name} ended unexpectedly (${describe(ending)})`;
      if (ending.code === configurationFault) return giveUp(ending, `${message}.`);
      report(`${message}; restarting it.`);
      this.restart = this.startAgain(running);
      await this.restart;
    }
  }

  private async startAgain(ended: RunningPart): Promise<void> {
    const { environment, halt, restarts, report, giveUp } = this.supervision;
    const words = await ended.lastWords?.();
    if (words) report(words);
    if (performance.now() - this.since > restarts.healthyMs) this.pauseMs = restarts.firstPauseMs;
    for (let attempt = 1; ; attempt++) {
      await delay(this.pauseMs, undefined, { signal: halt }).catch(() => undefined);
      if (halt.aborted) return;
      this.pauseMs = Math.min(2 * this.pauseMs, restarts.longestPauseMs);
      try {
        this.running = await this.part.start(environment, halt);
        this.since = performance.now();
        report(`${this.name} is running again.`);
        return;
      } catch (error) {
        if (halt.aborted) return;
        const ending = error instanceof PartEnded ? error.ending : null;
        const message = `${this.name} did not restart: ${(error as Error).message}`;
        if (ending?.code === configurationFault || attempt === restarts.attempts) {
          return giveUp(ending, message);
        }
        report(message);
      }
    }
  }
}
