import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));
const native = join(workspace, 'tools/test-run/native');

interface Report {
  readonly testResults: readonly {
    readonly assertionResults: readonly {
      readonly title: string;
      readonly status: string;
      readonly failureMessages: readonly string[];
    }[];
  }[];
}

const FILES = {
  'jest.config.mjs': `export default {
    runtime: '${native}/runtime.cjs', testEnvironment: '${native}/environment.cjs', transform: {},
    testRegex: 'spec.ts$', maxWorkers: 1,
  };`,
  'by-name.cjs': `module.exports = class {
    shard = (tests) => tests;
    allFailedTests = (tests) => tests;
    sort = (tests) => tests.sort((a, b) => a.path.localeCompare(b.path));
    cacheResults = () => undefined;
  };`,
  'shared.ts': `export const shared: { suites: number } = { suites: 0 };`,
  'first.spec.ts': `
    import { shared } from './shared.js';
    process.env['OF_A_SUITE'] = 'first';
    process.exitCode = 7;
    shared.suites++;
    interface Shape { readonly side: number }
    it('fails at its line', () => expect({ side: 1 } satisfies Shape).toEqual({ side: 2 }));
    it('fails by a rejection that nobody handles', async () => {
      void Promise.reject(new Error('nobody handles it'));
      await new Promise((resolve) => setImmediate(resolve));
    });
    it('fails when it takes too long', () => new Promise(() => undefined), 1);`,
  'second.spec.ts': `
    import { jest } from '@jest/globals';
    import { shared } from './shared.js';
    it('shares modules with the first', () => expect(++shared.suites).toBe(2));
    it('has the environment of the process', () => expect(process.env['OF_A_SUITE']).toBeUndefined());
    it('has timers of its own', () => {
      jest.useFakeTimers({ now: 5 });
      expect(Date.now()).toBe(5);
      jest.useRealTimers();
      expect(Date.now()).toBeGreaterThan(5);
    });`,
};

let folder: string;
let report: Report;
let exit: number;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'native-suites-'));
  for (const [name, text] of Object.entries(FILES)) await writeFile(join(folder, name), text);
  const file = join(folder, 'report.json');
  const jest = [join(workspace, 'node_modules/jest/bin/jest.js'), '--json', `--outputFile=${file}`];
  const { PATH, HOME } = process.env;
  exit = await new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH, HOME, CI: '1' } };
    const command = [...jest, '-i', '--testSequencer', join(folder, 'by-name.cjs')];
    execFile(process.execPath, command, options, (error) => resolve(Number(error?.code ?? 0)));
  });
  report = JSON.parse(await readFile(file, 'utf8')) as Report;
});
afterAll(() => rm(folder, { recursive: true }));

const ended = (wanted: string) =>
  report.testResults
    .flatMap(({ assertionResults }) => assertionResults)
    .filter(({ status }) => status === wanted);

it('what fails is reported, with the line of the source', () => {
  expect(exit).toBe(1);
  const told = ended('failed').map(({ title, failureMessages }) => [title, failureMessages.join()]);
  expect(told).toEqual([
    ['fails at its line', expect.stringMatching(/first\.spec\.ts:7:\d+/)],
    [
      'fails by a rejection that nobody handles',
      expect.stringMatching(/nobody handles it[^]*first\.spec\.ts:9:\d+/),
    ],
    ['fails when it takes too long', expect.stringContaining('Exceeded timeout of 1 ms')],
  ]);
});

it('suites of a worker share modules, but no environment, timers and state of jest', () => {
  expect(ended('passed').map(({ title }) => title)).toEqual([
    'shares modules with the first',
    'has the environment of the process',
    'has timers of its own',
  ]);
});
