import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { startBound } from '@chat-admin/processes/bound-process';
import type { BoundProcess } from '@chat-admin/processes/bound-process';
import { CACHE, installedRoot } from './debian-root.js';
import type { DebianRelease } from './debian-root.js';
import type { RootNetwork } from './root-network.js';
import { until } from './until.js';

const NAMESPACES = ['--pid', '--mount', '--net', '--uts', '--ipc', '--cgroup'];

/** What a container engine does before it starts systemd; kernel settings are those of this machine, so they cannot be written. */
const BOOT = `
lower=$1 folder=$2 hub=$3 address=$4 name=$5 boot=$6
# the same after each boot, since neighbours remember it
mac=$(printf '02:00:%02x:%02x:%02x:%02x' $(echo "$address" | tr . ' '))
ip link add eth0 address "$mac" type veth peer name "to-\${address##*.}" netns "/proc/$hub/ns/net"
nsenter --net="/proc/$hub/ns/net" ip link set "to-\${address##*.}" master hub up
ip address add "$address/28" dev eth0
ip link set lo up
ip link set eth0 up
hostname "$name"
mount --make-rprivate /
mount -t overlay -o "lowerdir=$lower,upperdir=$folder/upper,workdir=$folder/work" overlay "$folder/root"
cd "$folder/root"
echo "$name" >etc/hostname
printf '127.0.0.1 localhost\\n%s %s\\n' "$address" "$name" >etc/hosts
mount -t proc proc proc
# numbers of processes differ from those of the last boot, which files of locks name
echo "$((boot * 1000))" >proc/sys/kernel/ns_last_pid || :
mount --bind proc/sys proc/sys
mount -o remount,bind,ro proc/sys
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs -o mode=755 tmpfs dev
for device in null zero full random urandom tty; do
  : >"dev/$device"
  mount --bind "/dev/$device" "dev/$device"
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
mount -t tmpfs -o mode=1777 tmpfs dev/shm
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs -o mode=755 tmpfs run
mkdir -p mnt
pivot_root . mnt
cd /
umount --lazy /mnt
mount --make-rshared /
exec env -i container=chat-admin-test PATH=/usr/sbin:/usr/bin setpriv --bounding-set=-sys_boot,-sys_module,-sys_time,-syslog \\
  /lib/systemd/systemd --show-status=no
`;

/** `running`, or what has failed */
const STATE =
  'systemctl is-system-running --wait || systemctl list-units --failed --plain --no-legend';

const ENVIRONMENT = [
  ...['PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', 'HOME=/root'],
  ...['LC_ALL=C.UTF-8', 'DEBIAN_FRONTEND=noninteractive'],
];

/**
 * A Debian of its own that systemd has booted, with PostgreSQL and Prosody: processes, file system, network, host name and
 * control groups are not those of this machine. It ends with this process at the latest. Needs root.
 */
export class BootedRoot {
  private boots = 0;
  private running: { readonly shell: BoundProcess; readonly init: number } | null = null;

  private constructor(
    private readonly lower: string,
    private readonly folder: string,
    private readonly network: RootNetwork,
    /** in its network */
    readonly address: string,
    readonly name: string,
  ) {}

  /** @throws an error that says what is missing, or which units have failed */
  static async boot(release: DebianRelease, network: RootNetwork): Promise<BootedRoot> {
    const lower = await installedRoot(release);
    await removeAbandoned();
    const folder = await mkdtemp(join(CACHE, `booted-${process.pid}-`));
    for (const name of ['upper', 'work', 'root']) await mkdir(join(folder, name));
    const root = new BootedRoot(lower, folder, network, network.next(), `debian-${release}`);
    await root.start().catch(async (error: unknown) => {
      await root.remove();
      throw error;
    });
    return root;
  }

  /**
   * Boots it again after {@link cutPower}, with its files as they were.
   * @param complete whether it waits for all that begins with the machine; else some may still be starting
   */
  async start({ complete = true } = {}): Promise<void> {
    const words = [this.lower, this.folder, String(this.network.pid), this.address, this.name];
    words.push(String((this.boots += 1)));
    const shell = startBound('/usr/bin/unshare', [
      ...[...NAMESPACES, '--fork', '--kill-child', 'sh', '-euc', BOOT, 'boot', ...words],
    ]);
    try {
      const init = await until('systemd runs', () => childOf(shell), 60_000);
      this.running = { shell, init };
    } catch (error) {
      await shell.kill();
      throw new Error(`${this.name} does not boot: ${shell.output()}`, { cause: error });
    }
    await until('systemd answers', () => this.run('systemctl', 'show', '--property=Version'));
    const state = complete ? await this.shell(STATE) : 'running';
    if (state.trim() !== 'running') throw new Error(`${this.name} has booted badly: ${state}`);
  }

  /** Where this process finds a file of it. Links to absolute paths lead to files of this machine. */
  path(file: string): string {
    return join(`/proc/${this.init}/root`, file);
  }

  /** Runs a command line as root in /. @returns what it prints @throws Error with that, if it ends otherwise than with 0 */
  async run(...words: readonly string[]): Promise<string> {
    const enter = ['--target', String(this.init), '--all', '--', 'env', '--ignore-environment'];
    const joined = [...ENVIRONMENT, 'sh', '-c', 'exec "$@" 2>&1', 'sh', ...words];
    const options = { maxBuffer: 100_000_000 };
    try {
      return (await promisify(execFile)('nsenter', [...enter, ...joined], options)).stdout;
    } catch (error) {
      const { code, stdout } = error as { code?: number; stdout?: string };
      throw new Error(`${words.join(' ')} ended with ${code}: ${stdout}`, { cause: error });
    }
  }

  /** Runs a script as {@link run} does, up to the first command that fails. */
  shell(script: string): Promise<string> {
    return this.run('sh', '-euc', script);
  }

  /** @returns what a unit has written since the last boot */
  journal(unit: string): Promise<string> {
    return this.run('journalctl', '--boot', '--output=cat', '--no-pager', `--unit=${unit}`);
  }

  /** @returns the value of a property of a unit, such as `MainPID` */
  async property(unit: string, name: string): Promise<string> {
    return (await this.run('systemctl', 'show', `--property=${name}`, '--value', unit)).trim();
  }

  /** Ends all of its processes at once. Files stay. */
  async cutPower(): Promise<void> {
    if (this.running === null) return;
    const { shell, init } = this.running;
    this.running = null;
    process.kill(init, 'SIGKILL');
    await shell.ended;
  }

  /** Leaves nothing of it. */
  async remove(): Promise<void> {
    await this.cutPower();
    await rm(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  private get init(): number {
    if (this.running === null) throw new Error(`${this.name} does not run.`);
    return this.running.init;
  }
}

/** Processes that were killed have left files. */
async function removeAbandoned(): Promise<void> {
  for (const name of await readdir(CACHE)) {
    const pid = /^booted-(\d+)-/.exec(name)?.[1];
    if (pid !== undefined && !existsSync(`/proc/${pid}`))
      await rm(join(CACHE, name), { recursive: true, force: true });
  }
}

/** @returns the pid of its only child once that is systemd */
async function childOf({ pid }: BoundProcess): Promise<number | null> {
  const child = (await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')).trim();
  const name = (await readFile(`/proc/${child}/comm`, 'utf8')).trim();
  return name === 'systemd' ? Number(child) : null;
}
