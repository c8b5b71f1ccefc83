import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { workspace } from '../src/former-release.js';

const MAIN = join(workspace, 'apps/cli/dist/main.js');

/**
 * Runs `chat-admin` beside the instances.
 * @param typed what standard input holds
 * @returns what it prints
 * @throws unless it ends with 0
 */
export async function command(databaseUrl: string, words: string, typed = ''): Promise<string> {
  const env = { PATH: process.env['PATH'], DATABASE_URL: databaseUrl, XMPP_DOMAIN: 'example.org' };
  const running = promisify(execFile)(process.execPath, [MAIN, ...words.split(' ')], { env });
  running.child.stdin!.end(typed);
  return (await running).stdout;
}
