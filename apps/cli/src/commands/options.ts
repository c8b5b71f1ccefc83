import type { Command } from 'commander';

/** A command of `parent` with a result: all have an example in their help, and `--json`. */
export function command(
  parent: Command,
  name: string,
  description: string,
  example: string,
): Command {
  return service(parent, name, description, example).option('--json', 'one JSON document');
}

/** A command of `parent` that runs until it is stopped, and so has no result. */
export function service(
  parent: Command,
  name: string,
  description: string,
  example: string,
): Command {
  return parent
    .command(name)
    .description(description)
    .addHelpText('after', `\nExample:\n  ${example}`);
}

export const GENERATE_OPTION = ['--generate', 'a new password, which is printed once'] as const;
export const PASSWORD_FILE_OPTION = [
  '--password-file <file>',
  'file that holds the password; otherwise it is asked for, or read from standard input',
] as const;
