import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { CheckOptions } from './check.js';
import { PLACE_OPTIONS } from '../import/declare.js';
import type { FromOpenfireOptions } from './from-openfire.js';
import type { ReleaseOptions } from './release.js';
import type { OneDirectory, RunOptions } from './run.js';

/** The commands about directories. Contract: extensions E13 */
export function addDirectoryCommands(program: Command, run: Run): void {
  const check = () => import('./check.js');
  const runs = () => import('./run.js');
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
      run(async () => (await check()).checkDirectories, { ...options, name }),
    );
  const openfire = command(
    directory,
    'from-openfire',
    'prints DIRECTORIES_FILE for the directory of an Openfire, from its properties; what does not come along stands in comments',
    'directory from-openfire --openfire-home /opt/openfire --write-password /etc/chat-admin/main.password',
  ).option(
    '--source <source>',
    'postgres://, mysql:// or mariadb:// without password; a folder; https:// of a REST API; default: what openfire.xml names',
  );
  for (const [flags, text] of PLACE_OPTIONS) openfire.option(flags, text);
  openfire
    .option('--write-password <file>', 'writes the password of the reader into this new file')
    .action((options: FromOpenfireOptions) =>
      run(async () => (await import('./from-openfire.js')).directoryFromOpenfire, options),
    );
  command(
    directory,
    'run [name]',
    'reads a directory and brings users and groups in step with it; exits with 1 if it fails, or waits for confirmation',
    'directory run main --dry-run',
  )
    .option('--full', 'reads everything, also what has not changed since the last run')
    .option('--dry-run', 'shows what it would do, and changes nothing')
    .action((name: string | undefined, options: Omit<RunOptions, 'name'>) =>
      run(async () => (await runs()).runDirectory, { ...options, name }),
    );
  command(
    directory,
    'status [name]',
    'shows how the directories are kept in step, and their last runs',
    'directory status --json',
  ).action((name: string | undefined, options: Omit<OneDirectory, 'name'>) =>
    run(async () => (await runs()).showDirectories, { ...options, name }),
  );
  command(
    directory,
    'confirm [name]',
    'carries out the run that waits, if it does no more than it has told',
    'directory confirm main',
  ).action((name: string | undefined, options: Omit<OneDirectory, 'name'>) =>
    run(async () => (await runs()).confirmRun, { ...options, name }),
  );
  command(
    directory,
    'cancel [name]',
    'ends the run that waits or is under way; what it has changed stays',
    'directory cancel main',
  ).action((name: string | undefined, options: Omit<OneDirectory, 'name'>) =>
    run(async () => (await runs()).cancelRun, { ...options, name }),
  );
  command(
    directory,
    'pause [name]',
    'from now on the API begins no runs of the directory by itself',
    'directory pause main',
  ).action((name: string | undefined, options: Omit<OneDirectory, 'name'>) =>
    run(async () => (await runs()).pauseDirectory, { ...options, name }),
  );
  command(
    directory,
    'resume [name]',
    'lets the API keep the directory in step again',
    'directory resume main',
  ).action((name: string | undefined, options: Omit<OneDirectory, 'name'>) =>
    run(async () => (await runs()).resumeDirectory, { ...options, name }),
  );
  command(
    directory,
    'release <name>',
    'makes users and groups local that the directory manages, with the lockouts that it has made',
    'directory release main --dry-run',
  )
    .option('--user <username>', 'only this person')
    .option('--dry-run', 'shows what would become local, and changes nothing')
    .action((name: string, options: Omit<ReleaseOptions, 'name'>) =>
      run(async () => (await import('./release.js')).releaseDirectory, { ...options, name }),
    );
}
