import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A profile of Prosody's `util.encodings`. */
export type ProfileName = 'nodeprep' | 'nameprep' | 'resourceprep' | 'saslprep';
export type Strictness = 'strict' | 'lenient';

export interface Walk {
  readonly profile: ProfileName;
  readonly strictness: Strictness;
  readonly before: string;
  readonly after: string;
}

const SCRIPT = fileURLToPath(new URL('../../src/preparation/walk.lua', import.meta.url));

export type Range = readonly [first: number, last: number];

/** All code points that text can hold. */
export const EVERYTHING: readonly Range[] = [
  [0, 0xd7ff],
  [0xe000, 0x10ffff],
];

export function* codePoints(ranges: readonly Range[]): Generator<number> {
  for (const [first, last] of ranges) for (let code = first; code <= last; code += 1) yield code;
}

/** What Prosody prepares code points to that stand between two texts, in pieces; `null`: refused. */
export function walked({ profile, strictness, before, after }: Walk, ranges: readonly Range[]) {
  const asked = `${profile} ${strictness} ${hex(before)} ${hex(after)}`;
  return answers(ranges.map(([first, last]) => `${asked} ${first} ${last}`));
}

/** What Prosody prepares the texts to, none of them empty; in pieces. */
export function prepared(profile: ProfileName, strictness: Strictness, texts: readonly string[]) {
  return answers(texts.map((text) => `${profile} ${strictness} ${hex(text)}`));
}

async function* answers(questions: readonly string[]): AsyncGenerator<readonly (string | null)[]> {
  const lua = spawn('lua5.4', [SCRIPT], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = new Promise<number | null>((resolve) => lua.on('close', resolve));
  lua.stdin.end(`${questions.join('\n')}\n`);
  let rest = '';
  for await (const chunk of lua.stdout.setEncoding('latin1') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop()!;
    yield lines.map((line) => (line === '-' ? null : Buffer.from(line, 'hex').toString()));
  }
  if ((await ended) !== 0) throw new Error(`Prosody's preparation cannot be asked: ${SCRIPT}`);
}

function hex(text: string): string {
  return Buffer.from(text).toString('hex') || '-';
}
