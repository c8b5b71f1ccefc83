import { GivenNames } from './given-names.js';
import { note } from './outcome.js';
import type { Note } from './outcome.js';

/** A name as the source has it, and what decides between two that become one. */
export interface Candidate {
  readonly name: string;
  /** milliseconds */
  readonly modified: number | null;
}

/**
 * Which of the names that become one name it is: the one that is stored in prepared form, else the one that was changed last, else
 * the smaller text. Moving in: 5.1
 */
export function winnerOf(prepared: string, candidates: readonly Candidate[]): Candidate {
  const inForm = candidates.find(({ name }) => name === prepared);
  if (inForm !== undefined) return inForm;
  return candidates.reduce((best, one) => {
    const [later, earlier] = [one.modified ?? 0, best.modified ?? 0];
    if (later !== earlier) return later > earlier ? one : best;
    return one.name < best.name ? one : best;
  });
}

/**
 * What names of the source become. Only those are held in memory that are not stored in prepared form, which few are.
 * @param prepare null: no such name is possible here
 */
export class MovedNames {
  private readonly unprepared = new Map<string, Candidate[]>();
  private readonly decided = new Map<string, string | null>();
  /** by prepared form, those that somebody has given another name */
  private readonly renamed = new Map<string, Candidate[]>();
  private readonly originals = new Map<string, string>();
  /** by given name, what has it in the source */
  readonly takers = new Map<string, string>();

  constructor(
    private readonly prepare: (name: string) => string | null,
    private readonly given = new GivenNames(prepare),
  ) {}

  /** First pass: each name of the source. */
  see(candidate: Candidate): void {
    const { name } = candidate;
    const prepared = this.prepare(name);
    if (this.given.isGiven(name)) {
      this.originals.set(this.given.of(name)!, name);
      if (prepared !== null) add(this.renamed, prepared, candidate);
    }
    if (prepared === null) return;
    if (this.given.values.has(prepared) && this.given.of(name) !== prepared) {
      this.takers.set(prepared, name);
    }
    if (prepared !== name && !this.given.isGiven(name)) add(this.unprepared, prepared, candidate);
  }

  /** Whether a second pass is needed, in which {@link meet} takes each name. */
  get needsSecondPass(): boolean {
    return this.unprepared.size + this.renamed.size > 0;
  }

  /** Second pass: a name in prepared form that is another's as well. */
  meet(candidate: Candidate): void {
    const { name } = candidate;
    if (this.given.isGiven(name)) return;
    const others = this.unprepared.get(name);
    const isPrepared = this.renamed.has(name) || others !== undefined;
    if (!isPrepared || this.prepare(name) !== name) return;
    this.renamed.delete(name);
    if (others !== undefined) add(this.unprepared, name, candidate);
  }

  /**
   * After the passes.
   * @param loserName a name of its own for one that loses; null: it is not moved
   */
  decide(loserName: (prepared: string) => string | null = () => null): void {
    for (const [prepared, candidates] of this.unprepared) {
      this.renamed.delete(prepared);
      const winner = winnerOf(prepared, candidates);
      const losers = candidates.filter((one) => one !== winner);
      for (const { name } of losers.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        this.decided.set(name, loserName(prepared));
      }
    }
    // what refers to a name that nothing else has means the one that had it
    for (const [prepared, candidates] of this.renamed) {
      this.given.refer(prepared, winnerOf(prepared, candidates).name);
    }
    for (const [prepared, name] of this.takers) {
      if (!this.given.isGiven(name)) this.decided.set(name, loserName(prepared));
    }
  }

  /** Prepared names that are contended or changed. */
  get prepared(): Iterable<string> {
    return [...this.unprepared.keys(), ...this.given.values];
  }

  /** The name here; `null`: it is not moved. */
  of(name: string): string | null {
    const given = this.given.of(name);
    if (given !== undefined) return given;
    const decided = this.decided.get(name);
    return decided === undefined ? this.prepare(name) : decided;
  }

  /** Whether somebody has given it another name. */
  isGiven(name: string): boolean {
    return this.given.isGiven(name);
  }

  /** How the source writes the name that is this one here. */
  original(prepared: string): string {
    const candidates = this.unprepared.get(prepared);
    return (
      this.originals.get(prepared) ??
      (candidates === undefined ? prepared : winnerOf(prepared, candidates).name)
    );
  }

  /** Why an account is not moved, or what happens to its name. */
  noteFor(name: string): Note | null {
    if (this.isGiven(name)) return note('renamed', `it is ${this.of(name)} here`);
    if (this.decided.get(name) === null) {
      return note('name-twice', 'another account has this name already');
    }
    const here = this.of(name);
    if (here === null) return note('name-invalid', 'no account can have this name');
    if (here !== name) return note('name-unprepared', `it is ${here} here`);
    return null;
  }
}

function add(all: Map<string, Candidate[]>, prepared: string, candidate: Candidate): void {
  const others = all.get(prepared);
  if (others === undefined) all.set(prepared, [candidate]);
  else if (!others.some(({ name }) => name === candidate.name)) others.push(candidate);
}
