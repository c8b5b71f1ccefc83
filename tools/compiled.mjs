// Knows whether the compiler has anything to do, without running it: `tsc -b` takes a second of CPU to say no.
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BUILD_INFO = 'dist/.tsbuildinfo';
const PACKAGES = 'node_modules/.package-lock.json';
const STAMPS = 'node_modules/.cache/chat-admin';

/**
 * The stamp of some projects of a workspace: names, sizes and times of all that the compiler reads for them and of what
 * it writes last.
 * @param workspace its folder
 * @param projects folders in it; those that they refer to belong to them
 * @param script of its tools, which also works on them; `null`: none
 */
export function stampOf(workspace, projects, script = null) {
  const file = join(workspace, STAMPS, `compiled-${digest([...projects, script].join('\n'))}`);
  const current = () => state(workspace, projects, script);
  return {
    /** Whether nothing has changed since {@link set}. Never fails: what cannot be read has changed. */
    stands() {
      try {
        return readFileSync(file, 'utf8') === current();
      } catch {
        return false;
      }
    },
    /** Call it when the projects are compiled. */
    set() {
      try {
        mkdirSync(dirname(file), { recursive: true });
        writeFileSync(file, current());
      } catch {
        // a folder that cannot be written: the compiler looks again next time
      }
    },
  };
}

function state(workspace, projects, script) {
  const lines = [line(join(workspace, PACKAGES)), line(join(workspace, 'tsconfig.base.json'))];
  if (script !== null) lines.push(line(join(workspace, 'tools', script)));
  for (const folder of withReferences(projects.map((project) => join(workspace, project)))) {
    lines.push(line(join(folder, 'tsconfig.json')), line(join(folder, 'package.json')));
    lines.push(line(join(folder, BUILD_INFO)));
    const names = readdirSync(join(folder, 'src'), { recursive: true });
    for (const name of names.filter((one) => one.endsWith('.ts')).sort()) {
      lines.push(line(join(folder, 'src', name)));
    }
  }
  return digest(lines.join('\n'));
}

function withReferences(folders) {
  const found = new Set(folders);
  // a set also yields what is added while it is walked
  for (const folder of found) {
    const { references = [] } = JSON.parse(readFileSync(join(folder, 'tsconfig.json'), 'utf8'));
    for (const { path } of references) found.add(join(folder, path));
  }
  return found;
}

function line(path) {
  const { size, mtimeMs } = statSync(path);
  return `${path} ${size} ${mtimeMs}`;
}

const digest = (text) => createHash('sha256').update(text).digest('hex');
