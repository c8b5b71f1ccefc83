import { ChatServerAway, NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { LiveListener } from '@chat-admin/domain/chat-server/chat-server';
import type { LiveSession } from '@chat-admin/domain/chat-server/live-session';

/** A chat server whose live state is set by tests, and which can be unreachable. */
export class SeededChatServer extends NoChatServer {
  override readonly attachment = 'tried' as unknown as 'none';
  override readonly nodeId = 'one' as unknown as 'none';
  live: LiveSession[] = [];
  readonly broadcasts: string[] = [];
  away = false;
  accepting = true;

  override sessions(username: string | null = null): Promise<readonly LiveSession[]> {
    return this.answer(() =>
      this.live.filter((session) => username === null || session.username === username),
    );
  }
  override localSessionCount(): Promise<number> {
    return this.answer(() => this.live.filter(({ nodeId }) => nodeId === 'one').length);
  }
  override listeners(): Promise<readonly LiveListener[]> {
    return this.answer(() => [
      { kind: 'c2s', encrypted: false, accepting: this.accepting },
      { kind: 'c2s', encrypted: true, accepting: true },
    ]);
  }
  override closeSessions(username = ''): Promise<boolean> {
    return this.answer(() => {
      const before = this.live.length;
      this.live = this.live.filter((session) => session.username !== username);
      return this.live.length < before;
    });
  }
  override closeSession(username = '', resource = ''): Promise<boolean> {
    return this.answer(() => {
      const before = this.live.length;
      this.live = this.live.filter((one) => one.jid !== `${username}@example.org/${resource}`);
      return this.live.length < before;
    });
  }
  override broadcast(body = ''): Promise<void> {
    return this.answer(() => void this.broadcasts.push(body));
  }

  private answer<T>(work: () => T): Promise<T> {
    return this.away ? Promise.reject(new ChatServerAway()) : Promise.resolve(work());
  }
}
