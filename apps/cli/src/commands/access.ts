import type { Command } from 'commander';
import type { Action } from '../action.js';

export interface AccessOptions {
  readonly json?: true;
  readonly allowFrom?: string;
}

type Run = (action: Action<AccessOptions>, options: AccessOptions) => Promise<void>;

/** `access check`, `access restore`. Contract: extensions E10, I-12 */
export function addAccessCommands(program: Command, run: Run): void {
  const access = program
    .command('access')
    .description('What keeps every caller out, and the way back in');
  access
    .command('check')
    .description('names what keeps callers out; ends with 1 when something does')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExample:\n  chat-admin access check')
    .action(async (options: AccessOptions) => {
      const { checkAccess } = await import('../access-recovery.js');
      await run(checkAccess, options);
    });
  access
    .command('restore')
    .description('shows what has to change so that callers are let in again, and changes it')
    .option('--allow-from <CIDR>', 'address or range that the address lists have to let in')
    .option('--json', 'one JSON document')
    .addHelpText('after', '\nExample:\n  chat-admin access restore --allow-from 192.0.2.0/24')
    .action(async (options: AccessOptions) => {
      const { restoreAccess } = await import('../access-recovery.js');
      await run(restoreAccess, options);
    });
}
