import type { Command } from 'commander';
import type { Run } from '../../program/action.js';
import { command } from '../../program/command.js';
import type { RotationOptions, SecretOptions } from './run.js';

const LEGACY = ['--legacy', 'that of the deprecated user service'] as const;

/** `secret show | rotate`. Contract: core 1.4, extensions E10, I-12 */
export function addSecretCommands(program: Command, run: Run): void {
  const code = () => import('./run.js');
  const secret = program.command('secret').description('The shared secret');
  command(secret, 'show', 'prints the shared secret', 'secret show')
    .option(...LEGACY)
    .action((options: SecretOptions) => run(async () => (await code()).showSecret, options));
  command(
    secret,
    'rotate',
    'replaces it by a new one, which is printed; the old one is refused at once, or after the overlap',
    'secret rotate --overlap 1h',
  )
    .option(...LEGACY)
    .option('--overlap <duration>', 'how long the old one is accepted, such as 1h')
    .action((options: RotationOptions) => run(async () => (await code()).rotateSecret, options));
}
