import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BENCH = fileURLToPath(new URL('../../bench.mjs', import.meta.url));

/** Like `npm run bench`. */
const bench = (...given: string[]) => run(process.execPath, [BENCH, ...given]);

describe('the bench', () => {
  it('measures and prints a table', async () => {
    const { stdout } = await bench('--quick', '--only', 'statements');
    expect(stdout).toMatch(/\| read a user: TypeORM \/ statement, CPU +\| [\d.]+ x/);
  });

  it('refuses an unknown measure', async () => {
    await expect(bench('--only', 'nothing')).rejects.toMatchObject({ code: 64 });
  });
});
