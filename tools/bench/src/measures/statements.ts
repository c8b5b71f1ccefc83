import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';
import { openCalls } from './statement-calls.js';
import type { Calls } from './statement-calls.js';

const AT_ONCE = 32;

interface Window {
  readonly rate: number;
  readonly cpuMicros: number;
}

/** What TypeORM's own API would cost in place of named statements, in this process. */
export async function measureStatements(bed: Bed, settings: Settings): Promise<Figure[]> {
  await bed.fillRooms(settings.manyRooms);
  const { calls, close } = await openCalls(bed.address());
  const figures: Figure[] = [];
  for (const [what, { named, typeorm }] of Object.entries(calls)) {
    const variants = { named: windowOf(named, settings), typeorm: windowOf(typeorm, settings) };
    const times = await alternate(variants, settings.rounds);
    const compared = (of: (window: Window) => number) =>
      ratios(times.typeorm.map(of), times.named.map(of));
    const label = `${what}: TypeORM / statement`;
    const cpu = compared(({ cpuMicros }) => cpuMicros);
    const rate = compared((window) => window.rate);
    figures.push({ goal: '', what: `${label}, CPU`, values: cpu, unit: 'x' });
    figures.push({ goal: '', what: `${label}, rate`, values: rate, unit: 'x' });
  }
  await close();
  return figures;
}

/** Calls for one time window, 32 concurrently. */
function windowOf(call: Calls[string]['named'], { windowMs }: Settings): () => Promise<Window> {
  return async () => {
    const begin = performance.now();
    const before = process.cpuUsage();
    let made = 0;
    const caller = async (): Promise<void> => {
      while (performance.now() - begin < windowMs) {
        await call();
        made += 1;
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, caller));
    const { user, system } = process.cpuUsage(before);
    return { rate: (made / (performance.now() - begin)) * 1000, cpuMicros: (user + system) / made };
  };
}
