import { SystemProperties } from '../system/system-properties.js';
import type { KnownProperty } from '../system/system-properties.js';

/** System properties of one process, without a database. */
export class MemorySystemProperties extends SystemProperties {
  private readonly stored = new Map<string, string>();

  constructor(texts: Readonly<Record<string, string>> = {}) {
    super();
    for (const [key, text] of Object.entries(texts)) this.put(key, text);
  }

  /** @param text `null` removes the property. @returns those that cannot be used from now on */
  put(key: string, text: string | null): readonly KnownProperty<unknown>[] {
    if (text === null) this.stored.delete(key);
    else this.stored.set(key, text);
    return this.take([...this.stored].map(([key, value]) => ({ key, value })));
  }

  refresh(): Promise<void> {
    return Promise.resolve();
  }
}
