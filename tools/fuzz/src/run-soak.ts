import { soak, type SoakOptions } from './soak/soak.js';

/** @returns the exit code */
export async function runSoak(options: Omit<SoakOptions, 'print'>): Promise<number> {
  const print = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  print(`Seed ${options.seed}, ${options.minutes} minutes, ${options.clients} clients`);
  const faults = await soak({ ...options, print });
  for (const fault of faults) print(`FAULT ${fault}`);
  print(faults.length > 0 ? `${faults.length} faults` : 'Nothing was lost, nothing has grown');
  return faults.length > 0 ? 1 : 0;
}
