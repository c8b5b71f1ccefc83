import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { prosodyForDebian, serviceForDebian } from '../src/debian.js';
import { ARCHITECTURES } from '../src/node-runtime.js';
import { architectureOf, ARTEFACTS, HERE, PROGRAM, VERSION } from './support/artefacts.js';

const isSoak = process.env['SOAK_SUITES'] === '1';

const run = promisify(execFile);
const PACKAGE = join(ARTEFACTS, `chat-admin_${VERSION}_${HERE}.deb`);
const PROSODY = join(ARTEFACTS, `chat-admin-prosody_${VERSION}_all.deb`);
const suite = await suiteNeeds(describe, 'The packages for Debian', ['lintian']);

suite('the packages for Debian', () => {
  if (isSoak) {
    it('have the same bytes when they are built again', async () => {
      const folder = await mkdtemp(join(tmpdir(), 'chat-admin-debian-again-'));
      const again = { program: PROGRAM, version: VERSION, architecture: HERE, into: folder };
      for (const path of [await serviceForDebian(again), await prosodyForDebian(again)]) {
        const made = await readFile(join(ARTEFACTS, basename(path)));
        expect((await readFile(path)).equals(made)).toBe(true);
      }
      await rm(folder, { recursive: true });
    });
  }

  it.each(ARCHITECTURES)('are there for %s', async (architecture) => {
    const path = join(ARTEFACTS, `chat-admin_${VERSION}_${architecture}.deb`);
    const folder = await mkdtemp(join(tmpdir(), 'chat-admin-debian-unpacked-'));
    await run('dpkg-deb', ['--extract', path, folder]);
    const { stdout } = await run('dpkg-deb', ['--field', path, 'Architecture']);
    const program = await architectureOf(join(folder, 'usr/lib/chat-admin/node'));
    expect([stdout.trim(), program]).toEqual([architecture, architecture]);
    await rm(folder, { recursive: true });
  });

  it('pass lintian', async () => {
    const lintian = await ensureInstalled('lintian');
    const words = ['--allow-root', '--fail-on', 'error,warning', PACKAGE, PROSODY];
    const failed = await run(lintian, words).catch(({ stdout }: { stdout: string }) => ({
      stdout,
    }));
    expect(failed.stdout).toBe('');
  });
});
