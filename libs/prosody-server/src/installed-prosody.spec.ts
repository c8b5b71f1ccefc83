import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findProsody } from './installed-prosody.js';

describe('findProsody', () => {
  const folder = mkdtempSync(join(tmpdir(), 'installed-prosody-spec-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  /** A launcher script like Debian's, with an interpreter that has the driver or not. */
  function install(name: string, version: string, hasDriver = true): string {
    const bin = join(folder, name);
    mkdirSync(bin);
    writeFileSync(join(bin, 'prosody.version'), `${version}\n`);
    executable(join(bin, 'lua5.4'), `#!/bin/sh\nexit ${hasDriver ? 0 : 1}\n`);
    executable(join(bin, 'prosody'), `#!${join(bin, 'lua5.4')}\nCFG_SOURCEDIR='${bin}';\n`);
    return bin;
  }

  function executable(path: string, text: string): void {
    writeFileSync(path, text);
    chmodSync(path, 0o755);
  }

  it.each([
    ['0.12.4', ['cloud_notify']],
    ['13.0.1', ['cloud_notify', 'sasl2', 'sasl2_bind2', 'sasl2_sm', 'sasl2_fast']],
  ])('tells program, version %s, and what it lacks', async (version, known) => {
    const bin = install(`fine-${version}`, version);
    const found = () => findProsody([join(folder, 'nothing'), bin]);
    const program = join(bin, 'prosody');
    expect(await found()).toEqual({ program, version, optional: [], lacking: known });
    for (const name of ['cloud_notify', 'sasl2']) {
      mkdirSync(join(bin, 'modules', `mod_${name}`), { recursive: true });
    }
    const present = known.slice(0, 2);
    expect(await found()).toMatchObject({ optional: present, lacking: known.slice(2) });
  });

  it('says what to install', async () => {
    await expect(findProsody([join(folder, 'nothing')])).rejects.toThrow(
      'Prosody is not installed: as root, run "apt-get install prosody lua-dbi-postgresql lua-unbound".',
    );
    await expect(findProsody([install('driverless', '0.12.3', false)])).rejects.toThrow(
      'Prosody lacks LuaDBI for PostgreSQL: as root, run "apt-get install prosody lua-dbi-postgresql lua-unbound".',
    );
  });

  it.each(['0.11.9', '13.1.0', 'hg:0123456789ab'])('refuses %s', async (version) => {
    await expect(findProsody([install(`v${version}`, version)])).rejects.toThrow(
      `Prosody ${version} is installed, but 0.12 or 13.0 is needed, as Debian 12 and 13 have.`,
    );
  });
});
