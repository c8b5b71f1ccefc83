import { SessionSamples } from '../sessions/session-samples.js';
import type { SampledTime, SessionSample } from '../sessions/session-samples.js';

const MINUTE_MS = 60_000;
const mean = (numbers: readonly number[]): number =>
  Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);

export class InMemorySessionSamples extends SessionSamples {
  private readonly claimed = new Set<number>();
  private readonly kept: SessionSample[] = [];

  async claim(): Promise<Date | null> {
    const minute = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS;
    if (this.claimed.has(minute)) return null;
    this.claimed.add(minute);
    return new Date(minute);
  }

  async keep(sample: SessionSample): Promise<void> {
    this.kept.push(sample);
  }

  async means({ from, to, stepSeconds }: SampledTime): Promise<readonly SessionSample[]> {
    const stepMs = stepSeconds * 1000;
    const steps = new Map<number, SessionSample[]>();
    for (const sample of this.kept) {
      if (sample.timestamp < from || sample.timestamp > to) continue;
      const begin = Math.floor(sample.timestamp.getTime() / stepMs) * stepMs;
      steps.set(begin, [...(steps.get(begin) ?? []), sample]);
    }
    return [...steps].map(([begin, samples]) => ({
      timestamp: new Date(begin),
      sessions: mean(samples.map(({ sessions }) => sessions)),
      users: mean(samples.map(({ users }) => users)),
    }));
  }

  forget(): Promise<number> {
    return Promise.resolve(0);
  }
}
