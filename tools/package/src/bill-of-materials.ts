import { execFile } from 'node:child_process';
import type { ExecFileOptions } from 'node:child_process';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { commitTime } from './commit-time.js';
import { manifestIn, workspace } from './libraries.js';
import { ARCHITECTURES, NODE } from './node-runtime.js';
import type { Architecture } from './node-runtime.js';

const node = (words: readonly string[], options: ExecFileOptions) =>
  promisify(execFile)(process.execPath, words, options);

/** The folder of the tool that writes it. */
const OWN = 'tools/package/bill-of-materials';

/** A document of CycloneDX 1.6, as far as we touch it. */
export interface BillOfMaterials {
  readonly metadata: { timestamp?: string; component: Record<string, unknown> };
  readonly components: readonly Component[];
  readonly dependencies: readonly {
    readonly ref: string;
    readonly dependsOn?: readonly string[];
  }[];
}

export interface Component {
  readonly 'bom-ref': string;
  readonly name: string;
  readonly group?: string;
  readonly version: string;
  readonly licenses?: readonly unknown[];
  readonly hashes?: readonly { readonly alg: string; readonly content: string }[];
  readonly properties?: readonly { readonly name: string; readonly value: string }[];
}

interface Locked {
  readonly packages: Readonly<Record<string, { readonly integrity?: string }>>;
}

/**
 * The packages of the bundle, and Node for each architecture, with licence and hash: that of the tarball that npm installed.
 * @param folders of the bundled packages, relative to the workspace
 * @returns JSON, the same for the same commit
 * @throws Error naming packages without licence or hash
 */
export async function billOfMaterials(folders: readonly string[]): Promise<string> {
  const all = await lockedPackages();
  const locked = JSON.parse(await readFile(join(workspace, 'package-lock.json'), 'utf8')) as Locked;
  const wanted = new Set(folders);
  const components = all.components.flatMap((component) => {
    const path = placeOf(component);
    return path !== undefined && wanted.delete(path) ? [withHash(component, locked, path)] : [];
  });
  const lacking = components.filter(({ hashes, licenses }) => !hashes?.length || !licenses?.length);
  const names = [...wanted, ...lacking.map(({ name }) => name)];
  if (names.length > 0) throw new Error(`Without licence or hash: ${names.join(', ')}`);
  return `${JSON.stringify(reduced(all, [...components, ...ARCHITECTURES.map(runtime)]), null, 2)}\n`;
}

/** What the lockfile has. */
async function lockedPackages(): Promise<BillOfMaterials> {
  const folder = await mkdtemp(join(tmpdir(), 'chat-admin-bill-'));
  try {
    const file = join(folder, 'bill.json');
    await node([join(workspace, 'tools/own-packages.mjs'), OWN], { cwd: workspace });
    const tool = join(
      workspace,
      OWN,
      'node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js',
    );
    // of the lockfile alone: what npm reads from node_modules depends on what has been done there
    const words = ['--package-lock-only', '--flatten-components', '--output-reproducible'];
    words.push('--output-format', 'JSON', '--output-file', file);
    await node([tool, ...words], { cwd: workspace });
    return JSON.parse(await readFile(file, 'utf8')) as BillOfMaterials;
  } finally {
    await rm(folder, { recursive: true });
  }
}

const placeOf = ({ properties }: Component): string | undefined =>
  properties?.find(({ name }) => name === 'cdx:npm:package:path')?.value;

function withHash(component: Component, { packages }: Locked, path: string): Component {
  const integrity = packages[path]?.integrity;
  return integrity?.startsWith('sha512-')
    ? { ...component, hashes: [hashOf(integrity)] }
    : component;
}

/** @param integrity `sha512-` and base64 */
const hashOf = (integrity: string) => ({
  alg: 'SHA-512',
  content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
});

/** Node, which some artefacts have beside the bundle. */
function runtime(architecture: Architecture): Component & Record<string, unknown> {
  const { package: name, integrity } = NODE[architecture];
  const purl = `pkg:npm/${name}@${NODE.version}`;
  return {
    type: 'platform',
    name,
    version: NODE.version,
    'bom-ref': purl,
    licenses: [{ license: { id: 'MIT' } }],
    purl,
    hashes: [hashOf(integrity)],
  };
}

/** Without packages that the artefacts do not hold, and without what names the machine. */
function reduced(all: BillOfMaterials, components: readonly Component[]): object {
  const { name, version, license } = manifestIn(workspace);
  const product = { ...all.metadata.component, properties: undefined };
  const ref = String(product['bom-ref' as keyof typeof product]);
  const refs = new Set(components.map((component) => component['bom-ref']));
  const graph = all.dependencies.flatMap((entry) =>
    refs.has(entry.ref)
      ? [{ ...entry, dependsOn: (entry.dependsOn ?? []).filter((one) => refs.has(one)) }]
      : [],
  );
  return {
    ...all,
    metadata: {
      timestamp: new Date(commitTime() * 1000).toISOString(),
      component: { ...product, name, version, licenses: [{ license: { id: license } }] },
    },
    components,
    dependencies: [{ ref, dependsOn: [...refs] }, ...graph],
  };
}
