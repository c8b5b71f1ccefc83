import { accounts, type AccountsOptions } from './accounts/accounts-run.js';

/** @returns the exit code */
export async function runAccounts(options: Omit<AccountsOptions, 'print'>): Promise<number> {
  const print = (line: string) => console.log(`${new Date().toISOString()} ${line}`);
  print(`Seed ${options.seed}`);
  const faults = await accounts({ ...options, print });
  for (const fault of faults.slice(0, 100)) print(`FAULT ${fault}`);
  print(
    faults.length > 0 ? `${faults.length} faults` : 'Each row has an id, and each change is there',
  );
  return faults.length > 0 ? 1 : 0;
}
