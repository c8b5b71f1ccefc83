import { execFile } from 'node:child_process';
import { access, constants } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

/** Whoever needs Prosody without its database, too: others take it for installed then. */
const PROSODY = 'prosody lua-dbi-postgresql';

/** Programs, and modules of programs, that tests need, with the Debian packages of each. */
const PACKAGES = {
  'redis-server': 'redis-server',
  haproxy: 'haproxy',
  faketime: 'faketime',
  pgbouncer: 'pgbouncer',
  prosody: PROSODY,
  luacheck: 'lua-check',
  busted: `lua-busted ${PROSODY}`,
  'python3-slixmpp': 'python3-slixmpp',
  'prosody-modules': `${PROSODY} prosody-modules`,
  'lua-unbound': `lua-unbound ${PROSODY}`,
  'chromium-headless-shell': 'chromium-headless-shell',
  go: 'golang-go',
  python3: 'python3',
  zsh: 'zsh',
  fish: 'fish',
  mmdebstrap: 'mmdebstrap',
  lintian: 'lintian',
  man: 'man-db groff-base',
  strace: 'strace',
  minisign: 'minisign',
  buildah: 'buildah',
  podman: 'podman crun',
  'docker-compose': 'docker-compose',
  postgresql: 'postgresql',
  pg_virtualenv: 'postgresql-15 postgresql-common',
  promtool: 'prometheus',
  mariadbd: 'mariadb-server-core mariadb-client-core',
  'mariadb-install-db': 'mariadb-server-core mariadb-client-core',
  mariadb: 'mariadb-server-core mariadb-client-core',
  slapd: 'slapd ldap-utils',
  ejabberdctl: 'ejabberd erlang-p1-pgsql',
} as const;

export type Program = keyof typeof PACKAGES;

/** What succeeds where a module is installed. The first Python on the PATH may be another than the one that knows Debian's. */
const MODULES: Partial<Record<Program, readonly [string, ...string[]]>> = {
  'python3-slixmpp': ['/usr/bin/python3', '-c', 'import slixmpp'],
  'prosody-modules': ['/usr/bin/test', '-d', '/usr/lib/prosody/modules/mod_cloud_notify'],
  postgresql: ['/usr/bin/test', '-d', '/usr/lib/postgresql'],
  'lua-unbound': ['/usr/bin/lua5.4', '-e', 'require "lunbound"'],
};

/** What may be installed after the program, or without it, and is needed as well. */
const PARTS: Partial<Record<Program, string>> = {
  prosody: `! command -v dpkg-query || dpkg-query --show --showformat '\${Status}' lua-dbi-postgresql | grep -qx 'install ok installed'`,
};

/** In /run, which only root can write to; the kernel releases the lock when the holder dies. */
const LOCK_FILE = '/run/chat-admin-apt.lock';
const TIMEOUT_S = 600;

/** The PATH of an unprivileged user lacks the second half. */
const searched = (): readonly string[] => [
  ...(process.env['PATH'] ?? '').split(delimiter).filter(Boolean),
  ...['/usr/local/sbin', '/usr/sbin', '/sbin'],
];

/**
 * Runs under the lock. The package would start a service on its default port; a policy-rc.d
 * prevents that during the installation.
 */
const INSTALL = `
export DEBIAN_FRONTEND=noninteractive
eval "$1" >/dev/null 2>&1 && exit
policy=/usr/sbin/policy-rc.d
if [ ! -e "$policy" ]; then
  trap 'rm -f "$policy"' EXIT
  printf '#!/bin/sh\\nexit 101\\n' >"$policy"
  chmod 755 "$policy"
fi
apt-get update
apt-get install --yes --no-install-recommends -o DPkg::Lock::Timeout=${TIMEOUT_S} $2
`;

/**
 * Finds a program and, for root on Debian, installs its package when it is missing. Any number of
 * processes may ask at once.
 * @returns the program's path; for a module, that of the program that knows it
 * @throws an error that says what to install
 */
export async function ensureInstalled(program: Program): Promise<string> {
  const found = await find(program);
  if (found !== null) return found;
  const advice = `${program} is missing: as root, run "apt-get install ${PACKAGES[program]}"`;
  if (process.getuid?.() !== 0 || (await pathOf('apt-get')) === null) throw new Error(`${advice}.`);
  const shell = ['sh', '-eu', '-c', INSTALL, 'install', testOf(program), PACKAGES[program]];
  try {
    await promisify(execFile)('flock', ['--timeout', String(TIMEOUT_S), LOCK_FILE, ...shell]);
  } catch (error) {
    const { message, stderr } = error as Error & { stderr?: string };
    const reason = (stderr || message).trim().split('\n').slice(-3).join(' ');
    throw new Error(`${advice} (installation failed: ${reason}).`, { cause: error });
  }
  const installed = await find(program);
  if (installed === null)
    throw new Error(`${advice} (installed, but not found in ${searched().join()}).`);
  return installed;
}

/** The shell command that tests whether it is available. */
function testOf(program: Program): string {
  const check = MODULES[program];
  const tests = [
    check ? check.map((word) => `'${word}'`).join(' ') : `command -v ${program}`,
    PARTS[program] ?? 'true',
  ];
  return tests.join(' && ');
}

async function find(program: Program): Promise<string | null> {
  const parts = PARTS[program];
  if (parts !== undefined && !(await succeeds('sh', '-c', parts))) return null;
  const check = MODULES[program];
  if (!check) return pathOf(program);
  return (await succeeds(...check)) ? check[0] : null;
}

function succeeds(file: string, ...args: readonly string[]): Promise<boolean> {
  return promisify(execFile)(file, args).then(
    () => true,
    () => false,
  );
}

async function pathOf(program: string): Promise<string | null> {
  for (const folder of searched()) {
    const path = join(folder, program);
    const usable = await access(path, constants.X_OK).then(
      () => true,
      () => false,
    );
    if (usable) return path;
  }
  return null;
}
