import { copyFile, cp, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { buildImage, unpackDebian } from './image-build.js';
import type { ImageBuild } from './image-build.js';
import { nodeFor } from './node-runtime.js';
import type { Architecture } from './node-runtime.js';

/** What Node is linked with, and files that it reads. */
const PACKAGES = ['libc6', 'libstdc++6', 'libgcc-s1', 'ca-certificates', 'tzdata', 'netbase'];

/**
 * The image of the service, see {@link buildImage}.
 * @param program the folder of the bundle
 * @returns the path of the archive
 */
export function serviceAsImage({
  program,
  ...image
}: ImageBuild & { program: string }): Promise<string> {
  return buildImage({ name: 'chat-admin', input: 'service', ...image }, async (context) => {
    await fillRoot(join(context, 'root'), image.architecture);
    await cp(program, join(context, 'program'), { recursive: true });
  });
}

/** The system that the program sees: libraries, certificates, time zones, accounts, Node. */
async function fillRoot(root: string, architecture: Architecture): Promise<void> {
  const what = { suite: 'bookworm', packages: PACKAGES, programs: [], architecture };
  await unpackDebian(root, what);
  await writeFile(join(root, 'etc/ssl/certs/ca-certificates.crt'), await certificatesIn(root));
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
