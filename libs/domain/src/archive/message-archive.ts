import { InvalidArgument } from '../shared/domain-error.js';
import { parseBareJid } from '../shared/jid.js';
import type { BareJid } from '../shared/jid.js';

export abstract class MessageArchive {
  /** Archived messages to the bare JID since its user's last logout; 0 for an unknown user. */
  abstract unread(jid: BareJid): Promise<number>;
}

/** One-to-one messages are not archived. */
export class NoMessageArchive extends MessageArchive {
  unread(): Promise<number> {
    return Promise.resolve(0);
  }
}

/** @returns the JID as typed and its count. @throws InvalidArgument. Contract: core 8.5 */
export async function unreadCount(
  archive: MessageArchive,
  text: string,
): Promise<{ readonly jid: string; readonly count: number }> {
  const jid = parseBareJid(text);
  if (jid === null) throw new InvalidArgument(`Unable to parse value as jid: ${text}`, text);
  return { jid: text, count: await archive.unread(jid) };
}
