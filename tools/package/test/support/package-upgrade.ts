import { chmod, copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { outputIn } from './installed-unit.js';

/** `['try-restart', 'chat-admin.service']` */
export type Order = readonly [verb: string, unit: string];

const CALLS = 'root/systemctl.calls';

/** Asked whether units are enabled, it says what the files say, and that none is active; orders are written down. */
const SYSTEMCTL = `#!/bin/sh
for word in "$@"; do
  case $word in
    is-enabled | --version) exec /usr/bin/systemctl "$@" ;;
    is-active) exit 3 ;;
  esac
done
echo "$*" >>/${CALLS}
`;

/**
 * Installs a package in a root as if systemd ran there.
 * @returns what the package tells systemd to do with units, in this order
 */
export async function installAsRunning(root: string, path: string): Promise<readonly Order[]> {
  const systemd = join(root, 'run/systemd/system');
  const systemctl = join(root, 'usr/local/bin/systemctl');
  await mkdir(systemd, { recursive: true });
  await writeFile(systemctl, SYSTEMCTL);
  await chmod(systemctl, 0o755);
  await writeFile(join(root, CALLS), '');
  await copyFile(path, join(root, 'root', basename(path)));
  try {
    await outputIn(root, 'dpkg', '--force-confold', '-i', `/root/${basename(path)}`);
  } finally {
    await rm(systemctl);
    await rm(systemd, { recursive: true });
  }
  const calls = (await readFile(join(root, CALLS), 'utf8')).split('\n');
  return calls.flatMap((call) => {
    const [verb, ...units] = call.split(' ').filter((word) => !word.startsWith('-'));
    return units.map((unit): Order => [verb!, unit]);
  });
}
