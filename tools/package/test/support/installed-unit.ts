import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runProgram } from './running-program.js';
import type { RunningProgram } from './running-program.js';

/** A service of systemd that is installed in a root. */
export interface InstalledUnit {
  /** `chat-admin.service` */
  readonly name: string;
  /** all values of a setting, in their order */
  all(setting: string): readonly string[];
}

export async function installedUnit(root: string, name: string): Promise<InstalledUnit> {
  const unit = join(root, 'usr/lib/systemd/system', name);
  const dropIns = await readdir(`${unit}.d`).catch(() => []);
  const files = [unit, ...dropIns.sort().map((file) => join(`${unit}.d`, file))];
  const text = (await Promise.all(files.map((file) => readFile(file, 'utf8')))).join('\n');
  const pairs = [...text.matchAll(/^(\w+)=(.*)$/gm)].map(([, key, value]) => [key!, value!]);
  return {
    name,
    all: (setting) => pairs.filter(([key]) => key === setting).map(([, value]) => value!),
  };
}

/** What systemd does for a unit, as far as it needs no systemd: runs as root in a mount namespace of its own. */
const RUN = `
root=$1 account=$2 folders=$3 credentials=$4 unit=$5
shift 5
mount --bind "$root" "$root"
cd "$root"
mount -t proc proc proc
mount --rbind /dev dev
mount -t tmpfs tmpfs tmp
mount -t tmpfs tmpfs run
chmod 1777 tmp
for folder in $folders; do
  mkdir -p ".$folder"
  chroot . chown "$account:$account" "$folder"
  mount --bind ".$folder" ".$folder"
done
given="run/credentials/$unit"
mkdir -p "$given"
for credential in $credentials; do
  name=\${credential%%:*} path=.\${credential#*:}
  if [ -f "$path" ]; then cp "$path" "$given/$name"; fi
  for file in "$path"/*; do
    if [ -f "$file" ]; then cp "$file" "$given/\${name}_\${file##*/}"; fi
  done
done
chroot . chown -R "$account" "/$given"
chroot . chmod -R u=rX,go= "/$given"
mount -o remount,bind,ro .
cd /
exec chroot "$root" setpriv --reuid="$account" --regid="$account" --init-groups --inh-caps=-all --ambient-caps=-all \\
  --bounding-set=-all --no-new-privs "$@"
`;

/**
 * Runs `ExecStart` of a unit with its account, credentials and folders, on a root that cannot be written, without capabilities and
 * without a way to new ones.
 */
export function runUnit(root: string, unit: InstalledUnit): RunningProgram {
  const account = unit.all('User').at(-1)!;
  const folders = [
    ...unit.all('StateDirectory').map((name) => `/var/lib/${name}`),
    ...unit.all('CacheDirectory').map((name) => `/var/cache/${name}`),
    ...unit.all('RuntimeDirectory').map((name) => `/run/${name}`),
    ...unit.all('ReadWritePaths').flatMap((paths) => paths.split(' ')),
  ];
  const credentials = unit.all('LoadCredential').join(' ');
  const environment = [
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin',
    ...unit.all('Environment'),
    ...(credentials ? [`CREDENTIALS_DIRECTORY=/run/credentials/${unit.name}`] : []),
  ];
  const start = unit.all('ExecStart').at(-1)!.split(' ');
  const shell = ['unshare', '--mount', 'sh', '-eu', '-c', RUN, 'unit', root, account];
  const words = [...shell, folders.join(' '), credentials, unit.name];
  const [file, ...rest] = [...words, 'env', '-i', ...environment, ...start];
  return runProgram([file!, ...rest], {});
}

/** Runs a command line in a root, as root. */
export function inRoot(root: string, words: readonly string[]): RunningProgram {
  const mounts =
    'root=$1; shift; mount -t proc proc "$root/proc"; mount --rbind /dev "$root/dev"; exec chroot "$root" "$@"';
  return runProgram(['unshare', '--mount', 'sh', '-eu', '-c', mounts, 'sh', root, ...words], {
    DEBIAN_FRONTEND: 'noninteractive',
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  });
}

/** @returns what it prints @throws Error with that, if it ends otherwise than with 0 */
export async function outputIn(root: string, ...words: readonly string[]): Promise<string> {
  const program = inRoot(root, words);
  const code = await program.ended();
  if (code !== 0) throw new Error(`${words.join(' ')} ended with ${code}: ${program.output()}`);
  return program.output();
}
