import { execFile } from 'node:child_process';
import { appendFile, mkdtemp, readdir, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { workspace } from '../src/libraries.js';
import { describeRelease } from '../src/release.js';
import { ARTEFACTS, VERSION } from './support/artefacts.js';

const run = promisify(execFile);
const suite = await suiteNeeds(describe, 'The release', ['minisign']);

suite('a release', () => {
  let folder: string;
  let key: string;
  let artefacts: readonly string[];
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-release-'));
    key = join(folder, 'throw-away.key');
    await run('minisign', ['-G', '-W', '-s', key, '-p', join(folder, 'throw-away.pub')]);
    const names = (await readdir(ARTEFACTS)).filter((name) =>
      /\.(tgz|deb|oci\.tar|cdx\.json)$/.test(name),
    );
    for (const name of names) await symlink(join(ARTEFACTS, name), join(folder, name));
    artefacts = names.map((name) => join(folder, name));
    await describeRelease(folder, artefacts, key);
  });
  afterAll(() => rm(folder, { recursive: true }));

  const verify = () =>
    run('minisign', ['-V', '-p', join(folder, 'throw-away.pub'), '-m', join(folder, 'SHA256SUMS')]);
  const check = () => run('sha256sum', ['--check', '--strict', 'SHA256SUMS'], { cwd: folder });

  it('says what it is and what belongs to it', async () => {
    const release = JSON.parse(await readFile(join(folder, 'release.json'), 'utf8')) as {
      artefacts: { name: string }[];
    };
    const { stdout } = await run('git', ['rev-parse', 'HEAD'], { cwd: workspace });
    expect(release).toMatchObject({ version: VERSION, revision: stdout.trim() });
    expect(release).toMatchObject({ node: expect.stringMatching(/^24\./) });
    const names = release.artefacts.map(({ name }) => name);
    expect(names).toContain(`chat-admin_${VERSION}_arm64.deb`);
    expect(names).toContain(`chat-admin-${VERSION}-amd64.oci.tar`);
    expect(names).toContain(`chat-admin-prosody-${VERSION}-amd64.oci.tar`);
    expect(names).toContain(`chat-admin-${VERSION}.tgz`);
    expect(names).toHaveLength(artefacts.length);
  });

  it('has sums of everything, which are signed', async () => {
    expect((await check()).stdout.match(/: OK$/gm)).toHaveLength(artefacts.length + 1);
    expect((await verify()).stdout).toContain(`chat-admin ${VERSION}`);
  });

  it('is described with the same bytes again', async () => {
    const before = await readFile(join(folder, 'SHA256SUMS'), 'utf8');
    await describeRelease(folder, [...artefacts].reverse(), key);
    expect(await readFile(join(folder, 'SHA256SUMS'), 'utf8')).toBe(before);
  });

  it('shows a changed artefact and changed sums', async () => {
    await appendFile(join(folder, 'release.json'), '\n');
    const failed = { stdout: expect.stringContaining('release.json: FAILED') as string };
    await expect(check()).rejects.toMatchObject(failed);
    await appendFile(join(folder, 'SHA256SUMS'), '\n');
    await expect(verify()).rejects.toThrow(/Signature verification failed/);
  });
});
