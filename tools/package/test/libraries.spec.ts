import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import { manifestIn, publishedLibraries, workspace } from '../src/libraries.js';
import { packLibraries } from '../src/pack-libraries.js';

const run = promisify(execFile);

describe('published libraries', () => {
  let folder: string;
  let tarballs: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-libraries-'));
    tarballs = await packLibraries(folder);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const contents = async (tarball: string) =>
    (await run('tar', ['-tzf', tarball])).stdout.trim().split('\n').sort();

  it('hold code and types, licence and README, and neither specs nor helpers of our tests', async () => {
    for (const tarball of tarballs) {
      const files = await contents(tarball);
      const others = files.filter((name) => !/\.(js|d\.ts|sql)$/.test(name));
      expect(others).toEqual(
        ['LICENSE', 'README.md', 'package.json'].map((name) => `package/${name}`),
      );
      expect(files.filter((name) => /\.spec\.|\/test\//.test(name))).toEqual([]);
      const helpers = files.filter((name) => name.includes('/testing/'));
      expect(helpers.length > 0).toBe(/-domain-/.test(tarball));
    }
  });

  it('pass publint', async () => {
    for (const tarball of tarballs) {
      const { buffer } = new Uint8Array(await readFile(tarball));
      const { messages, pkg } = await publint({ pack: { tarball: buffer }, strict: true });
      expect(messages.map((message) => formatMessage(message, pkg!))).toEqual([]);
    }
  });

  describe('installed outside of the workspace', () => {
    let consumer: string;
    beforeAll(async () => {
      consumer = join(folder, 'consumer');
      await mkdir(consumer);
      await cp(fileURLToPath(new URL('consumer', import.meta.url)), join(consumer, 'src'), {
        recursive: true,
      });
      const { devDependencies } = manifestIn(workspace);
      await writeFile(
        join(consumer, 'package.json'),
        JSON.stringify({
          type: 'module',
          dependencies: Object.fromEntries(
            publishedLibraries().map(({ manifest: { name, version } }) => {
              const file = `${name.slice(1).replace('/', '-')}-${version}.tgz`;
              return [name, `file:${tarballs.find((tarball) => basename(tarball) === file)}`];
            }),
          ),
          devDependencies: { '@types/node': devDependencies!['@types/node'] },
        }),
      );
      await writeFile(
        join(consumer, 'tsconfig.json'),
        JSON.stringify({
          compilerOptions: {
            ...{ target: 'ES2023', module: 'nodenext', strict: true, skipLibCheck: false },
            ...{ exactOptionalPropertyTypes: true, noUncheckedIndexedAccess: true },
            ...{ types: ['node'], outDir: 'dist', rootDir: 'src' },
          },
          include: ['src'],
        }),
      );
      const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline'];
      await run('npm', ['install', ...options], { cwd: consumer });
      const tsc = join(workspace, 'node_modules/typescript/bin/tsc');
      await run(process.execPath, [tsc, '-p', consumer]).catch(({ stdout }: { stdout: string }) => {
        throw new Error(stdout);
      });
    });

    const output = async (program: string): Promise<unknown> =>
      JSON.parse((await run(process.execPath, [`dist/${program}.js`], { cwd: consumer })).stdout);

    it('serve a provisioning program', async () => {
      expect(await output('provisioning')).toEqual({
        taken: 'user-already-exists',
        user: 'Ola N',
        owners: ['una@example.org'],
        members: ['una@example.org'],
        told: true,
      });
    });

    it('serve a program that reads and writes documents', async () => {
      const user = { username: 'ola', name: 'Ola <N>', properties: [{ key: 'desk', value: '4B' }] };
      expect(await output('documents')).toEqual({
        xml: '<?xml version="1.0" encoding="UTF-8" standalone="yes"?><user><username>ola</username><name>Ola &lt;N&gt;</name><properties><property key="desk" value="4B"/></properties></user>',
        json: '{"username":"ola","name":"Ola <N>","properties":[{"key":"desk","value":"4B"}]}',
        fromXml: user,
        fromJson: user,
        room: 'den',
      });
    });

    it('can all be loaded', async () => {
      expect(await output('every-library')).toEqual({
        loaded: [
          'createChatAdminClient',
          'loadConfig',
          'ScramPasswordHasher',
          'createDataSource',
          'exportXep0227',
          'openPersistence',
          'ProsodyChatServer',
        ],
        sql: true,
      });
    });
  });
});
