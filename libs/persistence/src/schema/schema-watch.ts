import type { ChangeFeed } from '../database/change-feed.js';
import type { CurrentTransaction } from '../database/current-transaction.js';
import { levelOf, NewerProgramNeeded, requireUsable, selectSchemaState } from './schema-state.js';
import type { SchemaState } from './schema-state.js';

const AGAIN_AFTER_MS = 5_000;

export interface SchemaWatchOptions {
  /** called once: the schema is of a higher level, which this program may use */
  readonly onNewer: (state: SchemaState) => void;
  /** the level could not be read; it is tried again */
  readonly onError: (error: unknown) => void;
}

/** Whether a running program may go on with the schema, while newer ones change it. */
export class SchemaWatch {
  private state: SchemaState | null = null;
  private told = false;
  private timer: NodeJS.Timeout | null = null;
  private closed = false;
  private tellOutdated: (error: NewerProgramNeeded) => void = () => undefined;

  /** resolves when this program has to end */
  readonly outdated = new Promise<NewerProgramNeeded>((resolve) => {
    this.tellOutdated = resolve;
  });

  constructor(
    private readonly db: CurrentTransaction,
    private readonly feed: ChangeFeed,
    private readonly options: SchemaWatchOptions,
  ) {}

  /** Of this program; known once the data source is connected. */
  private get level(): number {
    return levelOf(this.db.dataSource);
  }

  /** Levels of program and database. */
  get levels(): { readonly program: number; readonly database: number } {
    return { program: this.level, database: this.state?.level ?? this.level };
  }

  /** @throws NewerProgramNeeded; if the database is unavailable */
  async start(): Promise<void> {
    this.feed.onSchema(() => void this.look());
    await this.read();
  }

  close(): void {
    this.closed = true;
    if (this.timer !== null) clearTimeout(this.timer);
  }

  private async look(): Promise<void> {
    if (this.closed) return;
    try {
      await this.read();
    } catch (error) {
      if (error instanceof NewerProgramNeeded) this.tellOutdated(error);
      else if (!this.closed) this.lookLater(error);
    }
  }

  private lookLater(error: unknown): void {
    this.options.onError(error);
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.look(), AGAIN_AFTER_MS);
    this.timer.unref();
  }

  private async read(): Promise<void> {
    const { rows } = await this.db.runAlone<SchemaState & Record<string, unknown>>(
      selectSchemaState,
    );
    const [state] = rows;
    if (state === undefined) return;
    this.state = state;
    requireUsable(state, this.level);
    if (state.level <= this.level || this.told) return;
    this.told = true;
    this.options.onNewer(state);
  }
}
