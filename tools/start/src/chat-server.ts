import { randomBytes } from 'node:crypto';
import { mayMakeRoles } from '@chat/prosody-server/engine-role';
import { assertFree, PortUnusable } from '@chat/prosody-server/free-ports';
import { findProsody, ProsodyUnusable } from '@chat/prosody-server/installed-prosody';
import { databaseUrlOf, hasOwnDatabase } from './database-url.js';
import { portOf } from './ports.js';

const LOOPBACK = '127.0.0.1';
const DEFAULT_CLIENT_PORT = 5222;
const DEFAULT_HTTP_PORT = 5280;

/** Where Prosody will be, decided before the parts start that have to know it. */
export interface ChatServerPlace {
  readonly host: string;
  readonly clientPort: number;
  readonly httpPort: number;
  readonly token: string;
}

/** What this start does about a chat server. */
export interface ChatServerPlan {
  /** null: none is started, either because there is one elsewhere or because the product goes on without */
  readonly place: ChatServerPlace | null;
  /** for the API and the user service */
  readonly connection: NodeJS.ProcessEnv;
  /** a line for the user */
  readonly remark: string | null;
}

/** Why there is no chat server, where the user insists on one or has made a mistake. */
export class ChatServerFault extends Error {}

const NONE = { place: null, connection: {} };

/**
 * Reads `CHAT_SERVER`, `CHAT_SERVER_URL`, `XMPP_CLIENT_PORT` and `XMPP_HTTP_PORT`, and looks at the machine.
 * @throws ChatServerFault
 */
export async function planChatServer(environment: NodeJS.ProcessEnv): Promise<ChatServerPlan> {
  if (environment['CHAT_SERVER_URL']) return { ...NONE, remark: null };
  const wish = environment['CHAT_SERVER'] || 'auto';
  if (wish === 'none') return { ...NONE, remark: 'Chat server: none, as CHAT_SERVER says' };
  if (wish !== 'auto' && wish !== 'prosody') {
    throw new ChatServerFault('CHAT_SERVER: it must be auto, prosody or none');
  }
  const place = await placeIn(environment);
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
  return { ...NONE, remark: `Chat server: none. ${obstacle}` };
}

async function placeIn(environment: NodeJS.ProcessEnv): Promise<ChatServerPlace> {
  return {
    host: LOOPBACK,
    clientPort: await readPort(environment, 'XMPP_CLIENT_PORT', DEFAULT_CLIENT_PORT),
    httpPort: await readPort(environment, 'XMPP_HTTP_PORT', DEFAULT_HTTP_PORT),
    token: randomBytes(24).toString('base64url'),
  };
}

async function readPort(
  environment: NodeJS.ProcessEnv,
  name: string,
  usual: number,
): Promise<number> {
  const port = await portOf(environment, name, usual, LOOPBACK);
  if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
    throw new ChatServerFault(`${name}: it must be a port, 0 to 65535`);
  }
  return Number(port);
}

/** @returns what keeps Prosody from being started, and what to do about it; null: nothing */
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
      return `Prosody cannot be started: ${error.message}. Set XMPP_CLIENT_PORT and XMPP_HTTP_PORT to others, or stop that process (Debian's own service: "systemctl disable --now prosody").`;
    }
    throw error;
  }
  // The embedded server's role may do everything. A database that is away is the API's matter.
  const allowed =
    !hasOwnDatabase(environment) ||
    (await mayMakeRoles(databaseUrlOf(environment)).catch(() => true));
  if (allowed) return null;
  return 'The role of DATABASE_URL may not create the role that Prosody needs (CREATEROLE). Start Prosody as the README says, "In production", and set CHAT_SERVER_URL.';
}
