import { readdir, readFile } from 'node:fs/promises';

/** What a part uses at one moment. */
export interface Usage {
  /** resident memory of all its processes, MiB; memory that they share counts each time */
  readonly memory: number;
  /** open file descriptors, sockets included */
  readonly descriptors: number;
}

interface Sample extends Usage {
  readonly part: string;
  readonly atMs: number;
}

const KIBIBYTES_PER_MEBIBYTE = 1024;
/** Growth that counts: half as much again, and more than a busy minute makes. */
const FACTOR = 1.5;
const SLACK: Usage = { memory: 60, descriptors: 60 };

/** Samples what parts use, and tells what has grown. A part may be another process after each restart. */
export class Watch {
  private readonly samples: Sample[] = [];

  /** @param parts the process of each; null while there is none */
  constructor(private readonly parts: Readonly<Record<string, () => Promise<number | null>>>) {}

  /** A part that is not running is left out. */
  async sample(atMs: number): Promise<void> {
    const family = await children();
    for (const [part, pidOf] of Object.entries(this.parts)) {
      const pid = await pidOf().catch(() => null);
      if (pid === null) continue;
      const usages = await Promise.all([pid, ...(family.get(pid) ?? [])].map(usageOf));
      const known = usages.filter((usage) => usage !== null);
      if (known.length > 0) this.add(part, atMs, known.reduce(sum));
    }
  }

  add(part: string, atMs: number, usage: Usage): void {
    this.samples.push({ part, atMs, ...usage });
  }

  /** A line for each part: what it mostly used in each quarter of the time. */
  lines(): string[] {
    return Object.keys(this.parts).map((part) => {
      const usual = this.quarters(part);
      const show = (kind: keyof Usage) =>
        usual.map((quarter) => Math.round(quarter[kind])).join(', ');
      return `${part}: ${show('memory')} MiB; ${show('descriptors')} descriptors`;
    });
  }

  /** What the last quarter of the time had much more of than the second; the first warms up. */
  growth(): string[] {
    return Object.keys(this.parts).flatMap((part) => {
      const [, early, , late] = this.quarters(part);
      if (!early || !late) return [];
      return (['memory', 'descriptors'] as const)
        .filter(
          (kind) => late[kind] > early[kind] * FACTOR && late[kind] > early[kind] + SLACK[kind],
        )
        .map(
          (kind) =>
            `${part}: ${kind} grew from ${early[kind].toFixed(0)} to ${late[kind].toFixed(0)}`,
        );
    });
  }

  private quarters(part: string): Usage[] {
    const begin = this.samples[0]?.atMs ?? 0;
    const lengthMs = (this.samples.at(-1)?.atMs ?? 0) - begin + 1;
    return [0, 1, 2, 3].map((quarter) => {
      const inside = this.samples.filter(
        (one) => one.part === part && Math.floor((4 * (one.atMs - begin)) / lengthMs) === quarter,
      );
      return { memory: median(inside, 'memory'), descriptors: median(inside, 'descriptors') };
    });
  }
}

/** A part that is just starting uses more for a moment. */
function median(samples: readonly Usage[], kind: keyof Usage): number {
  const sorted = samples.map((one) => one[kind]).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

function sum(a: Usage, b: Usage): Usage {
  return { memory: a.memory + b.memory, descriptors: a.descriptors + b.descriptors };
}

async function children(): Promise<Map<number, number[]>> {
  const family = new Map<number, number[]>();
  for (const entry of await readdir('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    const stat = await readFile(`/proc/${entry}/stat`, 'utf8').catch(() => '');
    // the second field is the name in parentheses, which may hold blanks
    const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]);
    family.set(parent, [...(family.get(parent) ?? []), Number(entry)]);
  }
  return family;
}

/** `null`: there is no such process. */
export async function usageOf(pid: number): Promise<Usage | null> {
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const rss = Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0);
    const descriptors = (await readdir(`/proc/${pid}/fd`)).length;
    return { memory: rss / KIBIBYTES_PER_MEBIBYTE, descriptors };
  } catch {
    return null; // it has just ended
  }
}
