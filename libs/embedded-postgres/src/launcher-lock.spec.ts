import { spawnSync } from 'node:child_process';
import { readdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { removeTemporaryDirectories, temporaryDirectory } from '../test/temporary-directory.js';
import { DirectoryInUse, isAbandoned, takeLauncherLock } from './launcher-lock.js';

describe('takeLauncherLock', () => {
  let path = '';
  beforeEach(() => (path = join(temporaryDirectory(), 'lock')));
  afterEach(removeTemporaryDirectories);

  const writeLock = (pid: number, suffix = '') => writeFile(path + suffix, `${pid} 1 1\n`);

  it('refuses while the holder is alive, and can be taken after the release', async () => {
    const lock = await takeLauncherLock(path);
    await expect(takeLauncherLock(path)).rejects.toThrow(DirectoryInUse);
    await lock.release();
    await lock.release();
    await (await takeLauncherLock(path)).release();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it.each([
    ['a dead process', () => spawnSync('true').pid],
    ['an earlier process with the pid of this one', () => process.pid],
  ])('takes over the lock of %s', async (_, pid) => {
    await writeLock(pid());
    expect(await isAbandoned(path)).toBe(true);
    const lock = await takeLauncherLock(path);
    expect(await isAbandoned(path)).toBe(false);
    await lock.release();
  });

  it('recovers from a process that died during its takeover', async () => {
    await writeLock(process.pid);
    await writeLock(process.pid, '.takeover');
    await (await takeLauncherLock(path)).release();
    expect(await readdir(dirname(path))).toEqual([]);
  });

  it('lets exactly one process win a stale lock', async () => {
    await writeLock(process.pid);
    const attempts = Array.from({ length: 20 }, () => takeLauncherLock(path));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('does not release a lock that was taken over', async () => {
    const lock = await takeLauncherLock(path);
    await writeLock(process.pid);
    await lock.release();
    expect(await isAbandoned(path)).toBe(true);
  });
});
