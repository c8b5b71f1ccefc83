import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { ensureInstalled } from './ensure-installed.js';

const FOLDER = '/var/cache/chat-admin-tests/debian-13-kubernetes-client';

/** Runs under the lock. Debian 12's version knows an older Kustomize. */
const UNPACK = `
[ -d "$1" ] && exit
rm -rf "$1.new"
mkdir -p "\${1%/*}"
mmdebstrap --quiet --variant=extract --include=kubernetes-client trixie "$1.new" http://deb.debian.org/debian
mv "$1.new" "$1"
`;

/**
 * Debian 13's kubectl, unpacked at the first call on this machine.
 * @returns its path
 */
export async function kubectl(): Promise<string> {
  await ensureInstalled('mmdebstrap');
  const lock = ['--timeout', '600', '/run/chat-admin-kubectl.lock'];
  await promisify(execFile)('flock', [...lock, 'sh', '-eu', '-c', UNPACK, 'unpack', FOLDER]);
  return `${FOLDER}/usr/bin/kubectl`;
}
