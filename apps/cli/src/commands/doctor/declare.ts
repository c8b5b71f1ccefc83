import type { Command } from 'commander';
import type { ReportOptions, Run } from '../../program/action.js';
import { command } from '../../program/command.js';

/** `doctor` */
export function addDoctorCommand(program: Command, run: Run): void {
  const code = () => import('./run.js');
  command(
    program,
    'doctor',
    'examines service, settings, files, certificates, listeners, database, access, chat server and data; prints what mends each fault, and ends with 1 if there is one',
    'doctor',
  ).action((options: ReportOptions) =>
    run(async () => (await code()).runDoctor, options, 'nothing'),
  );
}
