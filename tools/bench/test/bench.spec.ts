import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** As `npm run bench` does it. */
const bench = (...given: string[]) => run(process.execPath, ['../bench.mjs', ...given]);

describe('the bench', () => {
  it('measures and prints a table', async () => {
    const { stdout } = await bench('--quick', '--only', 'lists,bulk,affiliations');
    expect(stdout).toMatch(/\| P10 +\| list 10,000, XML: time \/ F4 +\| [\d.]+ x/);
    expect(stdout).toMatch(/\| P8 +\| bulk of 1,000, JSON, no derivation: time \/ F3 +\| [\d.]+ x/);
    expect(stdout).toMatch(
      /\| P6 +\| add a member to a room, 32 connections: rate \/ F2 +\| [\d.]+ x/,
    );
  }, 240_000);

  it('refuses a measure that it does not know', async () => {
    await expect(bench('--only', 'nothing')).rejects.toMatchObject({ code: 64 });
  }, 120_000);
});
