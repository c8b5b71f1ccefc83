import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { MAIN_MODULES } from '../src/built-program.js';

/**
 * Runs `chat-admin` beside the instances.
 * @param typed what standard input holds
 * @returns what it prints
 * @throws unless it ends with 0
 */
export async function command(databaseUrl: string, words: string, typed = ''): Promise<string> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, XMPP_DOMAIN: 'example.org' };
  const running = promisify(execFile)(
    process.execPath,
    [MAIN_MODULES.command, ...words.split(' ')],
    { env },
  );
  running.child.stdin!.end(typed);
  return (await running).stdout;
}
