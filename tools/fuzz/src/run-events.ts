import { events, type EventsOptions } from './events/events-run.js';

/** @returns the exit code */
export async function runEvents(options: Omit<EventsOptions, 'print'>): Promise<number> {
  const print = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const faults = await events({ ...options, print });
  for (const fault of faults) print(`FAULT ${fault}`);
  print(faults.length > 0 ? `${faults.length} faults` : 'Each event was told, in one order');
  return faults.length > 0 ? 1 : 0;
}
