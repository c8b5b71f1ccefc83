import { Command, CommanderError } from 'commander';
import type { Run, Terminal } from './action.js';
import { addAccessCommands } from './commands/access.js';
import { addAdminCommands } from './commands/admin.js';
import { addConfigCommands } from './commands/config.js';
import { addDatabaseCommands } from './commands/database.js';
import { addHealthCommand } from './commands/health.js';
import { addPropertyCommands } from './commands/property.js';
import { addSecretCommands } from './commands/secret.js';
import { addUserCommands } from './commands/user.js';
import { EXIT } from './exit-codes.js';
import { failureOf } from './failures.js';

const GROUPS = [
  addConfigCommands,
  addDatabaseCommands,
  addHealthCommand,
  addAccessCommands,
  addSecretCommands,
  addPropertyCommands,
  addAdminCommands,
  addUserCommands,
];

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
  const run: Run = async (load, options) => {
    code = await (await load())(options, terminal);
  };
  for (const add of GROUPS) add(program, run);
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
