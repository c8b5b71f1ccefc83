import { withUseCases } from '../../database/use-cases.js';
import { report } from '../../program/action.js';
import type { Action, ReportOptions } from '../../program/action.js';

export interface RenameOptions extends ReportOptions {
  readonly name: string;
  readonly newName: string;
}

export const renameGroup: Action<RenameOptions> = (options, terminal) => {
  const { name, newName } = options;
  const object = `/groups/${encodeURIComponent(name)}`;
  const described = { command: `group rename ${name}`, object };
  return withUseCases(terminal, described, async ({ groups }) => {
    await groups.rename(name, newName);
    report(terminal, options, { name: newName }, [`${name} is now ${newName}`]);
  });
};
