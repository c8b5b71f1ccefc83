import { NoChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ChatServer } from '@chat-admin/domain/chat-server/chat-server';
import type { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import type { LoginQuestions } from '@chat-admin/domain/directories/login-questions';
import type { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import type { ActiveBridgeOptions } from '@chat-admin/prosody-bridge/active-bridge';
import type { CallObserver } from '@chat-admin/prosody-bridge/bridge-client';
import { ProsodyChatServer } from '@chat-admin/prosody-bridge/prosody-chat-server';
import { ProsodyLoginQuestions } from '@chat-admin/prosody-bridge/prosody-login-questions';
import type { Logger } from 'pino';
import { currentTraceparent } from '../edge/trace.js';
import { chatServerAddresses } from '../process/common-settings.js';
import type { CommonSettings } from '../process/common-settings.js';
import { DiscoveredChatServers } from './discovered-chat-servers.js';

export interface ChatServerVitals {
  readonly up: boolean;
  /** notices not delivered since the start */
  readonly deferredNotices: number;
  /** by the last probe; `null` if it is unknown */
  readonly sessions: number | null;
  readonly occupants: number | null;
  /** how often another one has taken over since the start */
  readonly takeovers: number;
}

export interface OpenChatServer {
  readonly chatServer: ChatServer;
  /** what it asks while people log in; `null` if none is attached */
  readonly loginQuestions: LoginQuestions | null;
  /** `null`: none is attached, and none will be unless `mayAppear` */
  vitals(): ChatServerVitals | null;
  readonly mayAppear: boolean;
  renew(settings: Pick<CommonSettings, 'chatServerToken'>): void;
  close(): void;
}

export interface ChatServerParts {
  /** replaces that of the settings */
  readonly given?: ChatServer | undefined;
  /** made for a Prosody only */
  readonly observer?: () => CallObserver;
}

/** Where chat servers tell where they are. */
export interface ChatServerSource {
  readonly domain: ServiceDomain;
  readonly chatServers: ChatServerDirectory;
  onChatServers(listener: () => void): void;
}

/**
 * The chat server at `CHAT_SERVER_URL`, or the one of several there that serves, reachable or not. Without a URL, but with
 * a token, those count that have said to the database where they are; without either there is none.
 */
export function openChatServer(
  settings: CommonSettings,
  { domain, chatServers, onChatServers }: ChatServerSource,
  log: Logger,
  { given, observer }: ChatServerParts = {},
): OpenChatServer {
  const { chatServerUrl, chatServerToken } = settings;
  if (given !== undefined || chatServerToken === null) {
    return {
      chatServer: given ?? new NoChatServer(),
      loginQuestions: null,
      vitals: () => null,
      mayAppear: false,
      renew: () => undefined,
      close: () => undefined,
    };
  }
  const warn = (message: string) => log.warn(message);
  const { addresses: url, connection } = placesOf(settings, { domain, chatServers }, warn);
  const chatServer = new ProsodyChatServer({
    ...{ url, connection },
    token: chatServerToken,
    domain: domain.name,
    observer: observer?.(),
    traceparent: currentTraceparent,
    log: {
      info: (message) => log.info(message),
      warn,
    },
  });
  chatServer.start();
  if (chatServerUrl === null) onChatServers(() => chatServer.look());
  return {
    chatServer: ifAttached(chatServer),
    loginQuestions: new ProsodyLoginQuestions(chatServer.client),
    vitals: () =>
      chatServer.attachment === 'none'
        ? null
        : {
            up: chatServer.up,
            deferredNotices: chatServer.deferredNotices,
            sessions: chatServer.load?.sessions ?? null,
            occupants: chatServer.load?.occupants ?? null,
            takeovers: chatServer.takeovers,
          },
    mayAppear: true,
    renew: ({ chatServerToken: token }) => chatServer.renew(token ?? ''),
    close: () => chatServer.close(),
  };
}

/** Where the chat servers of the settings are, and how connections are made to them. */
export function placesOf(
  {
    chatServerUrl,
    chatServerNetworks,
  }: Pick<CommonSettings, 'chatServerUrl' | 'chatServerNetworks'>,
  {
    domain,
    chatServers,
  }: Pick<ChatServerSource, 'domain'> & {
    readonly chatServers: Pick<ChatServerDirectory, 'list'>;
  },
  warn: (message: string) => void,
): Pick<ActiveBridgeOptions, 'addresses' | 'connection'> {
  if (chatServerUrl !== null) return { addresses: () => chatServerAddresses(chatServerUrl) };
  const { addresses, lookup } = new DiscoveredChatServers(chatServers, chatServerNetworks, warn);
  return { addresses, connection: { lookup, servername: domain.name } };
}

/** It, and none as long as it is not attached: whatever is asked, this is decided anew. */
function ifAttached(chatServer: ChatServer): ChatServer {
  const none = new NoChatServer();
  return new Proxy(chatServer, {
    get: (_, name) => {
      const one = chatServer.attachment === 'none' ? none : chatServer;
      const value: unknown = Reflect.get(one, name, one);
      return typeof value === 'function' ? (value.bind(one) as unknown) : value;
    },
  });
}
