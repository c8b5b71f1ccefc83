import { PROGRAM_VERSION } from '@chat-admin/persistence/schema/program';
import type { Command } from 'commander';
import { runCommandLine } from './command-line.js';
import { programOf } from './program.js';

interface Leaf {
  /** its words */
  readonly path: string;
  readonly command: Command;
}

function* leaves(command: Command, path = ''): Generator<Leaf> {
  for (const below of command.commands) {
    const own = `${path} ${below.name()}`.trim();
    if (below.commands.length > 0) yield* leaves(below, own);
    else yield { path: own, command: below };
  }
}

const program = programOf(async () => undefined);
const all = [...leaves(program)].filter(({ command }) => command.name() !== 'help');

async function run(words: readonly string[]) {
  let out = '';
  let err = '';
  const code = await runCommandLine(words, {
    environment: {},
    print: (text) => (out += text),
    complain: (text) => (err += text),
    askSecret: () => Promise.reject(new Error('asked')),
  });
  return { code, out, err };
}

/** Exit codes of their own. */
const isMove = (path: string) => /^(import|export) /.test(path);

describe.each(all.map(({ path, command }) => [path, command] as const))('%s', (path, command) => {
  const words = path.split(' ');

  it('has an example of itself in its help, with options that it has', async () => {
    const { code, out } = await run([...words, '--help']);
    expect(code).toBe(0);
    const example = /Example:\n {2}(.*)/.exec(out)?.[1];
    expect(example).toMatch(new RegExp(`chat-admin ${path}( |$)`));
    const used = example!.match(/(?<= )--[a-z0-9-]+/g) ?? [];
    const known = command.options.map(({ long }) => long);
    expect(known).toEqual(expect.arrayContaining(used));
  });

  it('refuses an unknown option before anything is done', async () => {
    const { code, out, err } = await run([...words, '--no-such-option']);
    expect({ code, out }).toEqual({ code: isMove(path) ? 2 : 64, out: '' });
    // what is required is missed first
    expect(err).toMatch(/unknown option '--no-such-option'|required option/);
  });
});

it('tell their version', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: `${PROGRAM_VERSION}\n`, err: '' });
});

it('are all of them', () => {
  expect(all.length).toBeGreaterThan(50);
});
