import { randomBytes } from 'node:crypto';
import { mayMakeRoles } from '@chat-admin/prosody-server/engine-role';
import { assertFree, PortUnusable } from '@chat-admin/prosody-server/free-ports';
import { findProsody, ProsodyUnusable } from '@chat-admin/prosody-server/installed-prosody';
import { databaseUrlOf, hasOwnDatabase } from './database-url.js';
import {
  chatServerWish,
  CLIENT_PORT,
  HTTP_PORT,
  LOOPBACK,
  type PortSetting,
} from './launcher-settings.js';
import { portOf } from './ports.js';

/** Where Prosody will listen, decided before the parts that need to know it are started. */
export interface ChatServerPlace {
  readonly host: string;
  readonly clientPort: number;
  readonly httpPort: number;
  readonly token: string;
  /** whether to continue without it if it fails to start */
  readonly optional: boolean;
}

/** What this start does about a chat server. */
export interface ChatServerPlan {
  /** null: none is started, because there is one elsewhere or the product runs without */
  readonly place: ChatServerPlace | null;
  /** for the API and the user service */
  readonly connection: NodeJS.ProcessEnv;
  /** a line for the user */
  readonly remark: string | null;
}

/** Why there is no chat server although the user requires one. */
export class ChatServerFault extends Error {}

const NONE = { place: null, connection: {} };

/**
 * Reads `CHAT_SERVER`, `CHAT_SERVER_URL`, `XMPP_CLIENT_PORT` and `XMPP_HTTP_PORT`, and examines the
 * machine.
 * @param environment validated by the launcher
 * @throws ChatServerFault
 */
export async function planChatServer(environment: NodeJS.ProcessEnv): Promise<ChatServerPlan> {
  if (environment['CHAT_SERVER_URL']) return { ...NONE, remark: null };
  const wish = chatServerWish(environment);
  if (wish === 'none') return { ...NONE, remark: 'Chat server: none, as CHAT_SERVER says' };
  const place = await placeIn(environment, wish !== 'prosody');
  const obstacle = await obstacleTo(place, environment);
  if (obstacle === null) {
    const { host, httpPort, token } = place;
    const connection = {
      CHAT_SERVER_URL: `http://${host}:${httpPort}`,
      CHAT_SERVER_TOKEN: token,
      CHAT_SERVER_TOKEN_FILE: undefined,
    };
    return { place, connection, remark: null };
  }
  if (wish === 'prosody') throw new ChatServerFault(`CHAT_SERVER: ${obstacle}`);
  return { ...NONE, remark: `Chat server: none. ${obstacle} CHAT_SERVER=none silences this.` };
}

async function placeIn(
  environment: NodeJS.ProcessEnv,
  optional: boolean,
): Promise<ChatServerPlace> {
  return {
    host: LOOPBACK,
    clientPort: await readPort(environment, CLIENT_PORT),
    httpPort: await readPort(environment, HTTP_PORT),
    token: randomBytes(24).toString('base64url'),
    optional,
  };
}

async function readPort(
  environment: NodeJS.ProcessEnv,
  { name, usual }: PortSetting,
): Promise<number> {
  return Number(await portOf(environment, name, usual, LOOPBACK));
}

/** @returns why Prosody cannot be started, and what to do about it; null if it can */
async function obstacleTo(
  { host, clientPort, httpPort }: ChatServerPlace,
  environment: NodeJS.ProcessEnv,
): Promise<string | null> {
  try {
    await findProsody();
    await assertFree(host, { clients: clientPort, 'BOSH and WebSocket': httpPort });
  } catch (error) {
    if (error instanceof ProsodyUnusable) return error.message;
    if (error instanceof PortUnusable) {
      return `Prosody cannot be started: ${error.message}. Change XMPP_CLIENT_PORT and XMPP_HTTP_PORT, or stop that process (Debian's own service: "systemctl disable --now prosody").`;
    }
    throw error;
  }
  // The embedded server's role is a superuser. An unavailable database is reported by the API.
  const allowed =
    !hasOwnDatabase(environment) ||
    (await mayMakeRoles(databaseUrlOf(environment)).catch(() => true));
  if (allowed) return null;
  return 'The role of DATABASE_URL may not create the role that Prosody needs (CREATEROLE). Start Prosody as docs/chat-server.md says, and set CHAT_SERVER_URL.';
}
