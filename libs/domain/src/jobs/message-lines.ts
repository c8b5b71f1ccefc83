import type { ChatServer } from '../chat-server/chat-server.js';
import type { MessageDraft, MessageManagement } from '../messages/message-management.js';
import type { Patch } from '../shared/patch.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { userNamed } from '../users/local-user.js';
import { objectAt } from './job-line.js';
import type { LineContext, LinePlanner, PlannedLine, Success } from './job-line.js';
import type { LiveCases } from './live-lines.js';

const GROUP = 'group:';

export type MessageLine = Patch<
  MessageDraft & {
    /** a user name or JID of the domain, or `group:` and a name */
    readonly receiver?: string | undefined;
  }
>;

/** Lines that send messages to people and groups. Contract: extensions E7.1, E6.3 */
export class MessageLines implements LinePlanner<MessageLine> {
  readonly isLive = true;

  constructor(
    private readonly messages: LiveCases<MessageManagement>,
    private readonly chatServer: ChatServer,
    private readonly domain: ServiceDomain,
  ) {}

  plan({ receiver, ...draft }: MessageLine, context: LineContext): PlannedLine {
    const sent = receiver ?? '';
    const messages = this.messages.of(context);
    if (sent.startsWith(GROUP)) {
      const group = sent.slice(GROUP.length);
      return {
        object: group === '' ? null : objectAt('messages', 'groups', group),
        named: ['groups', group],
        run: async () => {
          return this.outcome(await messages.toGroup(group, draft));
        },
      };
    }
    const name = userNamed(sent, this.domain) ?? sent;
    return {
      object: sent === '' ? null : objectAt('messages', 'users', name),
      named: ['users', name],
      run: async () => {
        await messages.toUser(name, draft);
        return this.outcome(1);
      },
    };
  }

  /** Without a chat server nothing is sent, as without receivers. */
  private outcome(receivers: number): Success {
    return receivers > 0 && this.chatServer.attachment !== 'none' ? 'updated' : 'unchanged';
  }
}
