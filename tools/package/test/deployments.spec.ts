import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { kubectl } from '@chat-admin/debian-programs/kubectl';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { parse, parseAllDocuments } from 'yaml';
import { workspace } from '../src/libraries.js';
import { knownSettings } from '../src/settings-file.js';
import { VERSION } from './support/artefacts.js';

const run = promisify(execFile);
const COMPOSE = join(workspace, 'packaging/compose/compose.yaml');
const KUBERNETES = join(workspace, 'packaging/kubernetes');

/** What is no setting of ours, and may be in an environment. */
const OTHERS = ['CREDENTIALS_DIRECTORY', 'CHAT_POD'];

const [suite, programs] = await suiteWith(describe, 'Compose and Kubernetes', async () => ({
  compose: await ensureInstalled('docker-compose'),
  kubectl: await kubectl(),
}));

/** @returns those that no setting has */
function unknown(names: readonly string[]): readonly string[] {
  const known = new Set([...knownSettings().keys(), ...OTHERS]);
  return names.filter((name) => !known.has(name) && !known.has(name.replace(/_FILE$/, '')));
}

suite('the file for Compose', () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-compose-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  const check = async (text: string) => {
    await writeFile(join(folder, 'compose.yaml'), text);
    return run(programs!.compose, ['--profile', 'cluster', 'config', '--quiet'], { cwd: folder });
  };

  it('is accepted, and with a misspelt key refused', async () => {
    const text = await readFile(COMPOSE, 'utf8');
    await check(text);
    const misspelt = text.replace('read_only: true', 'readonly: true');
    expect(misspelt).not.toBe(text);
    await expect(check(misspelt)).rejects.toMatchObject({
      stderr: expect.stringContaining('readonly') as string,
    });
  });

  it('runs this version, with settings that there are', async () => {
    const file = parse(await readFile(COMPOSE, 'utf8'), { merge: true }) as {
      services: Record<string, { image: string; environment?: Record<string, string> }>;
    };
    const images = {
      migrate: 'chat-admin',
      'chat-admin': 'chat-admin',
      prosody: 'chat-admin-prosody',
    };
    for (const [name, of] of Object.entries(images)) {
      const { image, environment } = file.services[name]!;
      expect(image).toBe(`${of}:\${CHAT_ADMIN_VERSION:-${VERSION}}`);
      expect(unknown(Object.keys(environment!))).toEqual([]);
    }
  });
});

/** A document of Kubernetes, as far as the specs look into it. */
interface Resource {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
  readonly spec?: { readonly template?: { readonly spec: PodSpec } };
}

interface PodSpec {
  readonly enableServiceLinks: boolean;
  readonly containers: readonly {
    readonly image: string;
    readonly env: readonly { readonly name: string }[];
  }[];
}

suite('the files for Kubernetes', () => {
  let folder: string;
  let overlays: readonly string[];
  beforeAll(async () => {
    // where the compiler finds the types of Kubernetes
    folder = await mkdtemp(join(workspace, 'tools/package/test/node_modules/.kubernetes-'));
    const names = await readdir(join(KUBERNETES, 'overlays'));
    overlays = ['base', ...names.map((name) => `overlays/${name}`)];
  });
  afterAll(() => rm(folder, { recursive: true }));

  const rendered = async (path: string): Promise<readonly Resource[]> => {
    const { stdout } = await run(programs!.kubectl, ['kustomize', join(KUBERNETES, path)]);
    return parseAllDocuments(stdout).map((one) => one.toJS() as Resource);
  };

  /** @returns what the compiler says about all of them */
  const faultsOf = async (resources: readonly Resource[]): Promise<string> => {
    const file = join(folder, 'resources.ts');
    await writeFile(file, resources.map(typed).join('\n'));
    const tsc = join(workspace, 'tools/compiler/node_modules/typescript/bin/tsc');
    const options = ['--noEmit', '--strict', '--skipLibCheck', '--module', 'nodenext'];
    const ended = await run(process.execPath, [tsc, '--ignoreConfig', ...options, file]).catch(
      ({ stdout }: { stdout: string }) => ({ stdout }),
    );
    return ended.stdout;
  };

  it('are what Kubernetes knows, each rendered', async () => {
    expect(overlays).toHaveLength(7);
    const all = await Promise.all(overlays.map(rendered));
    for (const resources of all) {
      const kinds = resources.map(({ kind }) => kind);
      for (const kind of ['Deployment', 'Job', 'Service', 'PodDisruptionBudget', 'NetworkPolicy'])
        expect(kinds).toContain(kind);
    }
    expect(await faultsOf(all.flat())).toBe('');
  });

  it('would be refused with an unknown key', async () => {
    const copy = join(folder, 'misspelt');
    await mkdir(copy);
    await cp(join(KUBERNETES, 'base'), copy, { recursive: true });
    const file = join(copy, 'deployment.yaml');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem'));
    const { stdout } = await run(programs!.kubectl, ['kustomize', copy]);
    const resources = parseAllDocuments(stdout).map((one) => one.toJS() as Resource);
    expect(await faultsOf(resources)).toMatch(/readOnlyRootFileSystem\W+ does not exist/);
  });

  it('run this version without links of services, with settings that there are', async () => {
    for (const path of overlays) {
      const resources = await rendered(path);
      const pods = resources.flatMap(({ spec }) => (spec?.template ? [spec.template.spec] : []));
      const images = path.endsWith('/chat') ? ['chat-admin-prosody'] : [];
      expect(pods.flatMap(({ containers }) => containers.map(({ image }) => image)).sort()).toEqual(
        [...images, 'chat-admin', 'chat-admin'].map((image) => `${image}:${VERSION}`),
      );
      for (const { enableServiceLinks, containers } of pods) {
        expect(enableServiceLinks).toBe(false);
        expect(unknown(containers.flatMap(({ env }) => env.map(({ name }) => name)))).toEqual([]);
      }
      const settings = resources.filter(
        ({ kind, metadata }) => kind === 'ConfigMap' && metadata.name === 'chat-admin',
      );
      expect(unknown(settings.flatMap(({ data }) => Object.keys(data!)))).toEqual([]);
    }
  });
});

/** Of the operator of Prometheus, whose types are in no package here. */
const SERVICE_MONITOR =
  '{ apiVersion: string; kind: string; metadata: { name: string }; spec: { selector: { matchLabels: object }; endpoints: { port: string }[] } }';

/** A resource as a literal of its type, in which the compiler finds unknown keys. */
function typed(resource: Resource, index: number): string {
  const { apiVersion, kind } = resource;
  const module = `kubernetes-models/${apiVersion}/${kind}`;
  const type = kind === 'ServiceMonitor' ? SERVICE_MONITOR : `import('${module}').I${kind}`;
  return `export const resource${index}: ${type} = ${JSON.stringify(resource)};`;
}
