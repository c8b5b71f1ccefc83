import type { Environment } from './load-config.js';

/** What a source of settings names that is no setting. */
export interface StrangeNames {
  /** each a line */
  readonly faults: readonly string[];
  /** that look like settings, and are none */
  readonly unknown: readonly string[];
}

export interface KnownNames {
  /** of all parts */
  readonly settings: readonly string[];
  /** those of them that may be given as `<name>_FILE` */
  readonly secrets: readonly string[];
}

/** How many letters a misspelt name may differ in. */
const MISSPELT = 2;

/** Names in the environment: only those that are nearly settings are faults, since others may have their own reasons. */
export function strangeInEnvironment(values: Environment, known: KnownNames): StrangeNames {
  const all = namesOf(known);
  const begins = new Set(known.settings.map(beginning));
  const faults: string[] = [];
  const unknown: string[] = [];
  for (const name of Object.keys(values)) {
    if (all.has(name) || !begins.has(beginning(name))) continue;
    const plain = name.replace(/_FILE$/, '');
    const meant = nearest(name, all);
    if (plain !== name && known.settings.includes(plain)) faults.push(noSecret(name, plain));
    else if (meant !== null) faults.push(misspelt(name, meant));
    else unknown.push(name);
  }
  return { faults, unknown };
}

/** Names in our own file: everything else is a fault. */
export function strangeInFile(values: Environment, known: KnownNames): readonly string[] {
  const all = namesOf(known);
  return Object.keys(values).flatMap((name) => {
    if (all.has(name)) return [];
    const plain = name.replace(/_FILE$/, '');
    if (plain !== name && known.settings.includes(plain)) return [noSecret(name, plain)];
    return [misspelt(name, nearest(name, all))];
  });
}

const namesOf = ({ settings, secrets }: KnownNames): ReadonlySet<string> =>
  new Set([...settings, ...secrets.map((name) => `${name}_FILE`)]);

/** `API_` of `API_PORT`. */
const beginning = (name: string): string => name.slice(0, name.indexOf('_') + 1);

const misspelt = (name: string, meant: string | null): string =>
  meant === null
    ? `${name}: there is no such setting; remove it`
    : `${name}: there is no such setting; did you mean ${meant}?`;

const noSecret = (name: string, plain: string): string =>
  `${name}: there is no such setting; ${plain} is no secret, set it itself`;

function nearest(name: string, all: Iterable<string>): string | null {
  let found: string | null = null;
  let least = MISSPELT + 1;
  for (const one of all) {
    if (beginning(one) !== beginning(name)) continue;
    const distance = distanceOf(name, one);
    if (distance < least) [found, least] = [one, distance];
  }
  return found;
}

/** Levenshtein's. */
function distanceOf(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [at, letter] of [...left].entries()) {
    const next = [at + 1];
    for (const [column, other] of [...right].entries()) {
      const replaced = row[column]! + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, row[column + 1]! + 1, next[column]! + 1));
    }
    row = next;
  }
  return row.at(-1)!;
}
