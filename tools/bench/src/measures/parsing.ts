import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { alternate } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios } from '../statistics.js';

/** What is parsed: this many users or rooms in one document. */
export interface ParsedDocument {
  readonly of: 'users' | 'rooms';
  readonly count: number;
}

export type Reading = 'alone' | 'read' | 'check';

const USERS: ParsedDocument = { of: 'users', count: 3818 };

/** A bulk document of 1.36 MB of users: P13. */
export async function measureParsing(bed: Bed, settings: Settings): Promise<Figure[]> {
  const times = await readingTimes(bed, settings, USERS, ['alone', 'read', 'check']);
  return [
    {
      goal: 'P13',
      what: 'bulk XML of 1.36 MB: CPU of reading / saxes alone',
      values: ratios(times.read, times.alone),
      unit: 'x',
      atMost: 1.5,
    },
    {
      goal: '',
      what: 'same with the rules of users (names, passwords)',
      values: ratios(times.check, times.alone),
      unit: 'x',
    },
    { goal: '', what: 'saxes alone', values: times.alone, unit: 'ms' },
  ];
}

/**
 * CPU milliseconds per document. Each kind of reading has a separate process: the engine compiles
 * the parser once per process, so in one process they would slow each other down.
 */
export function readingTimes<Kind extends Reading>(
  bed: Bed,
  settings: Settings,
  document: ParsedDocument,
  kinds: readonly Kind[],
): Promise<Readonly<Record<Kind, number[]>>> {
  const variants = kinds.map((kind) => {
    const parser = bed.parser();
    return [kind, () => parser.ask<number>(kind, document)] as const;
  });
  return alternate(
    Object.fromEntries(variants) as Record<Kind, () => Promise<number>>,
    settings.rounds * 2,
  );
}
