import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { CallObserver } from '@chat-admin/prosody-bridge/bridge-client';
import { ProsodyChatServer } from '@chat-admin/prosody-bridge/prosody-chat-server';
import type { Logger } from 'pino';
import { currentTraceparent } from '../edge/trace.js';
import { chatServerAddresses } from '../process/common-settings.js';
import type { CommonSettings } from '../process/common-settings.js';

export interface ChatServerVitals {
  readonly up: boolean;
  /** notices not delivered since the start */
  readonly deferredNotices: number;
  /** by the last probe; `null` if it is unknown */
  readonly sessions: number | null;
  readonly occupants: number | null;
}

export interface OpenChatServer {
  readonly chatServer: ChatServer;
  /** `null` if none is attached */
  vitals(): ChatServerVitals | null;
  renew(settings: Pick<CommonSettings, 'chatServerToken'>): void;
  close(): void;
}

export interface ChatServerParts {
  /** replaces that of the settings */
  readonly given?: ChatServer | undefined;
  /** made for a Prosody only */
  readonly observer?: () => CallObserver;
}

/** The chat server at `CHAT_SERVER_URL`, or the one of several there that serves, reachable or not; none without a URL. */
export function openChatServer(
  { chatServerUrl, chatServerToken }: CommonSettings,
  domain: ServiceDomain,
  log: Logger,
  { given, observer }: ChatServerParts = {},
): OpenChatServer {
  if (given !== undefined || chatServerUrl === null) {
    return {
      chatServer: given ?? new NoChatServer(),
      vitals: () => null,
      renew: () => undefined,
      close: () => undefined,
    };
  }
  const chatServer = new ProsodyChatServer({
    url: () => chatServerAddresses(chatServerUrl),
    token: chatServerToken ?? '',
    domain: domain.name,
    observer: observer?.(),
    traceparent: currentTraceparent,
    log: {
      info: (message) => log.info(message),
      warn: (message) => log.warn(message),
    },
  });
  chatServer.start();
  return {
    chatServer,
    vitals: () => ({
      up: chatServer.up,
      deferredNotices: chatServer.deferredNotices,
      sessions: chatServer.load?.sessions ?? null,
      occupants: chatServer.load?.occupants ?? null,
    }),
    renew: ({ chatServerToken: token }) => chatServer.renew(token ?? ''),
    close: () => chatServer.close(),
  };
}
