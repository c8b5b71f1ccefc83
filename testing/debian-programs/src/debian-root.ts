import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from './ensure-installed.js';

/** What the packages under test depend on, and a PostgreSQL. A changed list makes other roots. */
const MACHINE = [
  ...['systemd', 'init-system-helpers', 'procps', 'libstdc++6', 'postgresql'],
  ...['prosody', 'prosody-modules', 'lua-dbi-postgresql', 'lua-unbound'],
  ...['nginx', 'caddy'], // proxies, which do not start by themselves
];
export const CACHE = '/var/cache/chat-admin-tests';

export const DEBIAN = { 12: 'bookworm', 13: 'trixie' } as const;
export type DebianRelease = keyof typeof DEBIAN;

/** Runs under the lock; interrupted work leaves nothing that looks complete. */
const INSTALL = `
folder=$1 suite=$2 packages=$3
[ -d "$folder" ] && exit
rm -rf "$folder.new"
mkdir -p "\${folder%/*}"
mmdebstrap --quiet --variant=apt --format=directory --include="$packages" \\
  --customize-hook='[ ! -e "$1/usr/sbin/nginx" ] || chroot "$1" systemctl --quiet disable nginx caddy' "$suite" "$folder.new" http://deb.debian.org/debian
mv "$folder.new" "$folder"
`;

/**
 * A Debian with `packages`, which all tests share: the first call on this machine installs it, which takes a minute and a half.
 * @param packages default: systemd, PostgreSQL, Prosody and proxies
 * @returns its folder, which has to stay as it is
 * @throws an error that says what is missing
 */
export async function installedRoot(
  release: DebianRelease,
  packages: readonly string[] = MACHINE,
): Promise<string> {
  await ensureInstalled('mmdebstrap');
  const installed = join(CACHE, `root-${DEBIAN[release]}-${packages.join('-')}`);
  const lock = ['--timeout', '900', `/run/chat-admin-root-${release}.lock`];
  const shell = ['sh', '-eu', '-c', INSTALL, 'install', installed];
  try {
    await promisify(execFile)('flock', [...lock, ...shell, DEBIAN[release], packages.join(',')]);
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').slice(-3).join(' ');
    throw new Error(`Debian ${release} cannot be installed: ${reason}`, { cause: error });
  }
  return installed;
}

/** A root is shared, so what it needs of this machine is there for this process alone. */
const ENTER = `
root=$1; shift
mount --make-rprivate /
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
exec chroot "$root" "$@"
`;

/**
 * The command line that runs another one as root in a root of {@link installedRoot}, in the network of this machine.
 * @param namespaces of its own besides mounts, as options of unshare
 */
export const insideRoot = (
  root: string,
  words: readonly string[],
  namespaces: readonly string[] = [],
): readonly [string, ...string[]] => [
  '/usr/bin/unshare',
  ...['--mount', ...namespaces, 'sh', '-euc', ENTER, 'enter', root],
  ...words,
];
