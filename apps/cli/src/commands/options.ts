import type { Command } from 'commander';

/** A command of `parent`: all have an example in their help, and `--json`. */
export function command(
  parent: Command,
  name: string,
  description: string,
  example: string,
): Command {
  return parent
    .command(name)
    .description(description)
    .option('--json', 'one JSON document')
    .addHelpText('after', `\nExample:\n  ${example}`);
}

export const GENERATE_OPTION = ['--generate', 'a new password, which is printed once'] as const;
export const PASSWORD_FILE_OPTION = [
  '--password-file <file>',
  'file that holds the password; otherwise it is asked for, or read from standard input',
] as const;
