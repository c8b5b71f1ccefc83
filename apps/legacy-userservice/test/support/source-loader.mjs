// Lets Node run the sources as they are, so that tests of the process need nothing compiled: `node --import <this> main.ts`.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { register } from 'node:module';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

if (!process.env.SOURCE_LOADER) {
  process.env.SOURCE_LOADER = 'registered';
  register(import.meta.url);
}

const workspace = new URL('../../../../', import.meta.url);

export async function resolve(specifier, context, next) {
  const ours = /^@chat\/([^/]+)\/(.*)$/.exec(specifier);
  if (ours) return found(new URL(`libs/${ours[1]}/src/${ours[2]}.ts`, workspace));
  if (specifier.startsWith('.') && context.parentURL?.endsWith('.ts')) {
    const source = new URL(specifier.replace(/\.js$/, '.ts'), context.parentURL);
    if (existsSync(source)) return found(source);
  }
  return next(specifier, context);
}

const found = (url) => ({ url: url.href, format: 'module', shortCircuit: true });

export async function load(url, context, next) {
  if (!url.endsWith('.ts')) return next(url, context);
  const file = fileURLToPath(url);
  const { code } = await transform(await readFile(file, 'utf8'), {
    filename: file,
    swcrc: false,
    jsc: {
      parser: { syntax: 'typescript', decorators: true },
      transform: { legacyDecorator: true, decoratorMetadata: true },
      target: 'es2022',
      keepClassNames: true,
    },
    module: { type: 'es6' },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
