import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { formerRelease, formerReleases } from '@chat-admin/cluster/former-release';
import { Load } from '@chat-admin/cluster/load';
import { startLoadBalancer } from '@chat-admin/cluster/load-balancer';
import type { Backend, LoadBalancer } from '@chat-admin/cluster/load-balancer';
import { BootedRoot } from '@chat-admin/debian-programs/booted-root';
import { RootNetwork } from '@chat-admin/debian-programs/root-network';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { stablePort } from '@chat-admin/processes/stable-port';
import { laterArtefacts } from './support/later-artefacts.js';
import { releasedArtefacts } from './support/released-artefacts.js';
import type { Artefacts } from './support/released-artefacts.js';
import { OWN_PORTS, runProgram } from './support/running-program.js';
import type { RunningProgram } from './support/running-program.js';

const run = promisify(execFile);
const SERVICE = 'chat-admin.service';
const DATABASE_URL = '/etc/chat-admin/credentials/database-url';
const SETTINGS = '/etc/chat-admin/chat-admin.conf';

/** With `UPGRADE_FROM=all` from each release, longer: `npm run soak:upgrade`. */
const ALL = process.env['UPGRADE_FROM'] === 'all';
const RELEASES = ALL ? await formerReleases() : [await formerRelease()];
const PROGRESS = ALL ? 2000 : 60;

const needed = await suiteNeeds(describe, 'Upgrades of packages', ['mmdebstrap', 'haproxy']);
const suite = needsRoot(needed, 'Upgrades of packages') as typeof describe;

/** An instance that is installed and runs behind the balancer. */
interface Place {
  readonly name: string;
  /** Installs a version in place of another, as its manual says; the instance is the new one then. */
  change(to: Artefacts): Promise<void>;
  /** of its instances */
  output(): Promise<string>;
  stop(): Promise<void>;
}

suite.each(RELEASES)('the packages of $version', (release) => {
  let folder: string;
  let former: Artefacts;
  let current: Artefacts;
  let network: RootNetwork;
  const roots: BootedRoot[] = [];
  let balancer: LoadBalancer;
  const places: Place[] = [];
  let load: Load | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-upgrades-'));
    former = await releasedArtefacts(release);
    current = await laterArtefacts(folder);
    network = await RootNetwork.open();
    for (const debian of [12, 13] as const) roots.push(await BootedRoot.boot(debian, network));
    const backends: Backend[] = roots.map(({ name, address }) => ({
      ...{ name, host: address, port: 9090, managementPort: 9190 },
    }));
    const [port, managementPort] = [await stablePort(), await stablePort()];
    backends.push({ name: 'npm', host: '127.0.0.1', port, managementPort });
    balancer = await startLoadBalancer(backends);
    await prepare(roots[0]!);
    for (const [index, root] of roots.entries()) places.push(inRoot(root, backends[index]!));
    places.push(byNpm(backends[2]!));
    for (const place of places) await place.change(former);
    const secret = (await roots[0]!.run('chat-admin', 'secret', 'show')).trim();
    load = new Load(balancer.url, undefined, 'load', secret);
  }, 900_000);
  afterAll(async () => {
    await load?.stop();
    for (const place of places) await place.stop();
    await balancer?.stop();
    for (const root of roots) await root.remove();
    await network?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const install = async (root: BootedRoot, path: string): Promise<string> => {
    await copyFile(path, root.path(`root/${basename(path)}`));
    return root.run('dpkg', '--force-confold', '-i', `/root/${basename(path)}`);
  };

  /** As the README of the package says, for all machines. */
  const prepare = async (root: BootedRoot): Promise<void> => {
    await root.shell(`cd /etc/postgresql/*/main
      printf "listen_addresses = '*'\nfsync = off\n" >conf.d/all.conf
      echo 'host chat all 198.18.0.0/15 scram-sha-256' >>pg_hba.conf
      systemctl restart postgresql`);
    await install(root, former.debian);
    await root.run('chat-admin', 'setup', '--local', '--domain', 'example.org');
  };

  /** The address of the database, for other machines. */
  const databaseUrl = async (): Promise<string> => {
    const url = new URL((await readFile(roots[0]!.path(DATABASE_URL), 'utf8')).trim());
    url.hostname = roots[0]!.address;
    return url.href;
  };

  const settingsOf = ({ host, port, managementPort }: Backend) => ({
    ...{ ...OWN_PORTS, API_HOST: host, MANAGEMENT_HOST: host, XMPP_DOMAIN: 'example.org' },
    ...{ API_PORT: String(port), MANAGEMENT_PORT: String(managementPort) },
    // longer than the checks of the balancer
    ...{ API_TRUSTED_PROXIES: `127.0.0.1,${network.here}`, API_DRAIN_DELAY_MS: '2000' },
  });
  const ready = (name: string) =>
    until(`${name} is ready`, async () => (await balancer.ready()).includes(name), 60_000);

  const inRoot = (root: BootedRoot, backend: Backend): Place => {
    const begin = async () => {
      const lines = Object.entries(settingsOf(backend)).map(
        ([name, value]) => `${name}=${value}\n`,
      );
      await appendFile(root.path(SETTINGS), lines.join(''));
      if (root !== roots[0]) await writeFile(root.path(DATABASE_URL), await databaseUrl());
      await root.run('systemctl', 'restart', SERVICE);
    };
    let begun = false;
    return {
      name: backend.name,
      change: async (to) => {
        const before = await root.property(SERVICE, 'MainPID');
        await install(root, to.debian);
        if (!begun) await begin();
        begun = true;
        expect(await root.property(SERVICE, 'MainPID')).not.toBe(before);
        await ready(backend.name);
      },
      output: () => root.journal(SERVICE),
      stop: () => Promise.resolve(),
    };
  };

  /** As the README of the npm package says. */
  const byNpm = (backend: Backend): Place => {
    const prefix = join(folder, 'prefix');
    const command = join(prefix, 'lib/node_modules/chat-admin/cli.mjs');
    let service: RunningProgram | null = null;
    const settings = async () => ({
      ...settingsOf(backend),
      ...{ DATABASE_URL: await databaseUrl(), DATABASE_MIGRATIONS: 'check' },
    });
    return {
      name: backend.name,
      change: async ({ npm }) => {
        await run('npm', ['install', '--global', '--offline', '--prefix', prefix, npm]);
        if (service !== null) expect(await service.stop()).toBe(0);
        service = runProgram([process.execPath, command, 'serve'], await settings());
        await ready(backend.name);
      },
      output: () => Promise.resolve(service?.output() ?? ''),
      stop: async () => void (await service?.stop()),
    };
  };

  const query = async (statement: string): Promise<string> => {
    const psql = ['runuser', '-u', 'postgres', '--', 'psql', '-qAt', 'chat', '-c', statement];
    return (await roots[0]!.run(...psql)).trim();
  };
  const program = () => query('select program from schema_state');

  it('become the present ones one by one, and the former ones again: no request fails, nothing is lost', async () => {
    await load!.progress(PROGRESS);
    expect(await program()).toBe(former.version);
    for (const to of ALL ? [current, former, current] : [current, former]) {
      for (const place of places) {
        await place.change(to);
        expect(await program()).toBe(current.version);
        const newer = `prepared for chat-admin ${current.version}, which is newer than this one`;
        if (to === former) expect(await place.output()).toContain(newer);
        await load!.progress(PROGRESS);
      }
    }
    await load!.stop();
    expect(load!.failures).toEqual([]);
    const stored = await query(`select json_object_agg(username, name) from account`);
    const names = JSON.parse(stored) as Record<string, string>;
    expect(load!.lost(new Map(Object.entries(names)))).toEqual([]);
    console.log(`packages of ${former.version} to the present and back: ${load!.summary}`);
  }, 1_800_000);
});
