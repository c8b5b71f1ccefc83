import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import {
  appendFile,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync } from 'node:zlib';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { workspace } from '../src/libraries.js';

const run = promisify(execFile);
const suite = await suiteNeeds(describe, 'The release tool', ['pg_virtualenv']);
const { version: PRESENT } = JSON.parse(
  await readFile(join(workspace, 'package.json'), 'utf8'),
) as { version: string };
const NEXT = '99.0.0';
const LOCK = 'libs/persistence/src/schema/migrations/migrations.lock.json';
const QUICK = ['--unchecked', '--without-artefacts', '--with-placeholder'];

suite('a release in a clone', () => {
  let clone: string;

  const git = async (...words: string[]) =>
    (await run('git', ['-C', clone, ...words])).stdout.trim();
  const read = (path: string) => readFile(join(clone, path), 'utf8');
  const commit = (message: string) => git('commit', '--quiet', '--all', '--message', message);
  const release = async (...words: string[]) =>
    run(process.execPath, [join(clone, 'tools/release.mjs'), ...words], { cwd: clone }).then(
      () => ({ code: 0, said: '' }),
      ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
    );

  beforeAll(async () => {
    clone = await mkdtemp(join(tmpdir(), 'chat-admin-clone-'));
    await run('git', ['clone', '--quiet', '--no-hardlinks', workspace, clone]);
    await git('config', 'user.name', 'A Tester');
    await git('config', 'user.email', 'tester@example.org');
    // the packages are those of this workspace, the libraries those of the clone
    const modules = join(workspace, 'node_modules');
    await mkdir(join(clone, 'node_modules'));
    for (const name of await readdir(modules)) {
      const to = join(clone, 'node_modules', name);
      if (name === '@chat-admin')
        await cp(join(modules, name), to, { recursive: true, verbatimSymlinks: true });
      else await symlink(join(modules, name), to);
    }
    for (const project of (await git('ls-files', '*/package.json')).split('\n')) {
      const built = join(dirname(project), 'dist');
      if (existsSync(join(workspace, built)))
        await cp(join(workspace, built), join(clone, built), { recursive: true });
      const own = join(dirname(project), 'node_modules');
      if (existsSync(join(workspace, own))) await symlink(join(workspace, own), join(clone, own));
    }
  });
  afterAll(() => rm(clone, { recursive: true }));

  it('is refused for a tree, a version or documents that are not ready, which change nothing', async () => {
    const before = await git('rev-parse', 'HEAD');
    await appendFile(join(clone, 'README.md'), '\n');
    expect(await release('0.0.1')).toEqual({
      code: 1,
      said: [
        `No release: 0.0.1 does not come after ${PRESENT}`,
        'No release: there are changes that are not committed',
        'No release: CHANGELOG.md has no section "## 0.0.1" with changes',
        'No release: SECURITY.md still has SECURITY_CONTACT instead of an address\n',
      ].join('\n'),
    });
    expect((await release()).said).toContain('which one?');
    await git('checkout', 'README.md');
    expect([await git('rev-parse', 'HEAD'), await git('status', '--porcelain')]).toEqual([
      before,
      '',
    ]);
  });

  it('is refused where programs are missing, and says what installs them', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'chat-admin-few-programs-'));
    const { stdout } = await run('which', ['git']);
    await symlink(stdout.trim(), join(folder, 'git'));
    const words = [join(clone, 'tools/release.mjs'), NEXT];
    await expect(
      run(process.execPath, words, { cwd: clone, env: { PATH: folder } }),
    ).rejects.toThrow(
      'No release: not installed: pg_virtualenv, mmdebstrap, buildah. Run: apt-get install postgresql-15 postgresql-common mmdebstrap buildah',
    );
    await rm(folder, { recursive: true });
  });

  it('has its version everywhere, frozen migrations, a dump, a commit and a tag', async () => {
    const changes = await read('CHANGELOG.md');
    const section = `## ${NEXT}\n\n- Something else.\n\n## ${PRESENT}`;
    await writeFile(join(clone, 'CHANGELOG.md'), changes.replace(`## ${PRESENT}`, section));
    // one migration, at least, is new since the release before
    const before = JSON.parse(await read(LOCK)) as unknown[];
    await writeFile(join(clone, LOCK), JSON.stringify(before.slice(0, -1), null, 2) + '\n');
    await commit('docs: changes');
    expect(await release(NEXT, ...QUICK)).toEqual({ code: 0, said: '' });
    expect(await git('log', '-1', '--format=%s')).toBe(`chore(release): ${NEXT}`);
    expect(await git('describe', '--exact-match')).toBe(`v${NEXT}`);
    expect(await git('status', '--porcelain')).toBe('');
    const former = PRESENT.replaceAll('.', '\\.');
    const left = git('grep', '-lE', `(chat-admin[":/_a-z-]+ ?"?|^  "version": ")${former}`);
    await expect(left).rejects.toMatchObject({ code: 1 });
    expect(await read('libs/persistence/src/schema/program.ts')).toContain(`'${NEXT}'`);
    const lock = JSON.parse(await read('package-lock.json')) as {
      packages: Record<string, { version: string }>;
    };
    expect([lock.packages['']!.version, lock.packages['libs/domain']!.version]).toEqual([
      NEXT,
      NEXT,
    ]);
    const frozen = JSON.parse(await read(LOCK)) as { name: string; release: string }[];
    const migrations = (await readdir(join(clone, dirname(LOCK)))).filter((name) =>
      /^\d/.test(name),
    );
    expect(frozen.map(({ name }) => name)).toEqual(migrations.sort());
    expect(frozen.at(-1)!.release).toBe(NEXT);
    const dumped = `libs/persistence/releases/${NEXT}`;
    const dump = async (part: string) =>
      gunzipSync(await readFile(join(clone, dumped, part))).toString();
    expect(await dump('schema.sql.gz')).toContain('CREATE TABLE public.schema_state');
    expect(await dump('data.sql.gz')).toContain(`'${NEXT}'`);
  });

  it('is not made twice', async () => {
    const { code, said } = await release(NEXT, ...QUICK);
    expect(code).toBe(1);
    expect(said).toContain(`v${NEXT} exists already`);
  });
});
