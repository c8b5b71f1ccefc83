import { runCommandLine } from '@chat-admin/cli/program/command-line';

/**
 * Runs a command of `chat-admin` beside the instances, which are other processes.
 * @param typed what is answered when it asks for a secret
 * @returns what it prints
 * @throws unless it ends with 0
 */
export async function command(databaseUrl: string, words: string, typed = ''): Promise<string> {
  let printed = '';
  let complaints = '';
  const code = await runCommandLine(words.split(' '), {
    environment: { DATABASE_URL: databaseUrl, XMPP_DOMAIN: 'example.org' },
    print: (text) => (printed += text),
    complain: (text) => (complaints += text),
    askSecret: () => Promise.resolve(typed),
  });
  if (code !== 0) throw new Error(`${words} ended with ${code}: ${complaints}`);
  return printed;
}
