import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { run } from './support/command-world.js';

const suite = await suiteNeeds(describe, 'completion in shells', ['zsh', 'fish']);

suite('completion', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(join(tmpdir(), 'completion-'))));
  afterAll(() => rm(folder, { recursive: true }));

  /** The path of a file with the script for the shell. */
  async function scriptFor(shell: string): Promise<string> {
    const { code, out } = await run(`completion ${shell}`, {});
    expect(code).toBe(0);
    const file = join(folder, shell);
    await writeFile(file, out);
    return file;
  }

  const output = async (program: string, ...words: string[]): Promise<string[]> => {
    const options = { env: { PATH: process.env['PATH'], HOME: folder } };
    const { stdout, stderr } = await promisify(execFile)(program, words, options);
    expect(stderr).toBe('');
    return stdout.trim().split(/\s+/).filter(Boolean);
  };

  const CASES: [string, string[]][] = [
    ['acc', ['access', 'accounts']],
    ['access re', ['restore']],
    ['access restore --a', ['--allow-from']],
    ['user lock ola --j', ['--json']],
  ];

  it.each(CASES)('in bash: %s', async (words, expected) => {
    const script = `source "$1"; shift; COMP_WORDS=(chat-admin "$@"); COMP_CWORD=$#; _chat_admin; echo "\${COMPREPLY[@]}"`;
    const file = await scriptFor('bash');
    expect(await output('bash', '-c', script, 'bash', file, ...words.split(' '))).toEqual(expected);
  });

  it.each(CASES)('in fish: %s', async (words, expected) => {
    const file = await scriptFor('fish');
    const script = `source ${file}; complete --do-complete 'chat-admin ${words}'`;
    expect(await output('fish', '--no-config', '-c', script)).toEqual(expected);
  });

  it('in zsh, which takes that of bash', async () => {
    const file = await scriptFor('zsh');
    const script = `autoload -U compinit && compinit -u && source ${file} && print -- $_comps[chat-admin]`;
    expect((await output('zsh', '-f', '-c', script)).join(' ')).toContain('_chat_admin');
  });

  it('is offered for these shells only', async () => {
    expect((await run('completion tcsh', {})).code).toBe(64);
  });
});
