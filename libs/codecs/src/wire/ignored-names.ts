import type { Members } from './json-values.js';

const MOST_NAMES = 20;
const MOST_CHARACTERS = 40;
const SAFE = /[\w.\-@$[\]]/;

/**
 * What a request says that nothing reads: names in order of appearance, each once, those inside of
 * others with their path. Contract: core 1.6, CK-4
 */
export class IgnoredNames {
  private parameters: Set<string> | null = null;
  private names: Set<string> | null = null;
  /** names around what is being read */
  private readonly path: string[] = [];
  private hasNothingKnown = false;

  get isEmpty(): boolean {
    return this.names === null && this.parameters === null;
  }

  /** The document has unknown names and no known one. */
  get nothingIsKnown(): boolean {
    return this.hasNothingKnown;
  }

  /** A parameter in the query. */
  addParameter(name: string): void {
    (this.parameters ??= new Set()).add(name);
  }

  /** A name inside of those that were entered; an empty one has no form in a list of a header. */
  add(name: string): void {
    if (name === '') return;
    const { path } = this;
    (this.names ??= new Set()).add(path.length === 0 ? name : `${path.join('.')}.${name}`);
  }

  /** What is read next stands in `name`. */
  enter(name: string): void {
    this.path.push(name);
  }

  /** How many names stand around what is being read; set to leave some. */
  get depth(): number {
    return this.path.length;
  }

  set depth(depth: number) {
    this.path.length = depth;
  }

  /** Adds the members that are not among `known`. */
  addUnknown(value: Members, known: ReadonlySet<string>): void {
    for (const name in value) if (!known.has(name)) this.add(name);
  }

  /** An object is read that has unknown names. @param hasKnown whether it has others, too */
  settle(hasKnown: boolean): void {
    if (this.depth === 0) this.hasNothingKnown = !hasKnown;
  }

  /** All of them as they were sent, parameters first. */
  all(): readonly string[] {
    return [...Array.from(this.parameters ?? [], (name) => `?${name}`), ...(this.names ?? [])];
  }

  /** The first of them for a header, parameters first. */
  told(): string {
    return firstOf([...(this.parameters ?? [])], [...(this.names ?? [])]);
  }

  /** The first of those of the document. */
  toldOfDocument(): string {
    return firstOf([], [...(this.names ?? [])]);
  }
}

function firstOf(parameters: readonly string[], names: readonly string[]): string {
  const first = [
    ...parameters.slice(0, MOST_NAMES).map((name) => `?${encoded(name)}`),
    ...names.slice(0, MOST_NAMES).map(encoded),
  ].slice(0, MOST_NAMES);
  const more = parameters.length + names.length - first.length;
  return first.join(', ') + (more === 0 ? '' : ` and ${more} more`);
}

/** Percent-encoded, and cut between characters. */
function encoded(name: string): string {
  let text = '';
  for (const character of name) {
    const part = SAFE.test(character) ? character : escaped(character);
    if (text.length + part.length > MOST_CHARACTERS) break;
    text += part;
  }
  return text;
}

const escaped = (character: string): string =>
  Array.from(new TextEncoder().encode(character), (byte) => `%${hex(byte)}`).join('');

const hex = (byte: number): string => byte.toString(16).toUpperCase().padStart(2, '0');
