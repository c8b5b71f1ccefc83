// TypeScript that was compiled for Node, with its source map, in a folder beside the installed packages.
const { createHash } = require('node:crypto');
const { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const { join } = require('node:path');
const { fileURLToPath } = require('node:url');
const { transformSync, version } = require('@swc/core');

const swc = {
  jsc: {
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true },
    target: 'es2022',
    keepClassNames: true,
  },
  module: { type: 'es6' },
  sourceMaps: true,
};

const folder = join(__dirname, '../../../node_modules/.cache/chat-admin-suites');
const SALT = JSON.stringify([version, swc]);

function placeOf(file, source) {
  return join(folder, createHash('sha1').update(`${SALT}\0${file}\0${source}`).digest('hex'));
}

function write(place, text) {
  // several workers may write the same
  const made = `${place}.${process.pid}.${Math.random()}`;
  writeFileSync(made, text);
  renameSync(made, place);
}

/** @returns {string} JavaScript */
function codeOf(file) {
  const source = readFileSync(file, 'utf8');
  const place = placeOf(file, source);
  if (existsSync(`${place}.js`)) return readFileSync(`${place}.js`, 'utf8');
  const { code, map } = transformSync(source, { ...swc, filename: file });
  mkdirSync(folder, { recursive: true });
  write(`${place}.map`, map);
  write(`${place}.js`, code);
  return code;
}

/** @param source {string} as a stack names it; @returns {string | undefined} the file of its map */
function mapOf(source) {
  const file = source.startsWith('file:') ? fileURLToPath(source) : source;
  if (!/\.tsx?$/.test(file) || !existsSync(file)) return undefined;
  const map = `${placeOf(file, readFileSync(file, 'utf8'))}.map`;
  return existsSync(map) ? map : undefined;
}

module.exports = { compiledFile: { codeOf, mapOf } };
