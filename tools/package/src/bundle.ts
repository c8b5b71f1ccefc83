import { cp, mkdir, readFile, rm } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { build } from 'esbuild';
import type { Metafile, Plugin } from 'esbuild';
import { commit } from './commit-time.js';
import { workspace } from './libraries.js';

/** What can be started, by the name of its file. */
const ENTRIES = {
  cli: 'apps/cli/dist/main.js',
  serve: 'apps/serve/dist/main.js',
  api: 'apps/api/dist/main.js',
  userservice: 'apps/legacy-userservice/dist/main.js',
  launcher: 'packaging/entries/launcher.mjs',
};

/** Files that the code reads: folders of the workspace, which have the same place in the bundle's folder. */
const ASSETS = [
  ...['libs/persistence/sql', 'apps/api/public/docs', 'integrations/prosody/modules'],
  'apps/console/dist/site',
];
/** packages that went into the files of the console, as its build notes them */
const CONSOLE_PACKAGES = 'apps/console/dist/packages.json';
/** as `apps/api/src/openapi/documentation-page.ts` looks for them */
const SWAGGER = 'node_modules/swagger-ui-dist';
const SWAGGER_FILES = ['swagger-ui.css', 'swagger-ui-bundle.js'];
const SWAGGER_TARGET = 'apps/api/public/docs';

/** What our dependencies look for and we do not install. */
const OPTIONAL = [
  ...[
    'microservices',
    'platform-express',
    'platform-socket.io',
    'platform-ws',
    'websockets',
  ].flatMap((name) => [`@nestjs/${name}`, `@nestjs/${name}/*`]),
  ...['@fastify/multipart', '@fastify/static', '@fastify/view', 'class-transformer/storage'],
  ...['pg-native', 'pg-query-stream'],
];

/**
 * Validators of phone numbers and of uploaded files, which nothing uses: a twelfth of the bundle; colours, which are there for
 * tools of development.
 */
const UNUSED = /^(libphonenumber-js|file-type|supports-color)(\/|$)/;

/** CommonJS packages expect these names. */
const COMMON_JS = `
import { createRequire as __createRequire } from 'node:module';
import { dirname as __folderOf } from 'node:path';
import { fileURLToPath as __pathOf } from 'node:url';
const require = __createRequire(import.meta.url);
const __filename = __pathOf(import.meta.url);
const __dirname = __folderOf(__filename);
`.trim();

/**
 * Writes the compiled programs with their packages into few files, and what they read beside them. The same sources make
 * the same bytes.
 * @param folder replaced
 * @returns the npm packages in the bundle: their folders, relative to the workspace, sorted
 */
export async function bundle(folder: string): Promise<readonly string[]> {
  await rm(folder, { recursive: true, force: true });
  const { metafile } = await build({
    absWorkingDir: workspace,
    entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: join(workspace, path), out })),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    define: { 'process.env.CHAT_ADMIN_REVISION': JSON.stringify(commit()) },
    keepNames: true, // Nest finds providers, and errors their texts, by class names
    legalComments: 'none', // NOTICE has the licences
    charset: 'utf8',
    banner: { js: COMMON_JS },
    external: OPTIONAL,
    plugins: [ownAddresses, withoutUnused],
    metafile: true,
    logLevel: 'warning',
  });
  await copyAssets(folder);
  return packagesIn(metafile, await packagesOfConsole());
}

/** Our modules go on finding their files from where they were, with the bundle's folder as the workspace. */
const ownAddresses: Plugin = {
  name: 'own-addresses',
  setup({ onLoad }) {
    onLoad({ filter: /\/dist\/.*\.js$/ }, async ({ path }) => {
      const place = relative(workspace, path);
      if (place.startsWith('..') || place.includes('node_modules')) return null;
      const text = await readFile(path, 'utf8');
      const address = `new URL(${JSON.stringify(place)}, import.meta.url).href`;
      return { contents: text.replaceAll('import.meta.url', address), loader: 'js' };
    });
  },
};

const withoutUnused: Plugin = {
  name: 'without-unused',
  setup({ onResolve, onLoad }) {
    onResolve({ filter: UNUSED }, ({ path }) => ({ path, namespace: 'unused' }));
    onLoad({ filter: /.*/, namespace: 'unused' }, () => ({ contents: 'module.exports = {};' }));
  },
};

async function copyAssets(folder: string): Promise<void> {
  for (const asset of ASSETS) {
    await mkdir(join(folder, asset), { recursive: true });
    await cp(join(workspace, asset), join(folder, asset), { recursive: true });
  }
  for (const name of SWAGGER_FILES) {
    await cp(join(workspace, SWAGGER, name), join(folder, SWAGGER_TARGET, name));
  }
}

async function packagesOfConsole(): Promise<readonly string[]> {
  return JSON.parse(await readFile(join(workspace, CONSOLE_PACKAGES), 'utf8')) as readonly string[];
}

function packagesIn({ inputs }: Metafile, others: readonly string[]): readonly string[] {
  const folders = Object.keys(inputs).flatMap(
    (path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? [],
  );
  return [...new Set([...folders, SWAGGER, ...others])].sort();
}
