import type { GroupRepository } from '../groups/group-repository.js';
import { shownValue } from '../shared/shown-value.js';
import type { UserRepository } from '../users/user-repository.js';
import type { JobResult } from './job.js';
import type { Member, PlannedLine } from './job-line.js';
import type { ClaimedJob, JobRepository } from './job-repository.js';
import { rulesOf } from './job-types.js';

/** As programs for tables write a long number: `4.91512E+11`, `4,9e7`. */
const SCIENTIFIC = /^[+-]?\d+([.,]\d+)?e[+-]?\d+$/i;

/** A line that has been checked; `plan` is absent where it cannot be read. */
export interface CheckedLine {
  readonly plan: PlannedLine | null;
  readonly result: JobResult;
}

export interface WarnedLines {
  readonly results: readonly JobResult[];
  /** numbers of those that are the first with their name */
  readonly first: ReadonlySet<number>;
}

/** What has to be known of a batch before its lines are judged. */
interface Known {
  /** by object: the first line about it, of all batches; empty where that many are usual */
  readonly firstLines: ReadonlyMap<string, number>;
  /** numbers of lines that add nobody, with whom they name */
  readonly nobodies: ReadonlyMap<number, string>;
}

/** What is allowed, and still most likely a mistake. Contract: extensions E7.2 */
export class LineWarnings {
  constructor(
    private readonly jobs: JobRepository,
    private readonly users: UserRepository,
    private readonly groups: GroupRepository,
  ) {}

  /** @param checked lines of one batch of a dry run */
  async of({ id, type }: ClaimedJob, checked: readonly CheckedLine[]): Promise<WarnedLines> {
    const known: Known = {
      firstLines: rulesOf(type).namesOnce ? await this.firstLines(id, checked) : new Map(),
      nobodies: await this.nobodies(checked),
    };
    const results = checked.map(({ plan, result }) => {
      const found = plan === null ? [] : warningsOf(plan, result.line, known);
      return { ...result, warning: found.length === 0 ? null : found.join('; ') };
    });
    return { results, first: new Set(known.firstLines.values()) };
  }

  private async firstLines(
    id: string,
    checked: readonly CheckedLine[],
  ): Promise<ReadonlyMap<string, number>> {
    const own = new Map<string, number>();
    for (const { plan, result } of checked) {
      const object = plan?.object ?? null;
      if (object !== null && !own.has(object)) own.set(object, result.line);
    }
    return new Map([...own, ...(await this.jobs.firstLines(id, [...own.keys()]))]);
  }

  private async nobodies(checked: readonly CheckedLine[]): Promise<Known['nobodies']> {
    const members = checked.flatMap(({ plan, result: { line } }) => {
      const member = plan?.member?.() ?? null;
      return member === null ? [] : [{ line, ...member }];
    });
    if (members.length === 0) return new Map();
    const users = await this.users.existing([...new Set(members.map(({ user }) => user))]);
    const others = members.flatMap(({ user, group = null }) =>
      users.has(user) || group === null ? [] : [group],
    );
    const groups = new Set(others.length === 0 ? [] : await this.groups.lockExisting(others));
    const isSomebody = ({ user, group }: Member) =>
      users.has(user) || (group !== undefined && groups.has(group));
    return new Map(members.filter((one) => !isSomebody(one)).map(({ line, sent }) => [line, sent]));
  }
}

function warningsOf(
  { object, named, mentioned = [] }: PlannedLine,
  line: number,
  { firstLines, nobodies }: Known,
): readonly string[] {
  const found: string[] = [];
  const first = object === null ? line : (firstLines.get(object) ?? line);
  if (first < line) found.push(`line ${first} has the same name`);
  const number = [named[1], ...mentioned].find((name) => SCIENTIFIC.test(name.trim()));
  if (number !== undefined) {
    found.push(`the name is a number in scientific notation: ${shownValue(number)}`);
  }
  const nobody = nobodies.get(line);
  if (nobody !== undefined) found.push(`there is no such user: ${shownValue(nobody)}`);
  return found;
}
