import { execFile } from 'node:child_process';
import { appendFile, copyFile, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { formerRelease, formerReleases } from '@chat-admin/cluster/former-release';
import { Load } from '@chat-admin/cluster/load';
import { startLoadBalancer } from '@chat-admin/cluster/load-balancer';
import type { Backend, LoadBalancer } from '@chat-admin/cluster/load-balancer';
import { debianRoot, removeRoot } from '@chat-admin/debian-programs/debian-root';
import { needsRoot, suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { stablePort } from '@chat-admin/processes/stable-port';
import { installedUnit, outputIn, runUnit } from './support/installed-unit.js';
import { laterArtefacts } from './support/later-artefacts.js';
import { installAsRunning } from './support/package-upgrade.js';
import { releasedArtefacts } from './support/released-artefacts.js';
import type { Artefacts } from './support/released-artefacts.js';
import { RootPostgres } from './support/root-postgres.js';
import { OWN_PORTS, runProgram } from './support/running-program.js';
import type { RunningProgram } from './support/running-program.js';

const run = promisify(execFile);
const SERVICE = 'chat-admin.service';
const MIGRATE = 'chat-admin-migrate.service';
const SECRETS = 'etc/chat-admin/credentials';

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
  /** of the running instance */
  output(): string;
  stop(): Promise<void>;
}

suite.each(RELEASES)('the packages of $version', (release) => {
  let folder: string;
  let former: Artefacts;
  let current: Artefacts;
  let roots: readonly string[] = [];
  let postgres: RootPostgres;
  let balancer: LoadBalancer;
  const places: Place[] = [];
  let load: Load | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-upgrades-'));
    former = await releasedArtefacts(release);
    current = await laterArtefacts(folder);
    roots = [await debianRoot(12), await debianRoot(13)];
    postgres = await RootPostgres.start(roots[0]!);
    const names = ['debian-12', 'debian-13', 'npm'];
    const backends = await Promise.all(
      names.map(async (name) => {
        const [port, managementPort] = [await stablePort(), await stablePort()];
        return { name, port, managementPort };
      }),
    );
    balancer = await startLoadBalancer(backends);
    await prepare(roots[0]!);
    for (const [index, root] of roots.entries()) places.push(inRoot(root, backends[index]!));
    places.push(byNpm(backends[2]!));
    for (const place of places) await place.change(former);
    const secret = (await outputIn(roots[0]!, 'chat-admin', 'secret', 'show')).trim();
    load = new Load(balancer.url, undefined, 'load', secret);
  }, 900_000);
  afterAll(async () => {
    await load?.stop();
    for (const place of places) await place.stop();
    await balancer?.stop();
    await postgres?.stop();
    for (const root of roots) await removeRoot(root);
    await rm(folder, { recursive: true, force: true });
  });

  /** As the README of the package says. */
  const prepare = async (root: string): Promise<void> => {
    await installAsRunning(root, former.debian);
    const port = ['env', `PGPORT=${postgres.port}`];
    await outputIn(root, ...port, 'chat-admin', 'setup', '--local', '--domain', 'example.org');
  };

  const settingsOf = ({ port, managementPort }: Backend) => ({
    ...{ ...OWN_PORTS, API_PORT: String(port), MANAGEMENT_PORT: String(managementPort) },
    // longer than the checks of the balancer
    ...{ API_TRUSTED_PROXIES: '127.0.0.1', API_DRAIN_DELAY_MS: '2000' },
  });
  const ready = (name: string) =>
    until(`${name} is ready`, async () => (await balancer.ready()).includes(name), 60_000);

  /** What systemd would do at the word of the package. */
  const inRoot = (root: string, backend: Backend): Place => {
    let service: RunningProgram | null = null;
    const start = async () => {
      service = runUnit(root, await installedUnit(root, SERVICE));
      await ready(backend.name);
    };
    const configure = async () => {
      const lines = Object.entries(settingsOf(backend)).map(
        ([name, value]) => `${name}=${value}\n`,
      );
      const settings = join(root, 'etc/chat-admin/chat-admin.conf');
      await appendFile(settings, lines.join(''));
      if (root === roots[0]) return;
      await appendFile(settings, 'XMPP_DOMAIN=example.org\n');
      await mkdir(join(root, SECRETS), { recursive: true });
      const secret = join(SECRETS, 'database-url');
      await copyFile(join(roots[0]!, secret), join(root, secret));
    };
    return {
      name: backend.name,
      change: async (to) => {
        const orders = await installAsRunning(root, to.debian);
        if (service === null) {
          await configure();
          await start();
          return;
        }
        for (const [verb, unit] of orders) {
          if (verb === 'reload-or-restart' && unit === MIGRATE) {
            const migrate = runUnit(root, await installedUnit(root, MIGRATE));
            expect([await migrate.ended(), migrate.output()]).toEqual([0, expect.anything()]);
          } else if (verb === 'try-restart' && unit === SERVICE) {
            expect(await service.stop()).toBe(0);
            await start();
          }
        }
      },
      output: () => service?.output() ?? '',
      stop: async () => void (await service?.stop()),
    };
  };

  /** As the README of the npm package says. */
  const byNpm = (backend: Backend): Place => {
    const prefix = join(folder, 'prefix');
    const command = join(prefix, 'lib/node_modules/chat-admin/cli.mjs');
    let service: RunningProgram | null = null;
    const settings = async () => ({
      ...settingsOf(backend),
      DATABASE_URL: (await readFile(join(roots[0]!, SECRETS, 'database-url'), 'utf8')).trim(),
      ...{ XMPP_DOMAIN: 'example.org', DATABASE_MIGRATIONS: 'check' },
    });
    return {
      name: backend.name,
      change: async ({ npm }) => {
        await run('npm', ['install', '--global', '--offline', '--prefix', prefix, npm]);
        if (service !== null) expect(await service.stop()).toBe(0);
        service = runProgram([process.execPath, command, 'serve'], await settings());
        await ready(backend.name);
      },
      output: () => service?.output() ?? '',
      stop: async () => void (await service?.stop()),
    };
  };

  const program = () => postgres.query('select program from schema_state', 'chat');

  it('become the present ones one by one, and the former ones again: no request fails, nothing is lost', async () => {
    await load!.progress(PROGRESS);
    expect(await program()).toBe(former.version);
    for (const to of ALL ? [current, former, current] : [current, former]) {
      for (const place of places) {
        await place.change(to);
        expect(await program()).toBe(current.version);
        const newer = `prepared for chat-admin ${current.version}, which is newer than this one`;
        if (to === former) expect(place.output()).toContain(newer);
        await load!.progress(PROGRESS);
      }
    }
    await load!.stop();
    expect(load!.failures).toEqual([]);
    const stored = await postgres.query(
      `select json_object_agg(username, name) from account`,
      'chat',
    );
    const names = JSON.parse(stored) as Record<string, string>;
    expect(load!.lost(new Map(Object.entries(names)))).toEqual([]);
    console.log(`packages of ${former.version} to the present and back: ${load!.summary}`);
  }, 1_800_000);

  it('tell systemd to prepare the database, and then to replace what runs', async () => {
    expect(await installAsRunning(roots[1]!, current.debian)).toEqual([
      ['reload-or-restart', MIGRATE],
      ...[SERVICE, 'chat-admin-api.service', 'chat-admin-userservice.service'].map((unit) => [
        'try-restart',
        unit,
      ]),
    ]);
  });
});
