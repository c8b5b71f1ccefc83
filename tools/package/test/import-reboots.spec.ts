import { copyFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { BootedRoot } from '@chat-admin/debian-programs/booted-root';
import { RootNetwork } from '@chat-admin/debian-programs/root-network';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ARTEFACTS, HERE, VERSION } from './support/artefacts.js';
import { certify } from './support/chat-login.js';
import { AT, InterruptedImport } from './support/interrupted-import.js';

const PEOPLE = 3000;
const PACKAGES = [`chat-admin_${VERSION}_${HERE}.deb`, `chat-admin-prosody_${VERSION}_all.deb`];

const needed = await suiteNeeds(describe, 'Reboots in an import', ['mmdebstrap']);
const suite = needsRoot(needed, 'Reboots in an import') as typeof describe;

suite('an import on a machine whose power is cut', () => {
  let network: RootNetwork;
  let root: BootedRoot;
  let moving: InterruptedImport;
  beforeAll(async () => {
    network = await RootNetwork.open();
    root = await BootedRoot.boot(12, network);
    for (const name of PACKAGES) {
      await copyFile(join(ARTEFACTS, name), root.path(`root/${basename(name)}`));
      await root.run('apt-get', 'install', '--yes', `/root/${name}`);
    }
    await root.run('chat-admin', 'setup', '--local', '--domain', 'example.org');
    await root.shell('echo API_HOST=0.0.0.0 >>/etc/chat-admin/chat-admin.conf');
    await certify(root.path('etc/letsencrypt'), 'example.org');
    await root.run('chat-admin', 'certificate', 'import', '/etc/letsencrypt/live');
    moving = await InterruptedImport.of(root, PEOPLE);
    await moving.prepare();
  }, 600_000);
  afterAll(async () => {
    await root?.remove();
    await network?.close();
  });

  it('changes nothing when it is checked', async () => {
    await moving.cutAt(AT.work, 'check', true);
    await moving.stop();
    expect(await moving.run('check', true)).toMatchObject({ code: 0 });
  });

  it.each([
    ['begins', AT.begin],
    ['has some accounts', AT.accounts],
    ['has some contacts', AT.rosters],
    ['has some lines', AT.messages],
    ['settles contacts', AT.settling],
    ['has all', AT.end],
  ] as const)('serves nobody after a copy that %s, which goes on', async (_, when) => {
    await moving.cutAt(when, 'copy', when === AT.begin);
    await moving.expectRefusal();
  });

  it('serves nobody after a catch-up either, nor after a comparison', async () => {
    expect((await moving.run('copy')).said).toContain('Report:');
    await moving.cutAt(AT.secondPass, 'catch-up');
    await moving.expectRefusal();
    expect((await moving.run('catch-up')).said).toContain('Report:');
    await moving.cutAt(AT.work, 'verify');
    await moving.expectRefusal();
  });

  it('is whole when it ends, wherever that was cut off', async () => {
    await moving.expectNoDifference();
    await moving.cutAt(AT.work, 'finish');
    await moving.stop();
    expect((await moving.run('finish')).said).toContain('is finished');
    await moving.expectService();
  });
});
