import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureInstalled } from './ensure-installed.js';

const CACHE = '/var/cache/chat-admin-tests';

/** Runs under the lock. */
const UNPACK = `
[ -d "$1" ] && exit
rm -rf "$1.new"
mkdir -p "\${1%/*}"
mmdebstrap --quiet --variant=extract --include="$2" trixie "$1.new" http://deb.debian.org/debian
mv "$1.new" "$1"
`;

/**
 * A package of Debian 13 with what it depends on, unpacked at the first call on this machine.
 * @returns the folder that stands for the root of its file system
 */
export async function debian13Package(name: string): Promise<string> {
  await ensureInstalled('mmdebstrap');
  const folder = `${CACHE}/debian-13-${name}`;
  const lock = ['--timeout', '600', `/run/chat-admin-debian-13-${name}.lock`];
  await promisify(execFile)('flock', [...lock, 'sh', '-eu', '-c', UNPACK, 'unpack', folder, name]);
  return folder;
}
