import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { processStart } from './process-identity.js';

export interface LauncherLock {
  /** idempotent */
  release(): Promise<void>;
}

/** A second launcher was started on the same data. */
export class DirectoryInUse extends Error {}

let count = 0;

/**
 * Takes a lock file, also that of a dead process.
 * The file appears atomically with its content (`link`), and a dead process's lock is only replaced
 * by the holder of `<path>.takeover`, so exactly one of several launchers wins.
 * @throws DirectoryInUse if the holder is alive (it may be this process)
 */
export async function takeLauncherLock(path: string): Promise<LauncherLock> {
  const content = `${process.pid} ${processStart(process.pid)} ${++count}\n`;
  const mine = `${path}.${process.pid}.${count}`;
  await rm(mine, { force: true });
  await writeFile(mine, content, { flag: 'wx' });
  try {
    while (!(await tryLink(mine, path))) {
      const takeover = `${path}.takeover`;
      const holder = await contentOf(path);
      if (holder === null) continue;
      refuseIfAlive(holder, path);
      if (await tryLink(mine, takeover)) {
        const stillDead = (await contentOf(path)) === holder;
        if (stillDead) await rename(takeover, path);
        else await rm(takeover, { force: true });
        if (stillDead) break;
      } else {
        const taker = await contentOf(takeover);
        if (taker === null) continue;
        refuseIfAlive(taker, path);
        await rm(takeover, { force: true });
      }
    }
  } finally {
    await rm(mine, { force: true });
  }
  return {
    release: async () => {
      if ((await contentOf(path)) === content) await rm(path, { force: true });
    },
  };
}

/** Whether there is a lock whose holder died without releasing it. */
export async function isAbandoned(path: string): Promise<boolean> {
  const content = await contentOf(path).catch(() => null);
  return content !== null && !isAlive(content);
}

function isAlive(content: string): boolean {
  const [pid, start] = content.trim().split(' ');
  return processStart(Number(pid)) === start;
}

function refuseIfAlive(content: string, path: string): void {
  if (!isAlive(content)) return;
  throw new DirectoryInUse(
    `Another launcher (process ${content.split(' ')[0]}) already runs on this data (${path}). Stop it first.`,
  );
}

async function tryLink(from: string, to: string): Promise<boolean> {
  try {
    await link(from, to);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

async function contentOf(path: string): Promise<string | null> {
  return readFile(path, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
}
