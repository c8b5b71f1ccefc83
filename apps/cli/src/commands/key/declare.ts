import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { NewKeyOptions } from './run.js';

const gathered = (one: string, all: readonly string[]) => [...all, one];

/** `key create | list | revoke`. Contract: extensions E5.3 */
export function addKeyCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const key = program.command('key').description('Keys of programs that call the API');
  command(
    key,
    'create',
    'creates a key and prints its token, which is shown only now',
    'key create portal --scope users:read --scope users:write --valid-for 90d',
  )
    .argument('<name>')
    .option('--scope <scope>', 'what it may do, such as users:read or *; repeatable', gathered, [])
    .option('--address <address>', 'from where, address or range; repeatable', gathered, [])
    .option('--rate <number>', 'requests per minute')
    .option('--valid-for <duration>', 'how long it is valid, such as 90d')
    .action((name: string, options: NewKeyOptions) =>
      run(async () => (await code()).createKey, { ...options, name }),
    );
  command(key, 'list', 'lists keys', 'key list').action((options: ReportOptions) =>
    run(async () => (await code()).listKeys, options),
  );
  command(key, 'revoke', 'refuses a key from now on', 'key revoke portal')
    .argument('<key>', 'name or id')
    .action((named: string, options: ReportOptions) =>
      run(async () => (await code()).revokeKey, { ...options, key: named }),
    );
}
