import {
  NAMEPREP,
  NODEPREP,
  prepare,
  RESOURCEPREP,
  SASLPREP,
} from '@chat-admin/domain/shared/stringprep';
import type { Profile } from '@chat-admin/domain/shared/stringprep';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { codePoints, prepared, walked } from '../src/preparation/stock-preparation.js';
import type { ProfileName, Range, Strictness } from '../src/preparation/stock-preparation.js';

const PROFILES: Readonly<Record<ProfileName, Profile>> = {
  nodeprep: NODEPREP,
  nameprep: NAMEPREP,
  resourceprep: RESOURCEPREP,
  saslprep: SASLPREP,
};
/** All of the two planes with alphabets, and what is not alike in the others: their ends, ideographs that normalise, tags. */
const RANGES: readonly Range[] = [
  [0, 0xd7ff],
  [0xe000, 0x1ffff],
  [0x2f800, 0x2fa1f],
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 15, 16].flatMap((plane): Range[] => [
    [plane << 16, (plane << 16) + 0x1ff],
    [(plane << 16) + 0xff00, (plane << 16) + 0xffff],
  ]),
  [0xe0000, 0xe0fff],
];
const HEBREW = '\u05d0';
const names = Object.keys(PROFILES) as ProfileName[];
const both: Strictness[] = ['strict', 'lenient'];

const suite = await suiteNeeds(describe, 'Preparation of names and passwords', ['prosody']);

suite('Preparation of names and passwords', () => {
  const alone = names.flatMap((profile) =>
    both.map((strictness) => ({ profile, strictness, before: '', after: '' })),
  );
  const directions = [
    { profile: 'nodeprep', strictness: 'strict', before: 'a', after: '' },
    { profile: 'nodeprep', strictness: 'strict', before: HEBREW, after: HEBREW },
    { profile: 'saslprep', strictness: 'lenient', before: 'a', after: '' },
    { profile: 'saslprep', strictness: 'lenient', before: HEBREW, after: HEBREW },
    { profile: 'saslprep', strictness: 'lenient', before: HEBREW, after: '' },
  ] as const;
  it.each([...alone, ...directions])(
    'is that of Prosody for all code points: $strictness $profile between "$before" and "$after"',
    async (walk) => {
      const texts = Array.from(codePoints(RANGES), (code) => {
        return walk.before + String.fromCodePoint(code) + walk.after;
      });
      expect(await differences(walk, texts, walked(walk, RANGES))).toEqual([]);
    },
  );

  it.each(alone)('is that of Prosody for texts: $strictness $profile', async (walk) => {
    const texts = someTexts(20_000);
    const theirs = prepared(walk.profile, walk.strictness, texts);
    expect(await differences(walk, texts, theirs)).toEqual([]);
  });
});

interface Difference {
  readonly text: string;
  readonly ours: string | null;
  readonly theirs: string | null;
}

/** The first ones. */
async function differences(
  { profile, strictness }: { readonly profile: ProfileName; readonly strictness: Strictness },
  texts: readonly string[],
  answers: AsyncIterable<readonly (string | null)[]>,
): Promise<readonly Difference[]> {
  const found: Difference[] = [];
  let position = 0;
  for await (const some of answers) {
    for (const theirs of some) {
      const text = texts[position]!;
      const ours = attempt(text, PROFILES[profile], strictness);
      if (ours !== theirs && found.length < 20) found.push({ text: escape(text), ours, theirs });
      position += 1;
    }
  }
  expect(position).toBe(texts.length);
  return found;
}

function attempt(text: string, profile: Profile, strictness: Strictness): string | null {
  try {
    const tolerance = { unassigned: strictness === 'lenient', mixedDirections: false };
    return prepare(text, profile, tolerance);
  } catch {
    return null;
  }
}

/** Short texts of code points that meet in folding, composition and direction; always the same. */
function someTexts(amount: number): readonly string[] {
  let state = 12;
  const below = (limit: number): number => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
  const blocks = [0x0000, 0x0300, 0x0340, 0x0590, 0x0600, 0x0750, 0x0900, 0x1100, 0x1d00, 0x1e00];
  const more = [0x1f00, 0x2000, 0x2c00, 0x3040, 0xa640, 0xac00, 0xfb00, 0xfe70, 0x10400, 0x1d400];
  const all = [...blocks, ...more];
  const character = () => String.fromCodePoint(all[below(all.length)]! + 1 + below(0x7f));
  return Array.from({ length: amount }, () =>
    Array.from({ length: 2 + below(5) }, character).join(''),
  );
}

function escape(text: string): string {
  return Array.from(text, (one) => `U+${one.codePointAt(0)!.toString(16)}`).join(' ');
}
