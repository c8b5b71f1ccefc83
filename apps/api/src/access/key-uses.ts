import type { KeyRepository } from '@chat-admin/domain/access/key-repository';

const PAUSE_MS = 60_000;

/** Stores when and from where keys were used, at most once a minute for each. Contract: extensions E5.3 */
export class KeyUses {
  private readonly noted = new Map<string, number>();
  private readonly writing = new Set<Promise<void>>();

  constructor(private readonly keys: Pick<KeyRepository, 'noteUse'>) {}

  /** Behind the request. What cannot be stored is tried again at the next use. */
  note(id: string, at: Date, address: string): void {
    const last = this.noted.get(id);
    if (last !== undefined && at.getTime() - last < PAUSE_MS) return;
    this.noted.set(id, at.getTime());
    const written = this.keys
      .noteUse(id, at, address)
      .catch(() => void this.noted.delete(id))
      .finally(() => this.writing.delete(written));
    this.writing.add(written);
  }

  /** Waits for what is being written. */
  async close(): Promise<void> {
    await Promise.all(this.writing);
  }
}
