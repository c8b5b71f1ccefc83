import { objectPath } from '../events/event-outbox.js';
import { sourceOf } from '../users/managed-objects.js';
import { brakes, isWithin } from './brake.js';
import type { CarryOut, MovedOn } from './carry-out.js';
import { NO_COUNTS, OUTCOMES, PASSES } from './directory-run.js';
import type { Affected, DirectoryRun, RunCounts, RunPosition, RunResult } from './directory-run.js';
import type { RunPorts } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';
import { ReadingEndedEarly } from './directory-source.js';
import type { DirectorySource } from './directory-source.js';
import type { Refusal, WriteVcard } from './plan.js';
import { failRun } from './fail-run.js';
import { RunLines } from './run-lines.js';
import type { Line } from './run-lines.js';
import { stageDirectory } from './stage-directory.js';

/** What the work on runs needs besides the use cases. */
export interface RunTools {
  /** Runs `work`, whose transaction writes the entry about these objects. */
  readonly audited: <T>(
    run: DirectoryRun,
    about: () => readonly RunResult[],
    work: () => Promise<T>,
  ) => Promise<T>;
  /** null: the line is not to blame, all of its batch is to be done again */
  readonly failureOf: (error: unknown) => Refusal | null;
  /** Tells the chat server what a batch has changed. */
  readonly tell: () => Promise<void>;
  readonly forget: () => void;
  readonly now: () => Date;
  readonly vcardOf: WriteVcard;
}

const moved = (line: number, { from, to }: MovedOn): RunResult => ({
  ...{ line, object: objectPath('users', to), outcome: 'renamed', changed: ['username'] },
  ...{ exception: null, message: `Was ${from}` },
});

/** Carries out a run: reads everything, compares it, and writes in batches. Contract: extensions E13.10 */
export class DirectoryRunWork {
  private readonly source: string;
  private readonly lines: RunLines;

  constructor(
    private readonly ports: RunPorts,
    private readonly settings: DirectorySettings,
    private readonly directory: DirectorySource,
    carryOut: CarryOut,
    private readonly tools: RunTools,
  ) {
    this.source = sourceOf(settings.name);
    this.lines = new RunLines(ports, settings, carryOut, tools);
  }

  /**
   * Goes on with a run that the instance has claimed, until it ends or waits.
   * @throws RunLost, and what keeps it from going on now; another instance may
   */
  async goOn(claimed: DirectoryRun, instance: string, stop?: AbortSignal): Promise<DirectoryRun> {
    let run = claimed;
    const save = async (change: Partial<DirectoryRun>) => {
      run = { ...run, ...change };
      await this.ports.runs.save(run, instance);
    };
    try {
      if (!(await this.isStaged(run)))
        await stageDirectory(run, this.ports.runs, this.settings, this.directory, save, stop);
    } catch (error) {
      if (!(error instanceof ReadingEndedEarly) || stop?.aborted) throw error;
      await failRun(this.ports.runs, run, instance, error.message);
      return run;
    }
    if (run.position === null && !(await this.compare(run, save))) return run;
    while (run.position !== null) {
      stop?.throwIfAborted();
      await this.step(run, run.position, instance, save);
    }
    await this.end(run);
    return run;
  }

  /** A copy of the database may lack what was staged, and an instance with another entry may have read it. */
  private async isStaged({ id, reading }: DirectoryRun): Promise<boolean> {
    if (reading?.digest !== this.settings.digest) return false;
    return (await this.ports.runs.countStaged(id)) === reading.staged;
  }

  /** @returns whether it may be written */
  private async compare(
    run: DirectoryRun,
    save: (change: Partial<DirectoryRun>) => Promise<void>,
  ): Promise<boolean> {
    const { counts, affected } = await this.count(run);
    const people = run.reading!.full ? counts.people : null;
    const reason = brakes(affected, people, this.settings);
    // those that it wrote before it had to be read again stay
    const lines = await this.ports.runs.lastLine(run.id);
    const position = { pass: PASSES[0], after: '', lines };
    if (reason === null || run.dryRun || isWithin(affected, run.confirmed)) {
      await save({ status: 'writing', affected, position, message: run.dryRun ? reason : null });
      return true;
    }
    // what was confirmed was less
    await this.ports.transactions.run(async () => {
      await save({ status: 'waiting', affected, reading: null, message: reason });
      // once it is confirmed, everything is read again
      await this.ports.runs.clear(run.id);
    });
    return false;
  }

  private async count(run: DirectoryRun) {
    const { runs } = this.ports;
    const of = {
      ...(await runs.managed(this.source)),
      memberships: await runs.memberships(this.source),
    };
    const tallies = PASSES.map((pass) => ({
      pass,
      counts: { ...NO_COUNTS } as Record<keyof RunCounts, number>,
    }));
    let [people, memberships] = [0, 0];
    for (const { pass, counts } of tallies) {
      let after = '';
      for (;;) {
        const lines = await this.lines.next(run, pass, after);
        if (lines === null) break;
        after = lines.at(-1)!.externalId;
        for (const { plan, left } of lines) {
          counts[plan.outcome] += 1;
          memberships += left;
        }
        if (pass === 'people') people += lines.length;
      }
    }
    const [gone, here, goneGroups, groups] = tallies.map(({ counts }) => counts);
    const affected: Affected = {
      people: {
        locked: gone!.locked + here!.locked,
        removed: gone!.removed,
        renamed: here!.renamed,
        of: of.people,
      },
      groups: { removed: goneGroups!.removed, renamed: groups!.renamed, of: of.groups },
      memberships: { removed: memberships, of: of.memberships },
    };
    return { counts: { people }, affected };
  }

  /** The next piece of a pass. */
  private async step(
    run: DirectoryRun,
    { pass, after, lines: before }: RunPosition,
    instance: string,
    save: (change: Partial<DirectoryRun>) => Promise<void>,
  ): Promise<void> {
    const { runs, transactions } = this.ports;
    const lines = await this.lines.next(run, pass, after);
    if (lines === null) {
      const next = PASSES[PASSES.indexOf(pass) + 1];
      if (next !== undefined) return save({ position: { pass: next, after: '', lines: before } });
      return save({ position: null, status: 'done' });
    }
    const counts: Record<keyof RunCounts, number> = { ...run.counts };
    const last = lines.at(-1)!.externalId;
    const changing = lines.filter(({ plan }) => plan.outcome !== 'unchanged');
    counts.unchanged += lines.length - changing.length;
    if (changing.length === 0)
      return save({ counts, position: { pass, after: last, lines: before } });
    const movers = new Set(
      changing.flatMap(({ externalId, plan }) => (plan.outcome === 'renamed' ? externalId : [])),
    );
    let results: readonly RunResult[] = [];
    try {
      await this.tools.audited(
        run,
        () => results,
        () =>
          transactions.run(async () => {
            await runs.renew(run.id, instance);
            const done: RunResult[] = [];
            for (const line of changing) {
              const number = before + done.length + 1;
              done.push(...(await this.attempt(line, number, run.dryRun, movers)));
            }
            results = done;
            await runs.addResults(run.id, done);
            const after = done.reduce(
              (all, { outcome }) => ({ ...all, [outcome]: all[outcome] + 1 }),
              counts,
            );
            await save({
              counts: after,
              position: { pass, after: last, lines: before + done.length },
            });
          }),
      );
      await this.tools.tell();
    } finally {
      this.tools.forget();
    }
  }

  /**
   * A line that fails, or is only tried, is undone alone.
   * @param movers external ids of the batch whose own lines say that they get another name
   * @returns what became of the entry, and of whoever has moved on for it
   */
  private async attempt(
    { plan, carryOut }: Line,
    line: number,
    dryRun: boolean,
    movers: ReadonlySet<string>,
  ): Promise<readonly RunResult[]> {
    const { object } = plan;
    const failed = ({ exception, message }: Refusal) =>
      [{ line, object, outcome: 'failed', changed: [], exception, message }] as const;
    if (plan.outcome === 'failed') return failed(plan.refusal);
    if (plan.outcome === 'unchanged') throw new Error('Nothing is to be done');
    let movedOn: MovedOn | null;
    try {
      movedOn = await this.ports.transactions.part(carryOut, !dryRun);
    } catch (error) {
      const failure = this.tools.failureOf(error);
      if (failure === null) throw error;
      return failed(failure);
    }
    const { outcome, changed, was } = plan;
    const message = was === null ? null : `Was ${was}`;
    const own = { line, object, outcome, changed, exception: null, message };
    if (movedOn === null || dryRun || movers.has(movedOn.externalId)) return [own];
    return [own, moved(line + 1, movedOn)];
  }

  private async end({ dryRun, reading, id, createdBy, counts }: DirectoryRun): Promise<void> {
    const { runs } = this.ports;
    await runs.clear(id);
    if (dryRun) return;
    const now = await runs.now();
    await runs.putState(this.settings.name, {
      ...{ cursor: reading!.cursor, digest: this.settings.digest, lastSuccess: now },
      ...(reading!.full && { lastFull: now }),
      ...{ failingSince: null, failures: 0, message: null },
      nextAt: new Date(now.getTime() + this.settings.pollMs),
    });
    const hasDone = OUTCOMES.some((outcome) => counts[outcome] > 0);
    if (createdBy === this.source && !hasDone) await runs.remove(id);
  }
}
