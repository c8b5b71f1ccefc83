import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { PropertyChange } from './run.js';

const FORCE = ['--force', 'also changes a property that controls access or retention'] as const;

/** `property list | get | set | delete`. Contract: extensions E10, I-12 */
export function addPropertyCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const property = program.command('property').description('System properties');
  command(
    property,
    'list',
    'lists known and stored properties; secrets are masked',
    'property list --json',
  ).action((options: ReportOptions) => run(async () => (await code()).listProperties, options));
  command(
    property,
    'get',
    'prints the stored value; a secret is masked',
    'property get audit.retention.days',
  )
    .argument('<key>')
    .action((key: string, options: ReportOptions) =>
      run(async () => (await code()).getProperty, { ...options, key }),
    );
  command(
    property,
    'set',
    'stores a value, which takes effect on all instances at once',
    'property set plugin.restapi.json.dates epoch',
  )
    .argument('<key>')
    .argument(
      '[value]',
      'a secret is never an argument: it is asked for, or read from standard input',
    )
    .option(...FORCE)
    .action((key: string, value: string | undefined, options: PropertyChange) =>
      run(async () => (await code()).setProperty, {
        ...options,
        key,
        ...(value === undefined ? {} : { value }),
      }),
    );
  command(property, 'delete', 'deletes a stored property', 'property delete site.banner')
    .argument('<key>')
    .option('--below', 'and everything below it')
    .option(...FORCE)
    .action((key: string, options: PropertyChange) =>
      run(async () => (await code()).deleteProperty, { ...options, key }),
    );
}
