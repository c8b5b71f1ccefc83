import { startBound } from './bound-process.js';
import type { BoundProcess } from './bound-process.js';

const node = (script: string, options?: Parameters<typeof startBound>[2]): BoundProcess =>
  startBound(process.execPath, ['-e', script], options);

/** Resolves when the script has written something. */
const afterOutput = (script: string): Promise<BoundProcess> =>
  new Promise((resolve) => {
    const server = node(script, { onOutput: () => resolve(server) });
  });

const FOREVER = 'setInterval(() => undefined, 1e6);';

describe('startBound', () => {
  it('reports how it ended, and its last output', async () => {
    const server = node('console.log("one"); console.error("two"); process.exitCode = 3');
    expect(await server.ended).toEqual({ code: 3, signal: null });
    expect(server.output().split('\n').sort()).toEqual(['one', 'two']);
  });

  it('passes on only PATH from the environment', async () => {
    const server = node('console.log(Object.keys(process.env).sort().join())', {
      environment: { MORE: '1' },
    });
    await server.ended;
    expect(server.output()).toBe('LC_ALL,MORE,PATH,TZ');
  });

  it('stops a paused process, and can be called twice', async () => {
    const server = await afterOutput(
      `${FOREVER} process.on('SIGTERM', () => process.exit(7)); console.log('ready')`,
    );
    server.signal('SIGSTOP');
    await server.stop();
    await server.stop();
    expect(await server.ended).toEqual({ code: 7, signal: null });
  });

  it('kills a process that ignores SIGTERM', async () => {
    const server = await afterOutput(
      `${FOREVER} process.on('SIGTERM', () => undefined); console.log('ready')`,
    );
    server.signal('SIGTERM');
    await server.kill();
    expect(await server.ended).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('reports a missing program', async () => {
    const server = startBound('/nowhere/at-all', []);
    // setpriv exits with 127, spawn itself fails
    const ended = await server.ended.catch((error: NodeJS.ErrnoException) => error.code);
    expect(ended).not.toEqual({ code: 0, signal: null });
  });
});
