import { LdapSource } from '@chat-admin/directory/ldap-source';
import type { DirectoryStep } from '@chat-admin/domain/directories/directory-source';
import { report, table } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';
import { UnusableWord } from '../../outcome/failures.js';
import { chosenDirectories } from './chosen.js';

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
  const chosen = await chosenDirectories(terminal.environment, options.name);
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
