import { execFile, execFileSync } from 'node:child_process';
import { appendFile, chmod, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { settingsSources } from '@chat-admin/configuration/settings-sources';
import { TEST_DOMAIN } from '@chat-admin/persistence/testing/test-database';
import { CHECKS } from '../../src/commands/doctor/checks.js';
import type { Machine } from '../../src/commands/doctor/machine.js';
import { diagnose } from '../../src/commands/doctor/run.js';
import type { Diagnosis } from '../../src/commands/doctor/run.js';
import { ClientPort } from './client-port.js';
import { COMMANDS } from './machine-commands.js';
import type { SoundInstallation } from './sound-installation.js';

/** of the unit; every system has it */
export const ACCOUNT = 'nobody';
const RUNNING = `LoadState=loaded
UnitFileState=enabled
ActiveState=active
SubState=running
ExecMainStatus=0
NRestarts=0
NeedDaemonReload=no
User=${ACCOUNT}
ProtectHome=yes
PrivateTmp=no
`;

/**
 * What the Debian package makes of a machine, on a {@link SoundInstallation}: a file of settings, credentials, certificates, units of systemd, and Prosody's
 * port for clients. systemctl, certbot and apt-get are scripts that do what these would do here.
 */
export class InstalledMachine {
  readonly folder: string;
  readonly port: ClientPort;
  /** folders that are removed with it */
  readonly elsewhere: string[] = [];

  private constructor(readonly world: SoundInstallation) {
    this.folder = join(world.folder, 'machine');
    this.port = new ClientPort(this.at('tls'), TEST_DOMAIN);
  }

  static async on(world: SoundInstallation): Promise<InstalledMachine> {
    const made = new InstalledMachine(world);
    await chmod(world.folder, 0o755);
    await made.port.listen();
    return made;
  }

  at = (...names: readonly string[]) => join(this.folder, ...names);
  readonly lineage = () => this.at('live', TEST_DOMAIN);

  /** Everything as it is after the installation, whatever was there. */
  async reset(): Promise<void> {
    for (const path of [this.folder, ...this.elsewhere.splice(0)])
      await rm(path, { recursive: true, force: true });
    this.port.isOpen = false;
    for (const name of ['credentials', 'tls', 'live', 'units', 'bin'])
      await mkdir(this.at(name), { recursive: true });
    await chmod(this.at('credentials'), 0o700);
    await chmod(this.at('live'), 0o700);
    await this.shell(`chgrp "$(id -g ${ACCOUNT})" ${this.at('tls')}`);
    const { environment } = this.world;
    const settings = Object.entries(environment).filter(([name]) => /_(PORT|URL)$/.test(name));
    const lines = [...settings, ['XMPP_DOMAIN', TEST_DOMAIN]].filter(
      ([name]) => name !== 'DATABASE_URL',
    );
    await writeFile(this.config, lines.map(([name, value]) => `${name}=${value}\n`).join(''));
    await this.credential('database-url', environment['DATABASE_URL']!);
    await writeFile(join(this.world.folder, 'database-url'), `${environment['DATABASE_URL']}\n`);
    const token = await readFile(environment['CHAT_SERVER_TOKEN_FILE']!, 'utf8');
    await this.credential('chat-server-token', token);
    await this.unit('prosody');
    for (const [name, text] of Object.entries(COMMANDS(this.folder, this.world.folder))) {
      await writeFile(this.at('bin', name), text, { mode: 0o755 });
    }
    await this.unit('chat-admin');
    await this.authority();
    await this.certify();
    this.world.health = {
      listeners: [{ kind: 'c2s', encrypted: false, accepting: true, port: this.port.number }],
    };
  }

  get config(): string {
    return this.at('chat-admin.conf');
  }

  credential(name: string, text: string): Promise<void> {
    return writeFile(this.at('credentials', name), `${text}\n`, { mode: 0o600 });
  }

  setting(line: string): Promise<void> {
    return appendFile(this.config, `${line}\n`);
  }

  /** @param changes lines as `systemctl show` prints them; `null`: there is no such unit */
  unit(name: string, changes: Readonly<Record<string, string>> = {}): Promise<void> {
    const text = Object.entries(changes).reduce(
      (before, [key, value]) => before.replace(new RegExp(`^${key}=.*$`, 'm'), `${key}=${value}`),
      RUNNING,
    );
    return writeFile(this.at('units', name), text);
  }

  /** The certificate of the domain, as certbot keeps it, and imported unless it is for the lineage alone. */
  async certify(days = 60, names = TEST_DOMAIN, isImported = true): Promise<void> {
    await this.shell(`issue ${days} ${names} ${isImported ? '' : 'only'}`);
  }

  /** What all checks find, or one of them. */
  async findings(codes?: readonly string[]): Promise<readonly Diagnosis[]> {
    const own = {
      CHAT_ADMIN_CONFIG: this.config,
      CREDENTIALS_DIRECTORY: this.at('credentials'),
      NODE_EXTRA_CA_CERTS: this.at('authority.pem'),
      PATH: this.path,
    };
    const sources = settingsSources(own);
    const machine: Machine = {
      installation: 'debian',
      hasSystemd: true,
      lineages: this.at('live'),
      hasNginx: false,
    };
    const checks = CHECKS.filter(({ code }) => codes === undefined || codes.includes(code));
    return diagnose(sources.environment, sources, machine, checks);
  }

  /** As an administrator types it. @returns what it prints */
  async shell(text: string): Promise<string> {
    const env = {
      PATH: this.path,
      CHAT_ADMIN_CONFIG: this.config,
      CREDENTIALS_DIRECTORY: this.at('credentials'),
    };
    const { stdout } = await promisify(execFile)('bash', ['-ec', text], { env });
    return stdout;
  }

  close(): Promise<void> {
    return this.port.close();
  }

  private get path(): string {
    const bins = [this.at('bin'), join(this.world.folder, 'bin')];
    return [...bins, process.env['PATH']].join(':');
  }

  private async authority(): Promise<void> {
    const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
    const files = ['-keyout', this.at('authority.key'), '-out', this.at('authority.pem')];
    const words = ['req', '-x509', ...key, '-days', '90', '-subj', '/CN=Authority', ...files];
    execFileSync('openssl', words, { stdio: 'pipe' });
    const own = [...key.slice(0, -1), '-nodes', '-subj', '/CN=Intermediate'];
    const made = ['-keyout', this.at('signer.key'), '-out', this.at('request')];
    execFileSync('openssl', ['req', '-new', ...own, ...made], { stdio: 'pipe' });
    await writeFile(this.at('signer.ext'), 'basicConstraints=critical,CA:TRUE\n');
    const signed = ['-in', this.at('request'), '-extfile', this.at('signer.ext'), '-days', '90'];
    const by = ['-CA', this.at('authority.pem'), '-CAkey', this.at('authority.key')];
    const out = ['-CAcreateserial', '-out', this.at('signer.pem')];
    execFileSync('openssl', ['x509', '-req', ...signed, ...by, ...out], { stdio: 'pipe' });
  }
}
