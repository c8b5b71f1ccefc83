import type { Kind } from '../rows.js';
import { KINDS } from '../rows.js';
import type { Step } from '../target/run-state.js';
import type { NewPasswords } from '../passwords/new-passwords.js';
import type { PassResult } from './keyed-pass.js';

export interface ImportSettings {
  /** of the source, without login */
  readonly sourceName: string;
  /** source and options, for later commands; null: what they know stays */
  readonly remembered: object | null;
  readonly kinds: ReadonlySet<Kind>;
  readonly onConflict: 'fail' | 'keep' | 'replace';
  /** however much of what is here has gone there */
  readonly mayRemove: boolean;
  readonly jobs: number;
  readonly iterations: number;
  readonly acceptNamePasswords: boolean;
  readonly propertyPrefixes: readonly string[];
  /** instead of the stored marks */
  readonly since: Date | null;
  /** of conversations only lines at or after it; null: all */
  readonly messagesSince: Date | null;
  /** takes accounts without usable password or keys; null: they get none */
  readonly newPasswords: NewPasswords | null;
}

/** What follows a run: how far it is, and whether it is to stop. */
export interface Follower {
  /** @param rows of the source, or contacts; null: unknown */
  begins(step: Step, rows: number | null): void;
  advance(step: Step, rows: number): void;
  ends(step: Step, result: PassResult): void;
  /** whether somebody has asked it to stop */
  readonly isStopped: boolean;
  /** after each batch, which has been stored */
  batchDone?(): void;
}

/** Kinds that are moved unless others are asked for. */
export const USUAL_KINDS = KINDS.filter((kind) => kind !== 'archive');
