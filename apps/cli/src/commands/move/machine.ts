import { execFile } from 'node:child_process';
import { access, readdir, readFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { EXIT } from '../../outcome/exit-codes.js';
import { CommandFault } from '../../outcome/failures.js';

export interface FoundOpenfire {
  readonly home: string;
  readonly isRunning: boolean;
}

/** Of Debian's package, and where the tarball is usually unpacked. */
const PLACES = ['usr/share/openfire', 'opt/openfire', 'usr/local/openfire', 'srv/openfire'];
const CONFIGURATION = 'conf/openfire.xml';

/** The Openfires of this machine: running ones first. @param root of the file system */
export async function openfiresIn(root = '/'): Promise<readonly FoundOpenfire[]> {
  const running = new Set(await homesOfProcesses(join(root, 'proc')));
  const homes = [...new Set([...running, ...PLACES.map((place) => join(root, place))])];
  const found: FoundOpenfire[] = [];
  for (const home of homes) {
    const isThere = await access(join(home, CONFIGURATION)).then(
      () => true,
      () => false,
    );
    if (isThere) found.push({ home, isRunning: running.has(home) });
  }
  return found;
}

async function homesOfProcesses(proc: string): Promise<readonly string[]> {
  const homes: string[] = [];
  const names = await readdir(proc).catch(() => []);
  for (const pid of names.filter((name) => /^\d+$/.test(name))) {
    // processes end, and those of others may not be read
    const line = await readFile(join(proc, pid, 'cmdline'), 'utf8').catch(() => '');
    const home = line.split('\0').find((word) => word.startsWith('-DopenfireHome='));
    if (home !== undefined) homes.push(home.slice(home.indexOf('=') + 1));
  }
  return homes;
}

const LOOK_MS = 500;

/** Those of these ports of this machine at which something answers. */
export async function portsInUse(ports: readonly number[]): Promise<readonly number[]> {
  const used = await Promise.all(ports.map((port) => isInUse(port)));
  return ports.filter((_, index) => used[index]);
}

function isInUse(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: '127.0.0.1', timeout: LOOK_MS });
    const end = (isUsed: boolean) => {
      socket.destroy();
      resolve(isUsed);
    };
    socket.on('connect', () => end(true));
    socket.on('error', () => end(false)).on('timeout', () => end(false));
  });
}

/** The units of systemd, where this account may change them. */
export class Units {
  constructor(private readonly environment: NodeJS.ProcessEnv) {}

  async areManaged(): Promise<boolean> {
    return process.getuid?.() === 0 && this.does('show', '--property=Version');
  }

  /** Those of these that run. */
  async active(units: readonly string[]): Promise<readonly string[]> {
    return this.those(units, 'is-active');
  }

  /** Those of these that start with the machine. */
  async enabled(units: readonly string[]): Promise<readonly string[]> {
    return this.those(units, 'is-enabled');
  }

  /** Those of these that there are. */
  async installed(units: readonly string[]): Promise<readonly string[]> {
    return this.those(units, 'cat');
  }

  /** @throws CommandFault */
  async change(words: readonly string[], units: readonly string[]): Promise<void> {
    if (units.length === 0) return;
    await this.run(...words, ...units).catch((error: Error & { stderr?: string }) => {
      const reason = (error.stderr || error.message).trim();
      const line = ['systemctl', ...words, ...units].join(' ');
      const help = `Look at "systemctl status ${units[0]!}"`;
      throw new CommandFault(EXIT.failed, 'unit-failed', `${line}: ${reason}`, help);
    });
  }

  private async those(units: readonly string[], question: string): Promise<readonly string[]> {
    const answers = await Promise.all(units.map((unit) => this.does(question, '--quiet', unit)));
    return units.filter((_, index) => answers[index]);
  }

  private does(...words: readonly string[]): Promise<boolean> {
    return this.run(...words).then(
      () => true,
      () => false,
    );
  }

  private run(...words: readonly string[]) {
    const env = { ...process.env, PATH: this.environment['PATH'] };
    return promisify(execFile)('systemctl', words, { env });
  }
}
