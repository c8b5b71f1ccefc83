import { readDirectoryFile } from '@chat-admin/directory/directory-file';
import { LdapSource } from '@chat-admin/directory/ldap-source';
import type { DirectoryStep } from '@chat-admin/domain/directories/directory-source';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault, UnusableWord } from '../../outcome/failures.js';

export interface CheckOptions extends ReportOptions {
  readonly name: string | undefined;
  readonly login?: string;
}

interface Checked {
  readonly name: string;
  readonly steps: readonly DirectoryStep[];
}

/** Changes nothing, here or there. */
export const checkDirectories: Action<CheckOptions> = async (options, terminal) => {
  const { environment } = terminal;
  const path = environment['DIRECTORIES_FILE'];
  if (!path) {
    throw new CommandFault(
      EXIT.configuration,
      'configuration',
      'DIRECTORIES_FILE is not set, so there are no directories',
      'docs/directories.md describes the file',
    );
  }
  const all = await readDirectoryFile(path, environment);
  const chosen = all.filter(
    ({ settings }) => options.name === undefined || settings.name === options.name,
  );
  if (chosen.length === 0) {
    const names = all.map(({ settings }) => settings.name).join(', ');
    const message = `${path} has no directory ${options.name}`;
    throw new CommandFault(EXIT.notFound, 'directory-not-found', message, `It has: ${names}`);
  }
  if (options.login !== undefined && chosen.length > 1) {
    throw new UnusableWord('--login needs the name of a directory, since there are several');
  }
  const login =
    options.login === undefined
      ? undefined
      : {
          username: options.login,
          password: await terminal.askSecret(`Password of ${options.login}: `),
        };
  const checked: Checked[] = [];
  for (const configuration of chosen) {
    const source = new LdapSource(configuration);
    const steps = await source.check(login);
    checked.push({ name: configuration.settings.name, steps });
  }
  report(terminal, options, { directories: checked }, checked.flatMap(shown));
  const isFine = checked.every(({ steps }) => steps.every(({ outcome }) => outcome !== 'failed'));
  return isFine ? EXIT.done : EXIT.failed;
};

function shown({ name, steps }: Checked): readonly string[] {
  const rows = steps.map((step) => [
    `  ${step.name}`,
    step.outcome,
    step.outcome === 'skipped' ? '' : `${step.milliseconds} ms`,
    step.message ?? '',
  ]);
  return [name, ...table(rows)];
}
