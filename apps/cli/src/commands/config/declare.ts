import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';

/** `config check | print` */
export function addConfigCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const config = program
    .command('config')
    .description('Settings of the services: environment, credentials, configuration file');
  command(
    config,
    'check',
    'names all faults in the settings of API and user service',
    'config check',
  ).action((options: ReportOptions) => run(async () => (await code()).checkConfig, options));
  command(
    config,
    'print',
    'prints what is in effect and where it comes from; secrets are masked',
    'config print',
  ).action((options: ReportOptions) => run(async () => (await code()).printConfig, options));
}
