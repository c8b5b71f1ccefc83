import type { MigrationInterface } from 'typeorm';

/**
 * What a migration means for programs that were built before it and still run.
 *
 * `expand`: it only adds, so that they go on. Otherwise it takes away, which is allowed once a
 * release without the last use is out: `since` names the migration that the programs have which do
 * not use it any more; those of a lower level end.
 */
export type Phase = 'expand' | { readonly since: string };

/** A migration without phase comes from the time before a program ran beside a newer one. */
export interface PhasedMigration extends MigrationInterface {
  readonly name: string;
  readonly phase?: Phase;
  /** Tables of which it changes a few rows at most, so that nobody waits; otherwise a job does that. */
  readonly changesFew?: readonly string[];
}

/** The lowest level of programs that may use a schema with all of `migrations`. */
export function oldestLevelOf(migrations: readonly PhasedMigration[]): number {
  const levelOf = (name: string) => migrations.findIndex((other) => other.name === name) + 1;
  const levels = migrations.map(({ name, phase }) => {
    if (phase === 'expand') return 1;
    return levelOf(phase?.since ?? name);
  });
  return Math.max(1, ...levels);
}
