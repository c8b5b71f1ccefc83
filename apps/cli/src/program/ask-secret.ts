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

/** What is typed at the terminal; the end of input (Ctrl-D) ends the command. @throws UnusableWord */
export async function ask(question: string): Promise<string> {
  const reader = createInterface({ input: process.stdin, output: process.stderr });
  const closed = new AbortController();
  reader.once('close', () => closed.abort());
  // otherwise Ctrl-C would only end the line
  reader.once('SIGINT', () => process.kill(process.pid, 'SIGINT'));
  try {
    return await reader.question(question, { signal: closed.signal });
  } catch {
    throw new UnusableWord('No answer: nothing more was done');
  } finally {
    reader.close();
  }
}
