import { type Client, client } from '@xmpp/client';
import { WebSocket } from 'undici';
import { ScramSha256Mechanism } from './scram.js';
import { xml } from './stanza.js';
import {
  Device,
  type Login,
  LoginRefused,
  type Place,
  type Receive,
  type Transport,
  type TransportName,
} from './transport.js';

// the stock client uses the browser's; Node 20 has none
Object.assign(globalThis, { WebSocket: globalThis.WebSocket ?? WebSocket });

const TIMEOUT_MS = 60_000;

/** Logs in with `@xmpp/client`, without automatic reconnection. @throws LoginRefused */
export async function connectStockClient(
  kind: Exclude<TransportName, 'bosh'>,
  place: Place,
  login: Login,
  receive: Receive,
): Promise<Transport> {
  const {
    username,
    password,
    resource,
    mechanism = 'SCRAM-SHA-256',
    device = new Device(),
  } = login;
  const xmpp = client({
    service: addressOf(kind, place),
    domain: place.domain,
    username, // in the stream header, without which no tokens are offered
    ...(resource === undefined ? {} : { resource }),
    credentials: (authenticate: (...given: unknown[]) => Promise<void>) =>
      authenticate(
        { username, password, token: device.token },
        mechanism,
        xml('user-agent', { id: device.id }),
      ),
  });
  xmpp.timeout = TIMEOUT_MS;
  xmpp.saslFactory.use('SCRAM-SHA-256', ScramSha256Mechanism);
  xmpp.fast.saveToken = async (token) => void (device.token = token);
  xmpp.on('send', ({ name, attrs }) => {
    if (name === 'authenticate') device.mechanisms.push(String(attrs['mechanism']));
  });
  xmpp.reconnect.stop();
  listenInTime(xmpp);
  let condition: string | null = null;
  xmpp.on('error', (error) => {
    condition ??= error.condition ?? null;
  });
  const ended = new Promise<string | null>((resolve) =>
    xmpp.on('disconnect', () => resolve(condition)),
  );
  xmpp.on('stanza', receive);
  try {
    const jid = await xmpp.start();
    // Nagle's algorithm would delay what is sent before the answer to something else has arrived
    (xmpp.socket?.socket ?? xmpp.socket)?.setNoDelay?.();
    return {
      jid: jid.toString(),
      ended,
      send: (stanza) => xmpp.send(stanza),
      close: async () => {
        if (xmpp.socket) await xmpp.stop();
        await ended;
      },
      cut: () => cut(xmpp),
    };
  } catch (error) {
    cut(xmpp);
    const failure = error as Error & { condition?: string };
    throw failure.name === 'SASLError' ? new LoginRefused(failure.condition ?? '') : failure;
  }
}

/**
 * It would listen for the server's stream header only after sending its own, which is too late for
 * a fast server.
 */
function listenInTime(xmpp: Client): void {
  const open = xmpp.open.bind(xmpp);
  const write = xmpp.write.bind(xmpp);
  xmpp.open = (options) => {
    xmpp.write = async (text) => void write(text).catch(() => undefined);
    const opened = open(options);
    xmpp.write = write;
    return opened;
  };
}

function addressOf(kind: Exclude<TransportName, 'bosh'>, place: Place): string {
  const { host, clientPort, tlsPort, httpPort } = place;
  if (kind === 'websocket') return `ws://${host}:${httpPort}/xmpp-websocket`;
  return kind === 'tls' ? `xmpps://${host}:${tlsPort}` : `xmpp://${host}:${clientPort}`;
}

function cut({ socket }: Client): void {
  if (socket?.destroy) socket.destroy();
  else if (socket?.socket?.destroy) socket.socket.destroy();
  else socket?.socket?.close?.();
}
