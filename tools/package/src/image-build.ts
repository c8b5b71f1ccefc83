import { execFile, execFileSync } from 'node:child_process';
import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commitTime } from './commit-time.js';
import { workspace } from './libraries.js';
import type { Architecture } from './node-runtime.js';

export const IMAGE_INPUTS = join(workspace, 'packaging/oci');
/** Scripts of packages, for which there is no interpreter; manuals; what describes the machine that builds. */
const NEEDLESS = [
  ...['usr/sbin', 'sbin', 'usr/share/man', 'usr/share/perl5', 'var', 'etc/apt'],
  ...['etc/hostname', 'etc/resolv.conf', 'etc/fstab', 'etc/debconf.conf'],
];
const SAME_TAR = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=go=rX,u+rw'];

const run = promisify(execFile);

export interface ImageBuild {
  readonly version: string;
  readonly architecture: Architecture;
  /** an existing folder */
  readonly into: string;
}

/**
 * Builds an image without a daemon and without a registry, from the Containerfile in `packaging/oci/<input>`. Needs root,
 * mmdebstrap and buildah. The same commit, and the same packages of Debian, make the same bytes.
 * @param fill makes the context: what the Containerfile copies
 * @returns the path of the archive (OCI image layout, as tar)
 */
export async function buildImage(
  { name, input, version, architecture, into }: ImageBuild & { name: string; input: string },
  fill: (context: string) => Promise<void>,
): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-image-'));
  try {
    const context = join(folder, 'context');
    await mkdir(context);
    await fill(context);
    const file = join(context, 'Containerfile');
    await copyFile(join(IMAGE_INPUTS, input, 'Containerfile'), file);
    const layout = await build(folder, context, { name, version, architecture });
    const archive = join(into, `${name}-${version}-${architecture}.oci.tar`);
    await run('tar', [...SAME_TAR, `--mtime=@${commitTime()}`, '-C', layout, '-cf', archive, '.']);
    return archive;
  } finally {
    await rm(folder, { recursive: true });
  }
}

/**
 * Unpacks packages of Debian, and what they depend on; none of their scripts runs.
 * @param suite of Debian
 * @param programs in `/usr/bin` that stay
 */
export async function unpackDebian(
  root: string,
  {
    suite,
    packages,
    programs,
    architecture,
  }: {
    suite: string;
    packages: readonly string[];
    programs: readonly string[];
    architecture: Architecture;
  },
): Promise<void> {
  await mkdir(root, { recursive: true });
  const words = ['--quiet', `--arch=${architecture}`, '--variant=extract'];
  const env = { ...process.env, SOURCE_DATE_EPOCH: String(commitTime()) };
  const what = [`--include=${packages.join(',')}`, suite, root, 'http://deb.debian.org/debian'];
  await run('mmdebstrap', [...words, ...what], { env });
  for (const path of NEEDLESS) await rm(join(root, path), { recursive: true, force: true });
  const others = ['-mindepth', '1', ...programs.flatMap((name) => ['!', '-name', name]), '-delete'];
  await mkdir(join(root, 'usr/bin'), { recursive: true });
  await run('find', [join(root, 'usr/bin'), ...others]);
  for (const name of ['passwd', 'group']) {
    await copyFile(join(IMAGE_INPUTS, name), join(root, 'etc', name));
  }
}

/** @returns the folder with the image layout */
async function build(
  folder: string,
  context: string,
  { name, version, architecture }: { name: string; version: string; architecture: Architecture },
): Promise<string> {
  const policy = ['--signature-policy', join(IMAGE_INPUTS, 'policy.json')];
  const place = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run')];
  const buildah = (...words: string[]) =>
    run('buildah', ['--storage-driver', 'vfs', ...place, ...words], { maxBuffer: 10_000_000 });
  const labels = Object.entries(labelsOf(name, version)).flatMap(([label, value]) => [
    ...['--label', `org.opencontainers.image.${label}=${value}`],
  ]);
  const how = [
    ...['--arch', architecture, '--isolation', 'chroot', '--no-cache'],
    ...['--timestamp', String(commitTime())],
  ];
  const file = ['-f', join(context, 'Containerfile'), '-t', name];
  await buildah('build', ...how, ...policy, ...labels, ...file, context);
  const layout = join(folder, 'layout');
  await buildah('push', ...policy, name, `oci:${layout}:${name}:${version}`);
  return layout;
}

function labelsOf(title: string, version: string): Readonly<Record<string, string>> {
  const words = ['rev-parse', 'HEAD'];
  const revision = execFileSync('git', words, { cwd: workspace, encoding: 'utf8' }).trim();
  return { title, version, revision, licenses: 'Apache-2.0' };
}
