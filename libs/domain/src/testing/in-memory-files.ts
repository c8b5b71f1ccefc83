import type { FileUsage, StoredFile } from '../files/file.js';
import { FileRepository } from '../files/file-repository.js';
import type { FileFilter } from '../files/file-repository.js';
import { orderedArray } from '../shared/ordered-array.js';
import type { OrderedList } from '../shared/paging.js';

/** Files as the chat server has stored them, which tests add to. */
export class InMemoryFiles extends FileRepository {
  stored: readonly StoredFile[] = [];

  list({ user, type, createdFrom, createdTo, bytesFrom }: FileFilter): OrderedList<StoredFile> {
    const found = () =>
      this.stored.filter(
        (file) =>
          (user ?? file.user) === file.user &&
          (type ?? file.type) === file.type &&
          (createdFrom ?? file.created) <= file.created &&
          (createdTo === null || file.created < createdTo) &&
          (bytesFrom ?? file.bytes) <= file.bytes,
      );
    return orderedArray(found, (file, sort) => [
      sort === 'bytes' ? file.bytes : file.created.getTime() * 1000,
      file.id,
    ]);
  }

  find(id: string): Promise<StoredFile | null> {
    return Promise.resolve(this.stored.find((file) => file.id === id) ?? null);
  }

  usage(user: string): Promise<Omit<FileUsage, 'quota'>> {
    const theirs = this.stored.filter((file) => file.user === user);
    const bytes = theirs.reduce((sum, file) => sum + file.bytes, 0);
    return Promise.resolve({ files: theirs.length, bytes });
  }

  remove(user: string, id: string | null): Promise<number> {
    const left = this.stored.filter((file) => file.user !== user || (id ?? file.id) !== file.id);
    const count = this.stored.length - left.length;
    this.stored = left;
    return Promise.resolve(count);
  }
}
