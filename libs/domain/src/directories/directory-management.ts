import type { Principal } from '../access/principal.js';
import { invalidValue, Overloaded } from '../shared/domain-error.js';
import type { OrderedList } from '../shared/paging.js';
import type { Transactions } from '../shared/transactions.js';
import { BindBrake } from './bind-brake.js';
import { directoryView } from './directory-view.js';
import type { DirectoryView } from './directory-view.js';
import { viewOf } from './directory-run.js';
import type { DirectoryRun, RunMode, RunOutcome, RunResult, RunView } from './directory-run.js';
import type { DirectoryRuns } from './directory-runs.js';
import type { DirectorySettings } from './directory-settings.js';
import type { BindClass, DirectorySource, DirectoryStep } from './directory-source.js';
import { DirectoryNotFound, RunDoesNotWait, RunNotFound, RunUnderWay } from './errors.js';

/** The directories that the file has now. */
export interface DirectoryList {
  readonly all: readonly DirectorySettings[];
  /** to be closed after use */
  open(name: string): DirectorySource;
}

/** A password to try, or neither. */
export interface LoginDraft {
  readonly username?: string | null | undefined;
  readonly password?: string | null | undefined;
}

/** Of a test, which reads the whole directory. */
const TEST_MS = 60_000;

const RUN_ID = /^[1-9]\d{0,17}$/;

/** Directories and their runs, which others carry out. Contract: extensions E13.2 */
export class DirectoryManagement {
  private readonly tested = new Set<string>();
  /** by directory, which may know the same person by many spellings */
  private readonly brake = new BindBrake(() => performance.now());

  constructor(
    private readonly directories: DirectoryList,
    private readonly runs: DirectoryRuns,
    private readonly transactions: Transactions,
  ) {}

  /** In the order of the file. */
  async list(): Promise<readonly DirectoryView[]> {
    const views: DirectoryView[] = [];
    for (const settings of this.directories.all)
      views.push(await directoryView(this.runs, settings));
    return views;
  }

  /** @throws DirectoryNotFound */
  async get(name: string): Promise<DirectoryView> {
    return directoryView(this.runs, this.known(name));
  }

  /** @throws DirectoryNotFound */
  patch(
    name: string,
    { paused }: { readonly paused?: boolean | null | undefined },
  ): Promise<DirectoryView> {
    const settings = this.known(name);
    return this.transactions.run(async () => {
      const hasChanged = typeof paused === 'boolean' && (await this.runs.pause(name, paused));
      this.transactions.note({ changed: hasChanged ? ['paused'] : [] });
      return directoryView(this.runs, settings);
    });
  }

  /**
   * One at a time of each directory, for a minute at most. After wrong passwords the next ones are not tried for a while.
   * @throws DirectoryNotFound, InvalidArgument, Overloaded
   */
  async test(name: string, draft: LoginDraft): Promise<readonly DirectoryStep[]> {
    this.known(name);
    const login = loginIn(draft);
    if (this.tested.has(name)) throw new Overloaded();
    this.tested.add(name);
    const source = this.directories.open(name);
    try {
      const stop = AbortSignal.timeout(TEST_MS);
      let steps: readonly DirectoryStep[] | null = null;
      if (login !== undefined) {
        await this.brake.try(name, async () => {
          steps = await source.check(login, stop);
          return outcomeOf(steps);
        });
      }
      return steps ?? [...(await source.check(undefined, stop)), ...(login ? [NOT_TRIED] : [])];
    } finally {
      this.tested.delete(name);
      source.close();
    }
  }

  /** The newest first. @throws DirectoryNotFound */
  listRuns(name: string): OrderedList<RunView> {
    const runs = this.runs.list(this.known(name).name);
    return {
      whole: async function* (order) {
        for await (const some of runs.whole(order)) yield some.map(viewOf);
      },
      page: async (request) => {
        const { items, next } = await runs.page(request);
        return { items: items.map(viewOf), next };
      },
      total: () => runs.total(),
    };
  }

  /** @throws DirectoryNotFound, RunNotFound */
  async getRun(name: string, id: string): Promise<RunView> {
    return viewOf(await this.run(name, id));
  }

  /** @throws DirectoryNotFound, RunNotFound */
  async results(
    name: string,
    id: string,
    outcome: RunOutcome | null,
  ): Promise<OrderedList<RunResult>> {
    return this.runs.results((await this.run(name, id)).id, outcome);
  }

  /** @throws DirectoryNotFound, RunUnderWay */
  begin(
    name: string,
    options: { readonly mode: RunMode; readonly dryRun: boolean },
    { name: createdBy }: Principal,
  ): Promise<RunView> {
    const { digest } = this.known(name);
    return this.transactions.run(async () => {
      if (!options.dryRun) await this.runs.follow(name, digest, null);
      const begun = await this.runs.begin({ directory: name, ...options, createdBy });
      if (begun === null) {
        const last = await this.runs.last(name);
        // one of the schedule that has just ended without a trace
        if (last === null) throw new Overloaded();
        throw new RunUnderWay(name, last);
      }
      this.transactions.note({ name: begun.id });
      return viewOf(begun);
    });
  }

  /** @throws DirectoryNotFound, RunNotFound, RunDoesNotWait */
  async confirm(name: string, id: string): Promise<RunView> {
    const run = await this.run(name, id);
    return this.transactions.run(async () => {
      if (!(await this.runs.confirm(id))) throw new RunDoesNotWait(run);
      // which cancels runs that still wait
      await this.runs.follow(name, this.known(name).digest, null);
      return this.getRun(name, id);
    });
  }

  /** What it has changed stays; one that has ended stays as it is. @throws DirectoryNotFound, RunNotFound */
  async cancel(name: string, id: string, { name: by }: Principal): Promise<RunView> {
    await this.run(name, id);
    return this.transactions.run(async () => {
      await this.runs.cancel(id, `Cancelled by ${by}`);
      return this.getRun(name, id);
    });
  }

  private known(name: string): DirectorySettings {
    const settings = this.directories.all.find((one) => one.name === name);
    if (settings === undefined) throw new DirectoryNotFound(name);
    return settings;
  }

  private async run(name: string, id: string): Promise<DirectoryRun> {
    this.known(name);
    const run = RUN_ID.test(id) ? await this.runs.find(id) : null;
    if (run?.directory !== name) throw new RunNotFound(id);
    return run;
  }
}

const NOT_TRIED: DirectoryStep = {
  ...{ name: 'login', outcome: 'failed', milliseconds: 0 },
  message: 'too many passwords were wrong: try again in a minute',
};

const outcomeOf = (steps: readonly DirectoryStep[]): BindClass => {
  const tried = steps.find(({ name }) => name === 'login');
  if (tried?.outcome === 'ok') return 'right';
  return tried?.message === 'wrong' ? 'wrong' : 'away';
};

function loginIn({ username, password }: LoginDraft) {
  if (!username && !password) return undefined;
  if (!username) throw invalidValue('username', '', 'it is needed with a password');
  if (!password) throw invalidValue('password', null, 'it is needed with a username');
  return { username, password };
}
