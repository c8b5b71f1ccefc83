import { lines, type LinesOptions } from './lines/lines-run.js';

/** @returns the exit code */
export async function runLines(options: Omit<LinesOptions, 'print'>): Promise<number> {
  const print = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  const faults = await lines({ ...options, print });
  for (const fault of faults) print(`FAULT ${fault}`);
  print(faults.length > 0 ? `${faults.length} faults` : 'Each line was done once');
  return faults.length > 0 ? 1 : 0;
}
