import type { Localpart } from '../shared/jid.js';
import { isReserved } from '../system/administrators.js';
import { systemProperty } from '../system/system-properties.js';
import { sourceOf } from '../users/managed-objects.js';
import type { CarryOut, MovedOn } from './carry-out.js';
import type { DirectoryRun, Pass, StagedGroup } from './directory-run.js';
import type { RunPorts } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';
import { planGoneGroup, planGroup } from './plan-group.js';
import { planGone, planPerson } from './plan-person.js';
import type { Plan, PlanContext, WriteVcard } from './plan.js';

/** Entries that are one transaction. */
const BATCH = 100;
/** A group can have many members. */
const GROUPS = 10;

/** A line of a pass, planned; `carryOut` does what it is for. */
export interface Line {
  readonly externalId: string;
  readonly plan: Plan<unknown>;
  readonly carryOut: () => Promise<MovedOn | null>;
  /** memberships that it takes away */
  readonly left: number;
}

const alone = (work: () => Promise<void>) => async () => {
  await work();
  return null;
};

/** What a run has to do, in pieces. */
export class RunLines {
  private readonly source: string;

  constructor(
    private readonly ports: RunPorts,
    private readonly settings: DirectorySettings,
    private readonly carryOut: CarryOut,
    private readonly tools: { readonly now: () => Date; readonly vcardOf: WriteVcard },
  ) {
    this.source = sourceOf(settings.name);
  }

  /** @returns null if the pass is over */
  async next(run: DirectoryRun, pass: Pass, after: string): Promise<readonly Line[] | null> {
    const lines = await this.linesOf(run, pass, after);
    return lines.length === 0 ? null : lines;
  }

  private async linesOf(run: DirectoryRun, pass: Pass, after: string): Promise<readonly Line[]> {
    const { runs } = this.ports;
    const context = this.context();
    const { source } = this;
    const piece = { source, after, limit: pass === 'groups' ? GROUPS : BATCH };
    switch (pass) {
      case 'gone people':
        return (await runs.gone(run, 'person', piece)).map((one) => {
          const plan = planGone(one, context);
          const carryOut = alone(() => this.carryOut.gone(one, plan));
          return { externalId: one.externalId, plan, carryOut, left: 0 };
        });
      case 'people':
        return (await runs.people(run.id, piece)).map((one) => {
          const plan = planPerson(one, context);
          const carryOut = () => this.carryOut.person(one.externalId, plan);
          return { externalId: one.externalId, plan, carryOut, left: 0 };
        });
      case 'gone groups':
        return (await runs.gone(run, 'group', piece)).map((one) => {
          const plan = planGoneGroup(one, context);
          const carryOut = alone(() => this.carryOut.goneGroup(one));
          return {
            externalId: one.externalId,
            plan,
            carryOut,
            left: plan.outcome === 'removed' ? one.members : 0,
          };
        });
      case 'groups':
        return this.groupLines(run, await runs.groups(run.id, piece), context);
    }
  }

  private async groupLines(
    run: DirectoryRun,
    staged: readonly StagedGroup[],
    context: PlanContext,
  ): Promise<readonly Line[]> {
    const { runs, groups, domain } = this.ports;
    // until it is written, people are missing who come with it
    const among = run.position === null || run.dryRun ? run.id : null;
    const lines: Line[] = [];
    for (const one of staged) {
      const { externalId, doc, here } = one;
      const names = await runs.usernames(this.source, doc.members, among);
      const wanted = new Set(names.map((name) => domain.jidOf(name)));
      const held = here && (await groups.find(here.name));
      const left = held
        ? [...held.admins, ...held.members].filter((jid) => !wanted.has(jid)).length
        : 0;
      const count = held ? held.admins.length + held.members.length : 0;
      const members = left > 0 || wanted.size !== count || (held?.admins.length ?? 0) > 0;
      const plan = planGroup(one, { members }, context);
      const carryOut = alone(() => this.carryOut.group(externalId, [...wanted], plan));
      lines.push({ externalId, plan, carryOut, left: plan.outcome === 'failed' ? 0 : left });
    }
    return lines;
  }

  private context(): PlanContext {
    const { properties, domain } = this.ports;
    const listed = properties.read(systemProperty.administrators);
    const isAdministrator = (name: Localpart) => isReserved(name, listed, domain);
    const { source, settings, tools } = this;
    return { source, settings, now: tools.now(), isAdministrator, vcardOf: tools.vcardOf };
  }
}
