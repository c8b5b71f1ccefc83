import type { ChatServer } from '../../chat-server/chat-server.js';
import { namesOf } from '../../shared/audit-facts.js';
import { InvalidArgument } from '../../shared/domain-error.js';
import { jidFault } from '../../shared/jid-faults.js';
import { parseBareJid } from '../../shared/jid.js';
import { readReason } from '../../shared/reason.js';
import { shownValue } from '../../shared/shown-value.js';
import type { Transactions } from '../../shared/transactions.js';
import { MessageNotFound } from '../errors.js';
import type { RoomDirectory, RoomPath } from '../rooms/room-directory.js';
import type { RetractedMessages, RetractionResult, RoomHistory } from './room-history.js';

/** Which messages of a room are taken back, as received from a client. Contract: extensions E19 */
export interface Retraction {
  readonly ids?: readonly string[] | null | undefined;
  readonly sender?: string | null | undefined;
  readonly from?: Date | null | undefined;
  readonly reason?: string | null | undefined;
}

const MOST_MESSAGES = 1000;

/** Takes back messages, so that everybody sees it. Contract: extensions E19 */
export class MessageRetraction {
  constructor(
    private readonly directory: RoomDirectory,
    private readonly roomHistory: RoomHistory,
    private readonly chatServer: ChatServer,
    private readonly transactions: Transactions,
  ) {}

  /**
   * One message. @param id as received
   * @throws InvalidArgument, ServiceNotFound, RoomNotFound, MessageNotFound
   */
  async retract(path: RoomPath, id: string, reasonText: string | undefined): Promise<void> {
    const reason = readReason(reasonText);
    this.transactions.note({ retract: true, ...(reason !== null && { reason }) });
    await this.transactions.run(async () => {
      const { missing } = await this.inRoom(path, { ids: [id] }, reason);
      if (missing > 0) throw new MessageNotFound(id);
    });
  }

  /** Many messages of a room. @throws InvalidArgument, ServiceNotFound, RoomNotFound */
  async retractAll(path: RoomPath, sent: Retraction | null): Promise<RetractionResult> {
    const reason = readReason(sent?.reason ?? undefined);
    const which = readMessages(sent ?? {});
    if (reason !== null) this.transactions.note({ reason });
    if ('sender' in which) this.transactions.note({ about: namesOf([which.sender], (one) => one) });
    return this.transactions.run(async () => {
      const result = await this.inRoom(path, which, reason);
      this.transactions.note({ ...result });
      return result;
    });
  }

  private async inRoom(
    path: RoomPath,
    which: RetractedMessages,
    reason: string | null,
  ): Promise<RetractionResult> {
    const { id } = await this.directory.require(path, (address) => this.roomHistory.room(address));
    const result = await this.roomHistory.retract(id, which, reason);
    if (result.retracted > 0) {
      await this.transactions.afterCommit(() => this.chatServer.messagesRetracted());
    }
    return result;
  }
}

/** @throws InvalidArgument */
function readMessages({ ids, sender, from }: Retraction): RetractedMessages {
  const named = ids ?? [];
  if (named.length > 0 === Boolean(sender)) throw refused('either ids, or a sender');
  if (!sender) {
    if (from) throw refused('from only with a sender');
    if (named.length > MOST_MESSAGES) throw refused(`at most ${MOST_MESSAGES} ids`);
    return { ids: named };
  }
  const jid = sender.includes('/') ? null : parseBareJid(sender);
  if (jid === null) {
    const fault = sender.includes('/') ? 'a JID without a resource' : jidFault(sender);
    throw refused(`sender ${shownValue(sender)}: ${fault}`);
  }
  return { sender: jid, from: from ?? null, limit: MOST_MESSAGES };
}

const refused = (detail: string) =>
  new InvalidArgument('messages-not-retractable', { resource: null, detail });
