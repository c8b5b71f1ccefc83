import { ownCommand } from '@chat-admin/configuration/own-command';
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

const OF_PACKAGE = (words: string) => `chat-admin ${words}`;
const program = programOf(async () => undefined, OF_PACKAGE);
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

function helpOf(command: Command): string {
  let help = '';
  command.configureOutput({ writeOut: (text) => (help += text) }).outputHelp();
  return help;
}
const exampleOf = (help: string) => /Example:\n {2}(.*)/.exec(help)?.[1];

/** Exit codes of their own. */
const isMove = (path: string) => /^(move$|(import|export) )/.test(path);

describe.each(all.map(({ path, command }) => [path, command] as const))('%s', (path, command) => {
  const words = path.split(' ');

  it('has an example of itself in its help, with options that it has', () => {
    const help = helpOf(command);
    const example = exampleOf(help);
    expect(help).toMatch(new RegExp(`^Usage: chat-admin ${path} `));
    expect(example).toMatch(new RegExp(`chat-admin ${path}( |$)`));
    const used = example!.match(/(?<= )--[a-z0-9-]+/g) ?? [];
    const known = command.options.map(({ long }) => long);
    expect(known).toEqual(expect.arrayContaining(used));
  });

  it('shows it as it is typed here, in a checkout', async () => {
    const { code, out } = await run([...words, '--help']);
    expect(code).toBe(0);
    expect(out).toMatch(new RegExp(`^Usage: npm run -s chat-admin -- ${path} `));
    const [, before, of] = /^(.*)chat-admin (.*)$/.exec(exampleOf(helpOf(command))!)!;
    const [own, after = ''] = of!.split(/(\))$/);
    expect(exampleOf(out)).toBe(`${before}${ownCommand(own!, 'checkout')}${after}`);
  });

  it('refuses an unknown option before anything is done', async () => {
    const { code, out, err } = await run([...words, '--no-such-option']);
    expect({ code, out }).toEqual({ code: isMove(path) ? 2 : 64, out: '' });
    // what is required is missed first
    expect(err).toMatch(/unknown option '--no-such-option'|required option/);
  });
});

it('of a checkout have scripts of npm, where it has them', async () => {
  expect(exampleOf((await run(['start', '--help'])).out)).toBe('npm start');
  expect(exampleOf((await run(['secret', 'show', '--help'])).out)).toBe('npm run -s secret');
  expect(exampleOf((await run(['completion', '--help'])).out)).toBe(
    'source <(npm run -s chat-admin -- completion bash)',
  );
});

it('tell their version', async () => {
  expect(await run(['--version'])).toEqual({ code: 0, out: `${PROGRAM_VERSION}\n`, err: '' });
});

it('are all of them', () => {
  expect(all.length).toBeGreaterThan(50);
});
