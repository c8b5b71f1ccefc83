import { CommanderError } from 'commander';
import { settingsSources } from '@chat-admin/configuration/settings-sources';
import type { Command } from 'commander';
import type { Console, Run } from './action.js';
import { EXIT } from '../outcome/exit-codes.js';
import { failureOf } from '../outcome/failures.js';
import { programOf } from './program.js';

/**
 * @param words without program and script
 * @param console with the environment of the process; files of settings and secrets are read when a command runs
 * @returns the exit code. Never fails
 */
export async function runCommandLine(words: readonly string[], console: Console): Promise<number> {
  let code: number = EXIT.done;
  const run: Run = async (load, options, needs) => {
    const sources = settingsSources(console.environment);
    if (sources.unreadable !== null && needs === undefined) await refuse(sources.unreadable);
    const { environment } = sources;
    code = await (await load())(options, { ...console, environment, sources });
  };
  const program = programOf(run);
  configure(program, console);
  try {
    await program.parseAsync(words, { from: 'user' });
    return code;
  } catch (error) {
    if (error instanceof CommanderError) return exitOf(error);
    return complain(error, words.includes('--json'), console);
  }
}

/** Commander's own code is 1, unless a command has others. */
const exitOf = ({ exitCode }: CommanderError): number => (exitCode === 1 ? EXIT.usage : exitCode);

async function refuse(fault: string): Promise<never> {
  const { ConfigurationFaults } = await import('@chat-admin/configuration/load-config');
  throw new ConfigurationFaults([fault]);
}

async function complain(error: unknown, json: boolean, console: Console): Promise<number> {
  const { exit, code, message, help } = await failureOf(error);
  const document = JSON.stringify({ error: { code, message, help } });
  console.complain(`${json ? document : [message, help].filter(Boolean).join('\n')}\n`);
  return exit;
}

/** Where commander writes; it copies that to no command below. */
function configure(command: Command, console: Console): void {
  command.configureOutput({ writeOut: console.print, writeErr: console.complain });
  for (const below of command.commands) configure(below, console);
}
