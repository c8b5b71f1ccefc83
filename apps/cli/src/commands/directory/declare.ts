import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { CheckOptions } from './run.js';

/** `directory check`. Contract: extensions E13 */
export function addDirectoryCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const directory = program
    .command('directory')
    .description('Directories of people and groups: Active Directory and other LDAP servers');
  command(
    directory,
    'check [name]',
    'checks DIRECTORIES_FILE, connects to each directory, and counts people and groups; exits with 1 if a step fails',
    'directory check main --login ola',
  )
    .option('--login <user>', 'also tries the password of this person, which it asks for')
    .action((name: string | undefined, options: Omit<CheckOptions, 'name'>) =>
      run(async () => (await code()).checkDirectories, { ...options, name }),
    );
}
