import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import type { World } from '../src/world.js';

const MAIN = bundledProgram('cli');

/** Stops what has to be stopped while an import is open. */
export async function stopServices(world: World): Promise<void> {
  await world.app.close();
  await world.prosody.stop();
}

interface Ran {
  readonly code: number;
  readonly output: string;
}

/**
 * `chat-admin import` as a process, which writes the chat server's tables with the chat server's own role.
 * @returns the exit code and what it has said
 */
export function importInto(world: World, words: readonly string[]): Promise<Ran> {
  const role = /user='?(\w+)/.exec(world.engine.conninfo)![1]!;
  const engine = new URL(world.databaseUrl);
  engine.username = role;
  engine.password = '';
  return command(world.databaseUrl, ['import', ...words, '--engine-database', engine.href], {
    PGPASSWORD: world.engine.password,
  });
}

/** `chat-admin` as a process. @returns the exit code and what it has said */
export async function command(
  databaseUrl: string,
  words: readonly string[],
  more: NodeJS.ProcessEnv = {},
): Promise<Ran> {
  const env = {
    ...{ PATH: process.env['PATH'], API_SCRAM_ITERATIONS: '4096', DATABASE_URL: databaseUrl },
    ...more,
  };
  const child = spawn(process.execPath, [MAIN, ...words], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  const [code] = (await once(child, 'close')) as [number];
  return { code, output };
}
