import { execFile, execFileSync } from 'node:child_process';
import { copyFile, cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commitTime } from './commit-time.js';
import { workspace } from './libraries.js';
import { nodeFor } from './node-runtime.js';
import type { Architecture } from './node-runtime.js';

const INPUTS = join(workspace, 'packaging/oci');
const SUITE = 'bookworm';
/** What Node is linked with, and files that it reads. */
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates', 'tzdata', 'netbase'];
/** Scripts of these packages, for which there is no interpreter; manuals; what describes the machine that builds. */
const NEEDLESS = [
  ...['usr/bin', 'usr/sbin', 'sbin', 'usr/share/man', 'usr/share/perl5', 'var', 'etc/apt'],
  ...['etc/hostname', 'etc/resolv.conf', 'etc/fstab', 'etc/debconf.conf'],
];

const run = promisify(execFile);

/**
 * Builds the image without a daemon and without a registry. Needs root, mmdebstrap and buildah. The same commit, and the
 * same packages of Debian, make the same bytes.
 * @param program the folder of the bundle
 * @param into an existing folder
 * @returns the path of the archive (OCI image layout, as tar)
 */
export async function serviceAsImage({
  program,
  version,
  architecture,
  into,
}: {
  program: string;
  version: string;
  architecture: Architecture;
  into: string;
}): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-image-'));
  try {
    const context = join(folder, 'context');
    await fillRoot(join(context, 'root'), architecture);
    await cp(program, join(context, 'program'), { recursive: true });
    await copyFile(join(INPUTS, 'Containerfile'), join(context, 'Containerfile'));
    const layout = await build(folder, context, { version, architecture });
    const archive = join(into, `chat-admin-${version}-${architecture}.oci.tar`);
    await run('tar', [...SAME_TAR, `--mtime=@${commitTime()}`, '-C', layout, '-cf', archive, '.']);
    return archive;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const SAME_TAR = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=go=rX,u+rw'];

/** The system that the program sees: libraries, certificates, time zones, accounts, Node. */
async function fillRoot(root: string, architecture: Architecture): Promise<void> {
  await mkdir(root, { recursive: true });
  const words = [
    '--quiet',
    `--arch=${architecture}`,
    '--variant=extract',
    `--include=${PACKAGES.join(',')}`,
  ];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(commitTime()) };
  await run('mmdebstrap', [...words, SUITE, root, 'http://deb.debian.org/debian'], { env });
  for (const path of NEEDLESS) await rm(join(root, path), { recursive: true, force: true });
  await writeFile(join(root, 'etc/ssl/certs/ca-certificates.crt'), await certificatesIn(root));
  for (const name of ['passwd', 'group']) {
    await copyFile(join(INPUTS, name), join(root, 'etc', name));
  }
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  const node = await nodeFor(architecture);
  await copyFile(join(node, 'bin/node'), join(root, 'usr/bin/node'));
  await mkdir(join(root, 'usr/share/doc/node'), { recursive: true });
  await copyFile(join(node, 'LICENSE'), join(root, 'usr/share/doc/node/LICENSE'));
}

/** What update-ca-certificates, a script of the package that nobody runs here, would write. */
async function certificatesIn(root: string): Promise<string> {
  const folder = join(root, 'usr/share/ca-certificates/mozilla');
  const names = (await readdir(folder)).filter((name) => name.endsWith('.crt')).sort();
  return (await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))).join('');
}

/** @returns the folder with the image layout */
async function build(
  folder: string,
  context: string,
  { version, architecture }: { version: string; architecture: Architecture },
): Promise<string> {
  const policy = ['--signature-policy', join(INPUTS, 'policy.json')];
  const place = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...words: string[]) =>
    run('buildah', ['--storage-driver', 'vfs', ...place, ...words], { maxBuffer: 10_000_000 });
  const labels = Object.entries(labelsOf(version)).flatMap(([name, value]) => [
    ...['--label', `org.opencontainers.image.${name}=${value}`],
  ]);
  const how = [
    '--arch',
    architecture,
    '--isolation',
    'chroot',
    '--no-cache',
    '--timestamp',
    String(commitTime()),
  ];
  const file = ['-f', join(context, 'Containerfile'), '-t', 'chat-admin'];
  await buildah('build', ...how, ...policy, ...labels, ...file, context);
  const layout = join(folder, 'layout');
  await buildah('push', ...policy, 'chat-admin', `oci:${layout}:chat-admin:${version}`);
  return layout;
}

function labelsOf(version: string): Readonly<Record<string, string>> {
  const words = ['rev-parse', 'HEAD'];
  const revision = execFileSync('git', words, { cwd: workspace, encoding: 'utf8' }).trim();
  return { title: 'chat-admin', version, revision, licenses: 'Apache-2.0' };
}
