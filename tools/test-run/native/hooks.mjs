// How Node finds and loads what suites import: sources of the workspace instead of compiled files.
import { existsSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const { compiledFile } = createRequire(import.meta.url)('./compiled-file.cjs');
const workspace = new URL('../../../', import.meta.url);

const folders = new Map(
  ['apps', 'testing', 'libs'].flatMap((kind) =>
    readdirSync(new URL(kind, workspace)).map((name) => [
      name,
      new URL(`${kind}/${name}/src/`, workspace),
    ]),
  ),
);
folders.set('prosody-integration', new URL('integrations/prosody/src/', workspace));

/** The source that a specifier names, if it is one of the workspace. */
function sourceOf(specifier, parent) {
  const own = /^@chat-admin\/([^/]+)(?:\/(.+))?$/.exec(specifier);
  if (own) {
    const folder = folders.get(own[1]);
    return folder && new URL(`${own[2] ?? 'index'}.ts`, folder);
  }
  if (
    !/^\.{1,2}\//.test(specifier) ||
    !parent?.startsWith('file:') ||
    parent.includes('/node_modules/')
  )
    return undefined;
  const path = specifier.replace(/\.js$/, '');
  return ['.ts', '/index.ts']
    .map((end) => new URL(path + end, parent))
    .find((url) => existsSync(url));
}

export async function resolve(specifier, context, next) {
  if (specifier === '@jest/globals') {
    const { search } = new URL(context.parentURL);
    return { url: new URL(`jest-globals.mjs${search}`, import.meta.url).href, shortCircuit: true };
  }
  const source = sourceOf(specifier, context.parentURL);
  if (source && existsSync(source))
    return { url: source.href, format: 'module', shortCircuit: true };
  return next(specifier, context);
}

export async function load(url, context, next) {
  const [file] = url.split('?');
  if (!file.endsWith('.ts') || file.includes('/node_modules/')) return next(url, context);
  return { format: 'module', source: compiledFile.codeOf(fileURLToPath(file)), shortCircuit: true };
}
