import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from './ensure-installed.js';

/** What the packages under test depend on, and a PostgreSQL. A changed list makes other roots. */
const PACKAGES = [
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
  --customize-hook='chroot "$1" systemctl --quiet disable nginx caddy' "$suite" "$folder.new" http://deb.debian.org/debian
mv "$folder.new" "$folder"
`;

/**
 * A Debian with systemd, PostgreSQL, Prosody and proxies, which all tests share: the first call on this machine installs it, which takes a minute
 * and a half.
 * @returns its folder, which has to stay as it is
 * @throws an error that says what is missing
 */
export async function installedRoot(release: DebianRelease): Promise<string> {
  await ensureInstalled('mmdebstrap');
  const installed = join(CACHE, `root-${DEBIAN[release]}-${PACKAGES.join('-')}`);
  const lock = ['--timeout', '900', `/run/chat-admin-root-${release}.lock`];
  const shell = ['sh', '-eu', '-c', INSTALL, 'install', installed];
  try {
    await promisify(execFile)('flock', [...lock, ...shell, DEBIAN[release], PACKAGES.join(',')]);
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').slice(-3).join(' ');
    throw new Error(`Debian ${release} cannot be installed: ${reason}`, { cause: error });
  }
  return installed;
}
