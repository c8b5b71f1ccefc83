// Makes a release from a clean tree whose CHANGELOG.md has a section for it:
//   npm run release -- 0.3.0 [--into <folder>] [--key <secret key of minisign>]
// Checks, versions, frozen migrations, a dump of the schema, a commit, artefacts with their sums, a tag. Nothing is pushed.
// Needs programs of Debian, which it names when they are missing. Tests leave out what takes long: --unchecked --without-artefacts.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const workspace = fileURLToPath(new URL('..', import.meta.url));
const PLACEHOLDER = 'SECURITY_CONTACT';
/** Besides the manifests and the lockfile: where the version stands in text. */
const WITH_VERSION =
  /^(README\.md|libs\/client\/README\.md|packaging\/(compose|kubernetes)\/.*\.yaml|docs\/installing\.md|libs\/persistence\/src\/schema\/program\.ts|libs\/server\/src\/process\/version\.ts)$/;

/** Programs that a release runs, with the Debian packages that have them. */
const DUMP_NEEDS = { pg_virtualenv: 'postgresql-15 postgresql-common' };
const ARTEFACTS_NEED = { mmdebstrap: 'mmdebstrap', buildah: 'buildah' };
const SIGNATURES_NEED = { minisign: 'minisign' };

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    into: { type: 'string' },
    key: { type: 'string' },
    unchecked: { type: 'boolean', default: false },
    'without-artefacts': { type: 'boolean', default: false },
    'with-placeholder': { type: 'boolean', default: false },
  },
});
const version = positionals[0] ?? '';
const read = (path) => readFileSync(join(workspace, path), 'utf8');
const write = (path, text) => writeFileSync(join(workspace, path), text);
const output = (program, ...words) =>
  execFileSync(program, words, { cwd: workspace, encoding: 'utf8' }).trim();
const run = (program, ...words) => {
  console.log(`> ${[program, ...words].join(' ')}`);
  execFileSync(program, words, { cwd: workspace, stdio: ['ignore', 'inherit', 'inherit'] });
};
const files = output('git', 'ls-files').split('\n');
const former = JSON.parse(read('package.json')).version;

const start = output('git', 'rev-parse', 'HEAD');
const faults = refusals();
if (faults.length > 0) {
  console.error(faults.map((fault) => `No release: ${fault}`).join('\n'));
  process.exit(1);
}
try {
  if (!options.unchecked) run('.ci/run');
  setVersions();
  run('npm', 'run', '-s', 'tsc', '--', '-b');
  run('node', 'tools/console.mjs');
  run('npm', 'run', '-s', 'docs');
  run('node', 'tools/freeze-migrations.mjs', version);
  run('pg_virtualenv', '-t', '-v', '15', 'node', 'tools/dump-release.mjs', version);
  run('git', 'add', '--all');
  run('npx', 'prettier', '--log-level', 'warn', '--ignore-unknown', '--check', ...changedFiles());
  run('git', 'commit', '--quiet', '--message', `chore(release): ${version}`);
  if (!options['without-artefacts']) {
    const folder = resolve(options.into ?? join(workspace, 'dist', 'release', version));
    run(
      'node',
      'tools/package/dist/main.js',
      folder,
      ...(options.key ? [resolve(options.key)] : []),
    );
  }
  run('git', 'tag', '--annotate', '--message', `chat-admin ${version}`, `v${version}`);
  console.log(`Release ${version} is committed and tagged: git push --follow-tags`);
} catch (error) {
  console.error(`No release: ${error.message}`);
  console.error(`To begin again: git reset --hard ${output('git', 'rev-parse', '--short', start)}`);
  process.exit(1);
}

function refusals() {
  if (!/^\d+\.\d+\.\d+$/.test(version)) return ['which one? For example: npm run release -- 0.3.0'];
  const found = [];
  if (!isLater(version, former)) found.push(`${version} does not come after ${former}`);
  if (output('git', 'status', '--porcelain') !== '')
    found.push('there are changes that are not committed');
  if (output('git', 'tag', '--list', `v${version}`) !== '')
    found.push(`v${version} exists already`);
  if (!sectionOf(version)) found.push(`CHANGELOG.md has no section "## ${version}" with changes`);
  if (!options['with-placeholder'] && read('SECURITY.md').includes(PLACEHOLDER))
    found.push(`SECURITY.md still has ${PLACEHOLDER} instead of an address`);
  const needed = {
    ...DUMP_NEEDS,
    ...(!options['without-artefacts'] && ARTEFACTS_NEED),
    ...(options.key !== undefined && SIGNATURES_NEED),
  };
  const missing = Object.entries(needed).filter(([program]) => !isInstalled(program));
  if (missing.length > 0) {
    const [programs, packages] = [0, 1].map((part) => missing.map((one) => one[part]));
    found.push(`not installed: ${programs.join(', ')}. Run: apt-get install ${packages.join(' ')}`);
  }
  return found;
}

function isInstalled(program) {
  return process.env.PATH.split(delimiter).some((folder) => existsSync(join(folder, program)));
}

/** Of CHANGELOG.md. */
function sectionOf(wanted) {
  const sections = read('CHANGELOG.md').split(/^## /m);
  const section = sections.find((text) => text.split('\n')[0].trim() === wanted) ?? '';
  return section.split('\n').slice(1).join('').trim();
}

function isLater(one, other) {
  const [left, right] = [one, other].map((text) => text.split('.').map(Number));
  const difference = left.map((part, index) => part - right[index]).find(Boolean);
  return difference > 0;
}

function setVersions() {
  for (const path of files.filter((name) => /(^|\/)package\.json$/.test(name))) {
    const text = read(path)
      .replace(`"version": "${former}"`, `"version": "${version}"`)
      .replaceAll(/("@chat-admin\/[a-z-]+": )"([^"]+)"/g, (whole, name, wanted) =>
        wanted === former ? `${name}"${version}"` : whole,
      );
    write(path, text);
  }
  setVersionsOfLockfile();
  for (const path of files.filter((name) => WITH_VERSION.test(name))) {
    write(path, read(path).replaceAll(former, version));
  }
}

/** Entries of the workspace itself; those of others may have the same version. */
function setVersionsOfLockfile() {
  const lock = JSON.parse(read('package-lock.json'));
  lock.version = version;
  for (const [path, entry] of Object.entries(lock.packages)) {
    if (path.startsWith('node_modules/') || path.includes('/node_modules/')) continue;
    if (entry.version === former) entry.version = version;
    for (const kind of ['dependencies', 'devDependencies', 'peerDependencies']) {
      for (const [name, wanted] of Object.entries(entry[kind] ?? {})) {
        if (name.startsWith('@chat-admin/') && wanted === former) entry[kind][name] = version;
      }
    }
  }
  write('package-lock.json', `${JSON.stringify(lock, null, 2)}\n`);
}

/** What the release changes, but for what no formatter reads. */
function changedFiles() {
  return output('git', 'diff', '--cached', '--name-only')
    .split('\n')
    .filter((name) => !name.endsWith('.sql.gz') && name !== 'package-lock.json');
}
