import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
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

  it.each([
    ['the former version goes on running', 'active'],
    ['nothing runs', 'inactive'],
  ])('say that %s when the database could not be prepared', async (told, state) => {
    const folder = await mkdtemp(join(tmpdir(), 'chat-admin-debian-configured-'));
    await run('dpkg-deb', ['--control', PACKAGE, folder]);
    const script = await readFile(join(folder, 'postinst'), 'utf8');
    const stand = (name: string, text: string) =>
      writeFile(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    await stand('systemctl', `case "$*" in *is-active*) [ ${state} = active ];; esac`);
    await stand('deb-systemd-invoke', 'false');
    for (const name of ['systemd-sysusers', 'systemd-tmpfiles', 'deb-systemd-helper'])
      await stand(name, 'true');
    const text = script.replaceAll('/run/systemd/system', folder);
    const env = { PATH: `${folder}:${process.env['PATH']}` };
    const { stdout } = await run('sh', ['-ec', text, 'postinst', 'configure', '0.1'], { env });
    await rm(folder, { recursive: true });
    expect(stdout.split('\n')[0]).toBe(
      `chat-admin: the database could not be prepared, and ${told}: see`,
    );
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
