import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import { LAST_OPTION } from '../../words/last-administrator.js';
import { GENERATE_OPTION, PASSWORD_FILE_OPTION } from '../../words/password.js';
import type { RestoreOptions } from './restore.js';
import type { EraseOptions, ExportOptions } from './run.js';

/** `person export`, `restore`, `erase`. Contract: extensions E7.1 */
export function addPersonCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const person = program.command('person').description('What is known of one person');
  command(
    person,
    'export',
    'writes all that is kept of a person into a ZIP file',
    'person export ola@example.org --out ola.zip',
  )
    .argument('<jid>', 'of the account; a user name will do')
    .requiredOption('--out <file>', 'a new file, which nobody else may read')
    .action((jid: string, options: ExportOptions) =>
      run(async () => (await code()).exportPerson, { ...options, jid }),
    );
  command(
    person,
    'restore',
    'makes an account again from what "person export" has written, with a new password',
    'person restore ola.zip --generate',
  )
    .argument('<file>', 'what "person export" has written')
    .option(...GENERATE_OPTION)
    .option(...PASSWORD_FILE_OPTION)
    .action((file: string, options: RestoreOptions) =>
      run(async () => (await import('./restore.js')).restorePerson, { ...options, file }),
    );
  command(
    person,
    'erase',
    'deletes an account with all that belongs to it, and takes its name off what it has said in rooms',
    'person erase ola@example.org --confirm ola@example.org',
  )
    .argument('<jid>', 'of the account; a user name will do')
    .requiredOption('--confirm <jid>', 'the same again, since nothing brings it back')
    .option(
      '--messages <treatment>',
      'what was said in rooms: anonymise, as said by nobody who is known, or delete',
      'anonymise',
    )
    .option(...LAST_OPTION)
    .action((jid: string, options: EraseOptions) =>
      run(async () => (await code()).erasePerson, { ...options, jid }),
    );
}
