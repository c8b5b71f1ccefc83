import { LABELS } from '@chat-admin/domain/audit/audit-trail';
import type { Random } from '../random.js';

/** Texts that a generator of its own puts wherever a text goes. */
export const HARD_TEXTS = {
  'quadratic texts': quadratic,
  surrogates,
  'labels as names': (random: Random) => random.pick(LABEL_NAMES),
} as const satisfies Readonly<Record<string, (random: Random) => string>>;

export type HardTexts = keyof typeof HARD_TEXTS;

/** Whatever the service calls callers that are no accounts, and what means an administrator. */
const LABEL_NAMES = [...LABELS, 'anonymous', 'ANONYMOUS', 'admin', '-', 'key:ola'];

/** Repeated, they take long to normalise, to fold, to split or to match. */
const REPEATED = [
  ...['\u0301\u0316', '\ufdfa', '\u1100\u1161\u11a8', '\u0390', '\u1fb7', '\u0130', 'ß'],
  ...[',', '\n', '\r\n\r\n', ' ', '\t', '/', '@', '.', '..', '-', ';q=', '&', '"', '\\', '((', '*'],
];

/** From what every field takes to what none does. */
const LENGTHS = [20, 100, 250, 341, 511, 1_024, 5_000, 60_000];

function quadratic(random: Random): string {
  const length = random.oneIn(300) ? 1_000_000 : random.pick(LENGTHS);
  const text = random.pick(REPEATED).repeat(length);
  return random.pick(['a', '', 'a@']) + text + random.pick(['', 'a', '!', '@example.org']);
}

/** Halves alone, in the wrong order, and pairs of which one ends up at any place where texts are cut. */
function surrogates(random: Random): string {
  const half = () => random.pick(['\ud83d', '\ude00', '\udbff', '\udfff']);
  const kind = random.below(4);
  if (kind === 0) return random.pick(['', 'a', 'ola']) + half() + random.pick(['', 'a']);
  if (kind === 1) return `\ude00\ud83d${half()}`;
  const before = random.pick([0, 40, 90, 190, 230, 990]) + random.below(60);
  return 'x'.repeat(before) + (kind === 2 ? half() : '\u{1f600}'.repeat(1 + random.below(12)));
}
