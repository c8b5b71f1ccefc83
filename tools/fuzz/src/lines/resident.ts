import { setTimeout as delay } from 'node:timers/promises';
import type { Service } from '../services.js';
import { usageOf } from '../soak/watch.js';

/** Resident memory of instances, in MiB; the one that is starting again has none. */
export class Resident {
  private readonly peaks = new Map<string, number>();

  constructor(private readonly services: readonly Service[]) {}

  /** In their order. */
  async now(): Promise<readonly number[]> {
    return Promise.all(
      this.services.map(async ({ name, pid }) => {
        const memory = Math.round((await usageOf(pid))?.memory ?? 0);
        this.peaks.set(name, Math.max(memory, this.peaks.get(name) ?? 0));
        return memory;
      }),
    );
  }

  most(name: string): number {
    return this.peaks.get(name) ?? 0;
  }

  /** @returns what ends it */
  keepSampling(everyMs: number): () => Promise<void> {
    let over = false;
    const running = (async () => {
      while (!over) {
        await this.now();
        await delay(everyMs);
      }
    })();
    return async () => {
      over = true;
      await running;
    };
  }
}
