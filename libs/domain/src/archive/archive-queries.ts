import { notAJid } from '../shared/jid-faults.js';
import { parseBareJid } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import type { MessageArchive } from './message-archive.js';

export interface UnreadCount {
  /** as typed */
  readonly jid: string;
  readonly count: number;
}

/** What is asked about archives. */
export class ArchiveQueries {
  constructor(
    private readonly archive: MessageArchive,
    private readonly domain: ServiceDomain,
  ) {}

  /** 0 for foreign JIDs and unknown users. @throws InvalidArgument. Contract: core 8.5 */
  async unread(text: string): Promise<UnreadCount> {
    const jid = parseBareJid(text);
    if (jid === null) throw notAJid(text, text);
    const username = this.domain.usernameOf(jid);
    return { jid: text, count: username === null ? 0 : await this.archive.unread(username) };
  }
}
