import { createChatAdminClient, eventsOf } from '@chat-admin/client';
import { SECRET } from '../services.js';

/** What somebody has been told. */
export interface Told {
  readonly id: number;
  readonly type: string;
  readonly object: string;
  /** when it came, by `performance.now()` */
  readonly atMs: number;
}

/** Reads the stream of one instance; when it is cut off it goes on behind the last event. */
export class Reader {
  readonly told: Told[] = [];
  /** why it has ended by itself */
  failure: Error | null = null;
  private readonly over = new AbortController();
  private running: Promise<void> = Promise.resolve();

  constructor(
    readonly name: string,
    private readonly url: string,
  ) {}

  /** @param after id of the last event that does not count */
  start(after: string): void {
    this.running = this.read(after).catch((error: Error) => {
      this.failure = error;
    });
  }

  get last(): number {
    return this.told.at(-1)?.id ?? 0;
  }

  async stop(): Promise<void> {
    this.over.abort();
    await this.running;
  }

  private async read(after: string): Promise<void> {
    const client = createChatAdminClient({ baseUrl: this.url, credentials: { secret: SECRET } });
    const { signal } = this.over;
    for await (const { id, type, object } of eventsOf(client, { after, signal })) {
      this.told.push({ id: Number(id), type, object, atMs: performance.now() });
    }
  }
}
