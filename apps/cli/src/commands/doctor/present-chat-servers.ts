import type { ChatServerNode } from '@chat-admin/domain/chat-server/chat-server-directory';
import { placesOf } from '@chat-admin/server/composition/open-chat-server';
import type { Deployment } from './deployment.js';
import { Skipped } from './skipped.js';

export interface PresentChatServers {
  readonly present: readonly ChatServerNode[];
  /** Whether the services would send the token there. */
  readonly isCallable: (address: string) => boolean;
  readonly connection: ReturnType<typeof placesOf>['connection'];
  readonly token: string;
}

/**
 * The chat servers that serve and wait, and how the services call them.
 * @throws Skipped unless one waits
 */
export async function presentChatServers(deployment: Deployment): Promise<PresentChatServers> {
  const settings = deployment.chatServer();
  const { chatServers, domain } = await deployment.persistence();
  const known = await chatServers.list();
  const present = known.filter(({ state }) => state === 'active' || state === 'waiting');
  if (!present.some(({ state }) => state === 'waiting'))
    throw new Skipped('There is one chat server only');
  // as the services do
  const source = { domain, chatServers: { list: () => Promise.resolve(known) } };
  const { addresses, connection } = placesOf(settings, source, () => undefined);
  const callable = settings.chatServerUrl === null ? await addresses() : null;
  const isCallable = (address: string) => callable === null || callable.includes(address);
  return { present, isCallable, connection, token: settings.token };
}
