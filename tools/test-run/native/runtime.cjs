// jest's runtime without virtual modules: a suite is loaded by Node itself, so that what it imports is loaded once per worker and
// not once per suite. See the README.
const { createRequire, register } = require('node:module');
const { pathToFileURL } = require('node:url');
const { default: JestRuntime } = require('jest-runtime');
const { compiledFile } = require('./compiled-file.cjs');

/** Where `@jest/globals` finds those of the suite. */
const GLOBALS = Symbol.for('chat-admin.jest-globals');

register('./hooks.mjs', pathToFileURL(__filename));

let suites = 0;

/** Looked for when a stack needs it. */
class SourceMaps extends Map {
  get(source) {
    return compiledFile.mapOf(source);
  }
}

class NativeRuntime extends JestRuntime {
  #suite = ++suites;

  /** Only the suite and the files of its set-up are loaded anew; the hooks hand `suite` on to `@jest/globals`. */
  async unstable_importModule(from) {
    globalThis[GLOBALS] = this.jestGlobals.cjsGlobals(from);
    return import(`${pathToFileURL(from)}?suite=${this.#suite}`);
  }

  unstable_shouldLoadAsEsm() {
    return true;
  }

  /** jest-circus keeps its state beside its code. */
  requireInternalModule(from, to) {
    if (to !== undefined) return createRequire(from)(to);
    delete require.cache[from];
    return require(from);
  }

  requireModule(from, name) {
    return createRequire(from)(name ?? from);
  }

  getSourceMaps() {
    return new SourceMaps();
  }
}

module.exports = NativeRuntime;
