import { CommanderError } from 'commander';
import type { Command } from 'commander';
import type { Run, Terminal } from './action.js';
import { EXIT } from './exit-codes.js';
import { failureOf } from './failures.js';
import { programOf } from './program.js';

/** @param words without program and script. @returns the exit code. Never fails */
export async function runCommandLine(
  words: readonly string[],
  terminal: Terminal,
): Promise<number> {
  let code: number = EXIT.done;
  const run: Run = async (load, options) => {
    code = await (await load())(options, terminal);
  };
  const program = programOf(run);
  configure(program, terminal);
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

/** Where commander writes; it copies that to no command below. */
function configure(command: Command, terminal: Terminal): void {
  command.configureOutput({ writeOut: terminal.print, writeErr: terminal.complain });
  for (const below of command.commands) configure(below, terminal);
}
