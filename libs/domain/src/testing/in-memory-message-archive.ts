import { MessageArchive } from '../archive/message-archive.js';
import type { Localpart } from '../shared/jid.js';
import type { InMemoryDatabase } from './in-memory-database.js';
import type { AccountRow, ArchiveRow } from './rows.js';

const DAY_MS = 86_400_000;

export class InMemoryMessageArchive extends MessageArchive {
  constructor(private readonly database: InMemoryDatabase) {
    super();
  }

  async unread(username: Localpart): Promise<number> {
    const archive = this.database.rows.accounts.get(username)?.archive;
    const since = archive?.loggedOutAt;
    if (!since) return 0;
    return archive.messages.filter(({ received, sentAt }) => received && sentAt > since).length;
  }

  async forget(days: number, limit: number): Promise<number> {
    const before = Date.now() - days * DAY_MS;
    const old = [...this.database.rows.accounts.values()]
      .flatMap(({ archive }) => archive.messages)
      .filter(({ sentAt }) => sentAt.getTime() < before)
      .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime())
      .slice(0, limit);
    for (const username of this.database.rows.accounts.keys()) {
      await this.change(username, (archive) => ({
        ...archive,
        messages: archive.messages.filter((message) => !old.includes(message)),
      }));
    }
    return old.length;
  }

  async purge(username: Localpart, before: Date, limit: number): Promise<number> {
    const old = this.before(username, before).slice(0, limit);
    await this.change(username, (archive) => ({
      ...archive,
      messages: archive.messages.filter((message) => !old.includes(message)),
    }));
    return old.length;
  }

  async countBefore(username: Localpart, before: Date, limit: number): Promise<number> {
    return Math.min(this.before(username, before).length, limit);
  }

  /** The oldest first. */
  private before(username: Localpart, moment: Date) {
    const { messages = [] } = this.database.rows.accounts.get(username)?.archive ?? {};
    return messages
      .filter(({ sentAt }) => sentAt < moment)
      .toSorted((a, b) => a.sentAt.getTime() - b.sentAt.getTime());
  }

  /** As the chat server does it. */
  store(username: Localpart, message: ArchiveRow['messages'][number]): Promise<void> {
    return this.change(username, (archive) => ({
      ...archive,
      messages: [...archive.messages, message],
    }));
  }

  /** As the chat server does it. */
  logOut(username: Localpart, loggedOutAt: Date): Promise<void> {
    return this.change(username, (archive) => ({ ...archive, loggedOutAt }));
  }

  private async change(
    username: Localpart,
    changed: (archive: ArchiveRow) => ArchiveRow,
  ): Promise<void> {
    await this.database.change(({ accounts }) => {
      const row: AccountRow | undefined = accounts.get(username);
      if (row) accounts.set(username, { ...row, archive: changed(row.archive) });
    });
  }
}
