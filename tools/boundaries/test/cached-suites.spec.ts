import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const workspace = fileURLToPath(new URL('../../..', import.meta.url));

interface Graph {
  readonly graph: {
    readonly nodes: Readonly<
      Record<string, { readonly data: { readonly targets: Readonly<Record<string, Target>> } }>
    >;
  };
}
interface Target {
  readonly cache?: boolean;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cached-suites-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** With a cache of its own. */
const nx = async (...words: readonly string[]): Promise<string> => {
  const { PATH, HOME } = process.env;
  const place = { NX_CACHE_DIRECTORY: join(folder, 'cache'), NX_WORKSPACE_DATA_DIRECTORY: folder };
  const env = { PATH, HOME, ...place, NX_DAEMON: 'false' };
  const command = [join(workspace, 'node_modules/.bin/nx'), ...words];
  const { stdout } = await promisify(execFile)(process.execPath, command, { cwd: workspace, env });
  return stdout;
};

it('hermetic suites are kept, those with servers are not', async () => {
  const file = join(folder, 'graph.json');
  await nx('graph', `--file=${file}`);
  const { graph } = JSON.parse(await readFile(file, 'utf8')) as Graph;
  const cached = (name: string) =>
    Object.entries(graph.nodes)
      .filter(([, { data }]) => data.targets[name])
      .map(([project, { data }]) => [project, data.targets[name]!.cache]);
  expect(cached('test').length).toBeGreaterThan(10);
  expect(cached('test').filter(([, cache]) => cache !== true)).toEqual([]);
  for (const name of ['integration', 'package']) {
    expect(cached(name).filter(([, cache]) => cache !== false)).toEqual([]);
  }
});

it('a second run without changes repeats no hermetic suite', async () => {
  const again = () => nx('run-many', '-t', 'test', '-p', 'credentials', '--output-style=static');
  const kept = /output from the cache instead of running the command for 1 out of 1 task/;
  expect(await again()).not.toMatch(kept);
  expect(await again()).toMatch(kept);
});
