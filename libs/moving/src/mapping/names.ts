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

  constructor(private readonly prepare: (name: string) => string | null) {}

  /** First pass: each name of the source. */
  see(candidate: Candidate): void {
    const prepared = this.prepare(candidate.name);
    if (prepared === null || prepared === candidate.name) return;
    const others = this.unprepared.get(prepared);
    if (others === undefined) this.unprepared.set(prepared, [candidate]);
    else if (!others.some(({ name }) => name === candidate.name)) others.push(candidate);
  }

  /** Whether a second pass is needed, in which {@link meet} takes each name. */
  get needsSecondPass(): boolean {
    return this.unprepared.size > 0;
  }

  /** Second pass: a name in prepared form that is another's as well. */
  meet(candidate: Candidate): void {
    const others = this.unprepared.get(candidate.name);
    if (others === undefined || this.prepare(candidate.name) !== candidate.name) return;
    if (!others.some(({ name }) => name === candidate.name)) others.push(candidate);
  }

  /**
   * After the passes.
   * @param loserName a name of its own for one that loses; null: it is not moved
   */
  decide(loserName: (prepared: string) => string | null = () => null): void {
    for (const [prepared, candidates] of this.unprepared) {
      const winner = winnerOf(prepared, candidates);
      const losers = candidates.filter((one) => one !== winner);
      for (const { name } of losers.sort((a, b) => (a.name < b.name ? -1 : 1))) {
        this.decided.set(name, loserName(prepared));
      }
    }
  }

  /** Prepared names that are contended or changed. */
  get prepared(): Iterable<string> {
    return this.unprepared.keys();
  }

  /** The name here; `null`: it is not moved. */
  of(name: string): string | null {
    const decided = this.decided.get(name);
    return decided === undefined ? this.prepare(name) : decided;
  }

  /** How the source writes the name that is this one here. */
  original(prepared: string): string {
    const candidates = this.unprepared.get(prepared);
    return candidates === undefined ? prepared : winnerOf(prepared, candidates).name;
  }

  /** Why an account is not moved, or what happens to its name. */
  noteFor(name: string): Note | null {
    if (this.decided.get(name) === null) {
      return note('name-twice', 'another account has this name already');
    }
    const here = this.of(name);
    if (here === null) return note('name-invalid', 'no account can have this name');
    if (here !== name) return note('name-unprepared', `it is ${here} here`);
    return null;
  }
}
