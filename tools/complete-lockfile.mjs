// Adds the platform packages that a registry mirror did not list to package-lock.json, so that `npm
// ci` accepts the file everywhere, says which C library they are for, and drops addresses, of which npm notes those for
// donations. Run after every `npm install` that changes dependencies:
// node tools/complete-lockfile.mjs [package-lock.json of a folder of tests]
import { readFileSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';

const given = process.argv[2];
const file = given ? resolve(given) : new URL('../package-lock.json', import.meta.url);
const lock = JSON.parse(readFileSync(file, 'utf8'));
const systems = ['darwin', 'linux', 'win32', 'freebsd', 'android', 'openharmony', 'wasi'];
const processors = { x64: 'x64', arm64: 'arm64', ia32: 'ia32', s390x: 's390x', arm: 'arm' };

let added = 0;
for (const parent of Object.values(lock.packages)) {
  for (const [name, version] of Object.entries(parent.optionalDependencies ?? {})) {
    const path = `node_modules/${name}`;
    const os = systems.find((system) => name.includes(system));
    if (lock.packages[path] || !os || !/^\d/.test(version)) continue;
    const word = name
      .split(/[-/]/)
      .find((part) => /^(x64|arm|ia32|ppc64|riscv64|s390x|loong64|wasm32)/.test(part));
    const cpu = processors[word] ?? word;
    lock.packages[path] = {
      version,
      cpu: [cpu],
      ...(parent.dev ? { dev: true } : {}),
      optional: true,
      // that of any system
      ...(os === 'wasi' ? {} : { os: [os] }),
    };
    added += 1;
  }
}
for (const [path, entry] of Object.entries(lock.packages)) {
  delete entry.funding;
  // without it npm installs what is for musl beside what is for glibc
  const libc = /-(musl|gnu)$/.exec(path)?.[1];
  if (libc) entry.libc = [libc === 'gnu' ? 'glibc' : libc];
}
const sorted = Object.entries(lock.packages).sort(([a], [b]) => (a < b ? -1 : 1));
lock.packages = Object.fromEntries(sorted);
writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`);
console.log(`${added} platform packages added`);
