import type { BareJid } from '../shared/jid.js';
import type { OrderedList } from '../shared/paging.js';
import type { FileUsage, StoredFile } from './file.js';

/** Which files a list shows; what is `null` does not matter. */
export interface FileFilter {
  readonly user: BareJid | null;
  readonly type: string | null;
  readonly createdFrom: Date | null;
  /** excluded */
  readonly createdTo: Date | null;
  readonly bytesFrom: number | null;
}

/** What the chat server has stored of files: rows in its storage. */
export abstract class FileRepository {
  /** By `created` or `bytes`. */
  abstract list(filter: FileFilter): OrderedList<StoredFile>;
  abstract find(id: string): Promise<StoredFile | null>;
  abstract usage(user: BareJid): Promise<Omit<FileUsage, 'quota'>>;
  /**
   * The chat server no longer knows them, and has to remove their bytes.
   * @param id the only one of the user that is meant; `null`: all are
   * @returns how many
   */
  abstract remove(user: string, id: string | null): Promise<number>;
}
