import { createInterface } from 'node:readline/promises';
import { Writable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { UnusableWord } from '../outcome/failures.js';

/**
 * On a terminal, what is typed, which is not shown; otherwise the first line of standard input.
 * @throws UnusableWord if there is nothing
 */
export async function askSecret(question: string): Promise<string> {
  const { stdin, stderr } = process;
  const answer = stdin.isTTY ? await typed(question) : (await text(stdin)).split(/\r?\n/, 1)[0]!;
  if (answer === '') throw new UnusableWord(`${question.trimEnd().replace(/:$/, '')} is missing`);
  return answer;

  async function typed(prompt: string): Promise<string> {
    stderr.write(prompt);
    const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
    const reader = createInterface({ input: stdin, output: nowhere, terminal: true });
    try {
      return await reader.question('');
    } finally {
      reader.close();
      stderr.write('\n');
    }
  }
}
