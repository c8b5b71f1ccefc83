import { readDirectoryFile } from '@chat-admin/directory/directory-file';
import { releaseFrom } from '@chat-admin/domain/directories/release';
import { UserNotFound } from '@chat-admin/domain/users/errors';
import type { Released } from '@chat-admin/domain/users/managed-objects';
import { username } from '@chat-admin/domain/users/user';
import { COMMAND_LINE } from '../../database/command-audit.js';
import { withUseCases } from '../../database/use-cases.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';

export interface ReleaseOptions extends ReportOptions {
  readonly name: string;
  readonly user?: string;
  readonly dryRun?: true;
}

/** Makes local what a directory manages. Contract: extensions E13.11 */
export const releaseDirectory: Action<ReleaseOptions> = (options, terminal) => {
  const { name, user, dryRun = false } = options;
  const words = [name, ...(user === undefined ? [] : ['--user', user])].join(' ');
  const described = { command: `directory release ${words}`, object: `/directories/${name}` };
  return withUseCases(terminal, described, async ({ users }, persistence) => {
    const { managed, directoryRuns: runs, transactions } = persistence;
    const one = user === undefined ? null : username(user);
    if (user !== undefined) {
      if (one === null) throw new UserNotFound(user);
      await users.get(one);
    }
    const release = async () => {
      const done = await releaseFrom({ managed, runs, transactions }, name, one, COMMAND_LINE);
      if (done.users.length + done.groups.length === 0) throw notManaged(name, user);
      return done;
    };
    const released = await (dryRun ? transactions.rehearse(release) : transactions.run(release));
    const isListed = await hasEntry(terminal.environment, name);
    const document = { directory: name, dryRun, ...released, inFile: isListed };
    report(terminal, options, document, toldOf(released, name, { dryRun, isListed }));
    return EXIT.done;
  });
};

function notManaged(name: string, user: string | undefined): CommandFault {
  const what = user === undefined ? 'nothing' : `not ${user}`;
  const message = `The directory ${name} manages ${what}`;
  return new CommandFault(EXIT.notFound, 'not-managed', message, null);
}

/** Whether runs go on. */
async function hasEntry(environment: NodeJS.ProcessEnv, name: string): Promise<boolean> {
  const path = environment['DIRECTORIES_FILE'];
  if (!path) return false;
  const all = await readDirectoryFile(path, environment).catch(() => []);
  return all.some(({ settings }) => settings.name === name);
}

function toldOf(
  { users, withoutPassword, groups }: Released,
  name: string,
  { dryRun, isListed }: { readonly dryRun: boolean; readonly isListed: boolean },
): readonly string[] {
  const [first] = withoutPassword;
  const verb = dryRun ? 'would become' : 'are';
  return [
    `${users.length} users and ${groups.length} groups ${verb} local`,
    ...(first === undefined
      ? []
      : [
          `The directory kept the passwords of ${withoutPassword.length} users: give them new ones.`,
          `  one: chat-admin user passwd ${first} --generate`,
          '  many: a job of type passwords (docs/jobs.md)',
        ]),
    ...(isListed
      ? [
          `DIRECTORIES_FILE still has ${name}: its next full run takes the same names again, or fails at them.`,
        ]
      : []),
  ];
}
