import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { Delivery } from '@chat-admin/domain/chat-server/chat-server';

/** Counts what it is told and asked to do. */
export class CountingChatServer extends NoChatServer {
  count = 0;
  override closeSessions = () => this.called(true);
  override broadcast = () => this.called(undefined);
  override invite = () => this.called(undefined);
  override usersChanged = () => this.applied();
  override rostersChanged = () => this.applied();
  override groupsChanged = () => this.applied();
  override roomsChanged = () => this.applied();
  override roomDestroyed = () => this.applied();
  override servicesChanged = () => this.applied();
  override messagesRetracted = () => this.applied();
  override filesRemoved = () => this.applied();

  private applied = () => this.called<Delivery>('applied');

  private called<T>(result: T): Promise<T> {
    this.count += 1;
    return Promise.resolve(result);
  }
}
