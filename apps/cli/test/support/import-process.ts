import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { bundledProgram } from '@chat-admin/debian-programs/bundled-program';
import { until } from '@chat-admin/debian-programs/until';
import type pg from 'pg';
import { WatchedConnection } from './watched-connection.js';
import type { Watch } from './watched-connection.js';

const MAIN = bundledProgram('cli');

export interface Interruption {
  readonly signal: 'SIGKILL' | 'SIGTERM';
  /** commits of the process, or all its messages, from 0 */
  readonly at: { readonly commit: number } | { readonly message: number };
  /** whether the database gets the message of that place; of SIGTERM always */
  readonly isSent: boolean;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly messages: number;
  readonly commits: number;
  readonly output: string;
}

/** `chat-admin import` as a process of its own, ended at an exact place of its talk with the target. */
export async function importProcess(
  words: readonly string[],
  environment: NodeJS.ProcessEnv,
  connection: WatchedConnection,
  target: pg.Client,
  interruption: Interruption | null = null,
): Promise<Ended> {
  let commits = 0;
  let output = '';
  let isOver = interruption === null;
  const watch: Watch = ({ index, text }) => {
    const isCommit = text === 'commit\0';
    if (isCommit) commits += 1;
    if (isOver) return 'pass';
    const { at, signal, isSent } = interruption!;
    const isPlace = 'commit' in at ? isCommit && commits > at.commit : index >= at.message;
    if (!isPlace) return 'pass';
    isOver = true;
    child.kill(signal);
    if (signal === 'SIGTERM') return 'pass';
    return isSent ? 'cut after' : 'cut before';
  };
  connection.begin(watch);
  const env = { PATH: process.env['PATH'], ...environment, DATABASE_URL: connection.url };
  const child = spawn(process.execPath, [MAIN, 'import', ...words], { env });
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  child.stdin.end();
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null];
  const { messages } = connection;
  // what the database was asked last, it may still be doing
  await until('the database has ended the session', async () => {
    const { rows } = await target.query(
      `select from pg_stat_activity where datname = current_database() and application_name = 'chat-admin import'`,
    );
    return rows.length === 0 || null;
  });
  return { code, signal, messages, commits, output };
}
