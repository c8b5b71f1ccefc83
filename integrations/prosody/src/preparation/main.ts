import { codePoints, EVERYTHING, walked } from './stock-preparation.js';
import type { Strictness } from './stock-preparation.js';

/** Prints `libs/domain/src/shared/code-point-runs.ts`, as the installed Prosody has it. */

const HEBREW = '\u05d0';
const LINE = 92;

const alone = await all('lenient', '', '');
const strict = await all('strict', '', '');
const afterLetter = await all('lenient', 'a', '');
const between = await all('lenient', HEBREW, HEBREW);

const runs: { kind: string; length: number }[] = [];
for (let code = 0; code <= 0x10ffff; code += 1) {
  const kind = kindOf(code);
  const last = runs.at(-1);
  if (last === undefined) runs.push({ kind: kind ?? 'L', length: 1 });
  else if (kind === null ? 'LRN'.includes(last.kind) : kind === last.kind) last.length += 1;
  else runs.push({ kind: kind ?? 'L', length: 1 });
}
const text = runs
  .map(({ kind, length }) => kind + (length === 1 ? '' : (length - 1).toString(36)))
  .join('');
const lines = text.match(new RegExp(`.{1,${LINE}}`, 'g'))!.map((line) => `    '${line}',`);
process.stdout.write(
  [
    '/** Kinds of all code points, as Prosody 0.12.3 with ICU 72 has them: `unicode-3-2.ts` reads them.',
    ' * Written by `npm run code-points`. */',
    'export const CODE_POINT_RUNS = [',
    ...lines.map((line) => line.slice(2)),
    "].join('');",
    '',
  ].join('\n'),
);

async function all(strictness: Strictness, before: string, after: string) {
  const walk = { profile: 'resourceprep', strictness, before, after } as const;
  const answers = new Map<number, string | null>();
  const codes = codePoints(EVERYTHING);
  for await (const some of walked(walk, EVERYTHING)) {
    for (const answer of some) answers.set(codes.next().value!, answer);
  }
  return answers;
}

/** `null`: assigned, in no prepared text, and not prohibited, since it is normalised to others. */
function kindOf(code: number): string | null {
  const one = alone.get(code) ?? null;
  if (one === null && (between.get(code) ?? null) === null) return code < 0x80 ? 'N' : 'P';
  if (afterLetter.get(code) === 'a') return 'M';
  if (one !== String.fromCodePoint(code)) return null;
  const direction = afterLetter.get(code) === null ? 'R' : between.get(code) === null ? 'L' : 'N';
  if (strict.get(code) !== null) return direction;
  return { L: 'U', R: 'V', N: 'W' }[direction];
}
