import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const source = fileURLToPath(new URL('../src', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'launcher-spec-'));

/** Compiles the launcher, so that tests can run one as a process. */
export function prepareLauncher(): void {
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}');
  const compilerOptions = { module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2023 };
  for (const name of readdirSync(source).filter((file) => /(?<!spec)\.ts$/.test(file))) {
    const { outputText } = ts.transpileModule(readFileSync(join(source, name), 'utf8'), {
      compilerOptions,
    });
    writeFileSync(join(folder, name.replace(/ts$/, 'js')), outputText);
  }
}

export function removeLauncher(): void {
  rmSync(folder, { recursive: true });
}

/** A part's program: reports its events, and exits when the launcher is gone. */
const program = (body: string) => `
  const say = (what) => console.log(process.env.PART + ' ' + what);
  process.on('disconnect', () => process.exit(9));
  process.on('SIGTERM', () => { say('stops'); process.exit(0); });
  const ready = () => {
    process.send('ready');
    setInterval(() => process.connected && process.send('alive'), 20);
  };
  ${body}`;

/**
 * Runs a launcher with programs as parts, in order.
 * @param bodies by part; `ready()` notifies the launcher, which prints a line; `say()` prints one
 */
export function launch(
  bodies: Record<string, string>,
  { graceMs = 30_000, standingMs = 30_000 } = {},
) {
  const parts = Object.entries(bodies).map(([name, body]) => {
    const script = join(folder, `${name}-${process.hrtime.bigint()}.mjs`);
    writeFileSync(script, `process.env.PART = '${name}';${program(body)}`);
    return `nodePart({ name: '${name}', script: '${script}', graceMs: ${graceMs}, standingMs: ${standingMs} })`;
  });
  const main = join(folder, `main-${process.hrtime.bigint()}.js`);
  writeFileSync(
    main,
    `import { nodePart } from './node-part.js';
    import { superviseProcess } from './process-supervision.js';
    const announced = (part) => ({
      ...part,
      start: async (...given) => {
        const running = await part.start(...given);
        console.log(part.name + ' is ready');
        return running;
      },
    });
    await superviseProcess([${parts.join(',')}].map(announced));`,
  );
  const child = spawn(process.execPath, [main], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'] },
  });
  let output = '';
  const waiting = new Set<() => void>();
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      for (const check of waiting) check();
    });
  }
  // 'close' is emitted once the parts, which share the pipes, have ended as well
  const closed = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  return {
    kill: (signal: NodeJS.Signals) => child.kill(signal),
    /** resolves once the text has been printed */
    says: (text: string) =>
      new Promise<void>((resolve) => {
        const check = () => {
          if (!output.includes(text)) return;
          waiting.delete(check);
          resolve();
        };
        waiting.add(check);
        check();
      }),
    /** resolves when the launcher and all its parts have ended */
    ended: closed.then(([code, signal]) => ({
      code,
      signal,
      lines: output.trim().split('\n'),
    })),
  };
}
