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

const isSoak = process.env['SOAK_SUITES'] === '1';

const run = promisify(execFile);

/** of a consumer, in the versions of the workspace */
const TOOLS = ['@types/node', '@types/jest', 'jest', 'typescript'];
const TS_JEST = '29.4.15';
const TEST = `import { UserReader } from './user-reader';

it('makes the user of a document', async () => {
  const reader = new UserReader();
  expect(await reader.create('<user><username>Ola</username></user>')).toBe('ola');
});
`;

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
          devDependencies: {
            ...Object.fromEntries(TOOLS.map((name) => [name, devDependencies![name]])),
            'ts-jest': TS_JEST,
          },
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
      await compile(consumer);
    });

    const compile = (project: string) =>
      run(process.execPath, [
        join(consumer, 'node_modules/typescript/bin/tsc'),
        ...['-p', project],
      ]).catch(({ stdout }: { stdout: string }) => {
        throw new Error(stdout);
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

    describe.each([
      // as `nest new` makes it
      ['nodenext', { module: 'nodenext', resolvePackageJsonExports: true }],
      ['node10', { module: 'commonjs', moduleResolution: 'node10', ignoreDeprecations: '6.0' }],
    ])('from CommonJS, with the module resolution %s', (name, resolution) => {
      let application: string;
      beforeAll(async () => {
        application = join(consumer, name);
        await mkdir(application);
        await cp(join(consumer, 'src/user-reader.ts'), join(application, 'user-reader.ts'));
        await writeFile(join(application, 'user-reader.test.ts'), TEST);
        const compilerOptions = {
          ...{ target: 'ES2023', strict: true, esModuleInterop: true, allowJs: true },
          ...{ experimentalDecorators: true, emitDecoratorMetadata: true },
          ...{ types: ['node', 'jest'], outDir: 'dist', rootDir: '.' },
          ...resolution,
        };
        const files = {
          'package.json': { type: 'commonjs' },
          'tsconfig.json': { compilerOptions, include: ['*.ts'] },
          'jest.config.json': {
            ...{ testRegex: '\\.test\\.ts$', testEnvironment: 'node' },
            transform: { '^.+\\.(t|j)s$': 'ts-jest' },
            transformIgnorePatterns: ['/node_modules/(?!@chat-admin/)'],
          },
        };
        for (const [file, content] of Object.entries(files)) {
          await writeFile(join(application, file), JSON.stringify(content));
        }
      });

      it('are compiled and run', async () => {
        await compile(application);
        const program = `new (require('./dist/user-reader.js').UserReader)().create('<user><username>Ola</username></user>').then(console.log)`;
        const { stdout } = await run(process.execPath, ['-e', program], { cwd: application });
        expect(stdout.trim()).toBe('ola');
      });

      // this resolution is the compiler's alone
      if (name === 'node10' && !isSoak) return;
      it('are tested by Jest with ts-jest', async () => {
        const jest = join(consumer, 'node_modules/jest/bin/jest.js');
        const { stdout } = await run(process.execPath, [jest, '--json'], { cwd: application });
        expect(JSON.parse(stdout)).toMatchObject({ numTotalTests: 1, numPassedTests: 1 });
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
