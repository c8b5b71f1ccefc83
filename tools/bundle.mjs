// Writes apps/serve, compiled, with its packages into few files: loading a thousand small ones is most of a start. It runs in
// this checkout only: what the code reads beside itself, and packages that are loaded by name, stay where they are.
// With --all it writes every program, for suites that start them.
import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { replaceFiles } from './replace-files.mjs';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const isAll = process.argv.includes('--all');
const programs = isAll ? ['api', 'cli', 'legacy-userservice', 'serve'] : ['serve'];
const folder = join(workspace, isAll ? 'dist/bundle' : 'apps/serve/dist/bundle');

/** loaded by name: TypeORM and `pg-cursor` have to get the same `pg` */
const BY_NAME = /^(pg|pg-cursor|pg-native)$/;
/** what Nest looks for and we do not install */
const OPTIONAL =
  /^(@nestjs\/(microservices|websockets|platform-(express|socket\.io|ws))|class-transformer\/storage|@fastify\/(static|view|multipart))(\/|$)/;

/** Each module goes on finding its files from where it was. */
const ownAddresses = {
  name: 'own-addresses',
  transform(code, id) {
    if (id.startsWith('\0') || !code.includes('import.meta.url')) return null;
    const address = `new URL(${JSON.stringify(relative(folder, id))}, import.meta.url).href`;
    return { code: code.replaceAll('import.meta.url', address), map: null };
  },
};

const bundle = await rolldown({
  input: Object.fromEntries(
    programs.map((name) => [name, join(workspace, 'apps', name, 'dist/main.js')]),
  ),
  platform: 'node',
  external: (id) => BY_NAME.test(id) || OPTIONAL.test(id),
  plugins: [ownAddresses],
  onLog(level, log) {
    if (log.code === 'UNRESOLVED_IMPORT') throw new Error(log.message);
    if (level === 'warn') console.error(log.message);
  },
});
const { output: chunks } = await bundle.generate({
  format: 'esm',
  keepNames: true,
  entryFileNames: '[name].mjs',
  // what is loaded on demand stays apart: in one file it would be evaluated at the start
  chunkFileNames: '[name]-[hash].mjs',
});
mkdirSync(folder, { recursive: true });
const written = mkdtempSync(`${folder}-`);
for (const { fileName, code } of chunks) writeFileSync(join(written, fileName), code);
// a service may be starting from it
replaceFiles(written, folder, (name) => programs.includes(name.replace('.mjs', '')));
