import { parseArgs } from 'node:util';

export interface LoadOptions {
  /** people, one client each */
  readonly clients: number;
  /** how long they talk; before that they are silent for a third of it, for comparison */
  readonly seconds: number;
  /** rooms among which all people are divided; one more, the hall, has a share of everyone */
  readonly rooms: number;
  /** messages per second, all senders together */
  readonly rate: number;
  /** API calls per second in the meantime */
  readonly calls: number;
  /** how often all log in; before the last time they log out again */
  readonly rounds: number;
  /** processes with clients */
  readonly processes: number;
}

/** Value, minimum and meaning of each flag. */
const FLAGS: Readonly<Record<keyof LoadOptions, readonly [number, number, string]>> = {
  clients: [1000, 12, 'people with a client each, four per room at least'],
  seconds: [60, 1, 'how long they talk'],
  rooms: [40, 3, 'rooms beside the hall'],
  rate: [30, 1, 'messages per second'],
  calls: [20, 1, 'calls of the API per second'],
  rounds: [1, 1, 'how often all log in'],
  processes: [2, 1, 'processes that the clients live in'],
};

/** @throws Error with a line for people if a flag is unknown, not an integer, or too small */
export function readOptions(args: readonly string[]): LoadOptions {
  const names = Object.keys(FLAGS) as (keyof LoadOptions)[];
  const { values } = parseArgs({
    args: [...args],
    options: Object.fromEntries(names.map((name) => [name, { type: 'string' as const }])),
  });
  const read = (name: keyof LoadOptions): number => {
    const [standard, least] = FLAGS[name];
    const text = values[name];
    const value = text === undefined ? standard : Number(text);
    if (Number.isSafeInteger(value) && value >= least) return value;
    throw new Error(`--${name} must be a whole number from ${least} on`);
  };
  const options = Object.fromEntries(names.map((name) => [name, read(name)])) as unknown as {
    readonly [Name in keyof LoadOptions]: number;
  };
  if (options.clients >= 4 * options.rooms) return options;
  throw new Error('--clients must be four times --rooms at least');
}

export function usage(): string {
  const lines = Object.entries(FLAGS).map(
    ([name, [standard, , meaning]]) => `  --${name} ${standard}`.padEnd(22) + meaning,
  );
  return `Usage, with the usual values:\n${lines.join('\n')}`;
}
