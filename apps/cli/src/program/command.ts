import { Command } from 'commander';

/** A command as it is typed where the program runs. @param words of it, with options */
export type Typed = (words: string) => string;

/** Words of a command, or what is around them. */
type Example = string | ((typed: Typed) => string);

export class Program extends Command {
  constructor(readonly typed: Typed) {
    super(typed('').trim());
  }
}

/** A command of `parent` with a result: all have an example in their help, and `--json`. */
export function command(
  parent: Command,
  name: string,
  description: string,
  example: Example,
): Command {
  return service(parent, name, description, example).option('--json', 'one JSON document');
}

/** A command of `parent` that runs until it is stopped, and so has no result. */
export function service(
  parent: Command,
  name: string,
  description: string,
  example: Example,
): Command {
  return parent
    .command(name)
    .description(description)
    .addHelpText('after', (context) => {
      const { typed } = programAbove(context.command);
      return `\nExample:\n  ${typeof example === 'string' ? typed(example) : example(typed)}`;
    });
}

function programAbove(command: Command): Program {
  for (let one: Command | null = command; one !== null; one = one.parent) {
    if (one instanceof Program) return one;
  }
  throw new Error('A command of no program');
}
