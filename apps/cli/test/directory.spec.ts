import { chmod, cp, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import { CHECKS } from '../src/commands/doctor/checks.js';
import { Deployment } from '../src/commands/doctor/deployment.js';
import { examine } from '../src/commands/doctor/run.js';
import { run } from './support/command-world.js';

const suite = await suiteNeeds(describe, 'directory check', ['slapd']);

suite('directory check', () => {
  let slapd: TemporarySlapd;
  let folder: string;
  let path: string;
  beforeAll(async () => {
    slapd = await startTemporarySlapd(`dn: uid=ola,ou=people,${SUFFIX}
objectClass: inetOrgPerson
uid: ola
cn: Ola
sn: Nord
userPassword: right
`);
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-directory-'));
    path = join(folder, 'directories.yaml');
    await cp(slapd.passwordFile, join(folder, 'directory-main'));
  });
  afterAll(async () => {
    await slapd?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  const write = (changed: Readonly<Record<string, unknown>> = {}) => {
    const entry = {
      ...{ name: 'main', kind: 'openldap', servers: [slapd.tlsUrl], caFile: slapd.caFile },
      ...{ bind: READER, people: { base: `ou=people,${SUFFIX}` }, ...changed },
    };
    return writeFile(path, JSON.stringify({ directories: [entry] }));
  };
  const check = (words = '', typed: string | null = null) =>
    run(
      `directory check${words}`,
      { DIRECTORIES_FILE: path, CREDENTIALS_DIRECTORY: folder },
      typed,
    );

  it('tries each step, and a login', async () => {
    await write();
    const { code, out, err } = await check(' main --login ola', 'right');
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const lines = out.trimEnd().split('\n');
    expect(lines[0]).toBe('main');
    expect(lines.slice(1).map((line) => line.trim().split(/ +/).slice(0, 2).join(' '))).toEqual([
      ...['resolve ok', 'connect ok', 'tls ok', 'bind ok'],
      ...['people ok', 'groups skipped', 'changes ok', 'login ok'],
    ]);
    expect(out).toContain('1 people');
  });

  it('ends with 1 and the reason where a step fails, as one document too', async () => {
    await write({ people: { base: `ou=none,${SUFFIX}` } });
    const { code, out } = await check(' --json');
    expect(code).toBe(1);
    const { directories } = JSON.parse(out) as {
      directories: { name: string; steps: Record<string, unknown>[] }[];
    };
    expect(directories).toMatchObject([{ name: 'main' }]);
    expect(directories[0]!.steps.find(({ outcome }) => outcome === 'failed')).toEqual({
      ...{ name: 'people', outcome: 'failed', message: 'no such object (32)' },
      milliseconds: expect.any(Number),
    });
    await write();
    expect(await check(' main --login ola', 'wrong')).toMatchObject({ code: 1 });
  });

  it('is looked at by the doctor', async () => {
    const place = { reason: 'There is no database' };
    const seen = async (at = Date.now()) => {
      const environment = { DIRECTORIES_FILE: path, CREDENTIALS_DIRECTORY: folder };
      const checks = CHECKS.filter(({ code }) =>
        /^directories\/(file|certificates|reader)/.test(code),
      );
      const found = await examine(new Deployment(environment, place, () => at), checks);
      return found.map(({ code, level, sentence }) => `${level} ${code} ${sentence}`);
    };
    const DAY_MS = 86_400_000;
    const password = join(folder, 'directory-main');
    await write();
    await chmod(password, 0o644);
    expect((await seen())[0]).toBe(
      `fault directories/file Every account of this machine may read ${password}`,
    );
    await chmod(password, 0o600);
    const [file, certificate, reader] = await seen();
    expect(file).toBe('ok directories/file The file of directories names main');
    expect(certificate).toMatch(/^warning .* The certificate of ldaps:\/\/\S+ expires on 20/);
    expect(reader).toBe(
      'ok directories/reader The directory main does not say what its reader may write',
    );
    expect((await seen(Date.now() - 30 * DAY_MS))[1]).toMatch(/^ok /);
    await write({ servers: ['ldaps://localhost:1'] });
    expect((await seen())[1]).toMatch(/^fault .* cannot be used: nothing listens there$/);
    await write({ poll: 1 });
    expect(await seen()).toEqual([
      expect.stringMatching(/^fault directories\/file .*poll: must be a whole number/),
      'skipped directories/certificates the file of directories cannot be used',
      'skipped directories/reader the file of directories cannot be used',
    ]);
  });

  it('names all errors of the file, and directories that are not in it', async () => {
    await write({ poll: 1, what: 'else' });
    const broken = await check();
    expect(broken).toMatchObject({ code: 78, out: '' });
    expect(broken.err).toContain('(main).poll: must be a whole number from 5 to 3600');
    expect(broken.err).toContain('(main).what: there is no such member');
    await write();
    expect(await check(' other')).toMatchObject({ code: 66, out: '' });
    expect(await run('directory check', {})).toMatchObject({ code: 78, out: '' });
  });
});
