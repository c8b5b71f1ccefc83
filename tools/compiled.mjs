// Knows whether the compiler has anything to do, without running it: `tsc -b` takes a second of CPU to say no.
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

const BUILD_INFO = 'dist/.tsbuildinfo';
/** what is written last where the files are for browsers */
const SITE = 'dist/site/index.html';
const PACKAGES = 'node_modules/.package-lock.json';
const SOURCE = /\.(tsx?|css|json|svg)$/;
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
    const isSite = existsSync(join(folder, 'vite.config.ts'));
    lines.push(line(join(folder, isSite ? SITE : BUILD_INFO)));
    const parts = isSite ? ['src', 'build', 'public'] : ['src'];
    for (const part of parts) {
      const names = readdirSync(join(folder, part), { recursive: true });
      for (const name of names.filter((one) => SOURCE.test(one)).sort()) {
        lines.push(line(join(folder, part, name)));
      }
    }
    if (isSite) lines.push(line(join(folder, 'vite.config.ts')), line(join(folder, 'index.html')));
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
