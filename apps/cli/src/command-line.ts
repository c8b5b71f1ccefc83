import { Command, CommanderError } from 'commander';
import { addAccessCommands } from './commands/access.js';
import { EXIT } from './exit-codes.js';
import { failureOf } from './failures.js';

/** Where a command runs; values go to `print`, faults to `complain`. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  print(text: string): void;
  complain(text: string): void;
}

/** What a command does. @returns its exit code */
export type Action<Options> = (options: Options, terminal: Terminal) => Promise<number>;

/** @param words without program and script. @returns the exit code. Never fails */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  let code: number = EXIT.done;
  const program = new Command('chat-admin')
    .description('Administers chat-admin on its database, also while the API does not answer')
    .exitOverride()
    .configureOutput({ writeOut: terminal.print, writeErr: terminal.complain });
  addAccessCommands(program, async (action, options) => {
    code = await action(options, terminal);
  });
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? EXIT.done : EXIT.usage;
    return complain(error, words.includes('--json'), terminal);
  }
}

async function complain(error: unknown, json: boolean, terminal: Terminal): Promise<number> {
  const { exit, code, message, help } = await failureOf(error);
  const document = JSON.stringify({ error: { code, message, help } });
  terminal.complain(`${json ? document : [message, help].filter(Boolean).join('\n')}\n`);
  return exit;
}
