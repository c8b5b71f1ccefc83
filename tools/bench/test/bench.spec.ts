import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const BENCH = fileURLToPath(new URL('../../bench.mjs', import.meta.url));

/** Like `npm run bench`. */
const bench = (...given: string[]) => run(process.execPath, [BENCH, ...given]);

describe('the bench', () => {
  it('measures and prints a table', async () => {
    const measures = 'lists,authentication,bulk,room-bulk,affiliations,statements';
    const { stdout } = await bench('--quick', '--only', measures);
    expect(stdout).toMatch(/\| P10 +\| list 10,000, XML: time \/ F4 +\| [\d.]+ x/);
    expect(stdout).toMatch(/\| P8 +\| bulk of 1,000, JSON, no derivation: time \/ F3 +\| [\d.]+ x/);
    expect(stdout).toMatch(
      /\| P6 +\| add a member to a room, 32 connections: rate \/ F2 +\| [\d.]+ x/,
    );
    expect(stdout).toMatch(/\| read a user: TypeORM \/ statement, CPU +\| [\d.]+ x/);
  });

  it('refuses an unknown measure', async () => {
    await expect(bench('--only', 'nothing')).rejects.toMatchObject({ code: 64 });
  });
});
