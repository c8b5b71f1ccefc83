import { createSocket } from 'node:dgram';
import type { AddressInfo } from 'node:net';

const SRV = 33;
const A = 1;
const INTERNET = 1;
const ANSWER = 0x8580;
const NO_SUCH_NAME = 3;
const HEADER_BYTES = 12;
const TTL_S = 60;

/** Where the servers of XMPP domains are: port by domain, all on 127.0.0.1. */
export type XmppServers = Readonly<Record<string, number>>;

/** A name server that knows these domains, as their owners would publish them (RFC 6120, 3.2.1), and nothing else. */
export async function startDns(
  servers: XmppServers,
): Promise<{ readonly port: number; stop(): void }> {
  const socket = createSocket('udp4');
  socket.on('message', (query, from) => {
    socket.send(answerTo(query, servers), from.port, from.address);
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return { port: (socket.address() as AddressInfo).port, stop: () => socket.close() };
}

function answerTo(query: Buffer, servers: XmppServers): Buffer {
  const { name, end } = nameIn(query);
  const type = query.readUInt16BE(end);
  const question = query.subarray(HEADER_BYTES, end + 4);
  const domain = name.replace(/^_xmpp-server\._tcp\./, '');
  const port = servers[domain];
  const record =
    port === undefined
      ? null
      : type === SRV && domain !== name
        ? resource(SRV, Buffer.concat([words(0, 0, port), labels(domain)]))
        : type === A && domain === name
          ? resource(A, Buffer.from([127, 0, 0, 1]))
          : null;
  const header = Buffer.alloc(HEADER_BYTES);
  query.copy(header, 0, 0, 2);
  header.writeUInt16BE(port === undefined ? ANSWER | NO_SUCH_NAME : ANSWER, 2);
  header.writeUInt16BE(1, 4);
  header.writeUInt16BE(record ? 1 : 0, 6);
  return Buffer.concat([header, question, ...(record ? [record] : [])]);
}

/** The name that is asked for, and where the type follows. */
function nameIn(query: Buffer): { name: string; end: number } {
  const parts: string[] = [];
  let at = HEADER_BYTES;
  for (let length; (length = query[at]!) > 0; at += length + 1) {
    parts.push(query.toString('latin1', at + 1, at + 1 + length));
  }
  return { name: parts.join('.').toLowerCase(), end: at + 1 };
}

function resource(type: number, data: Buffer): Buffer {
  const name = words(0xc000 | HEADER_BYTES); // that of the question
  return Buffer.concat([name, words(type, INTERNET, 0, TTL_S, data.length), data]);
}

function labels(name: string): Buffer {
  const parts = name
    .split('.')
    .map((part) => Buffer.from(`${String.fromCharCode(part.length)}${part}`));
  return Buffer.concat([...parts, Buffer.from([0])]);
}

function words(...values: number[]): Buffer {
  const buffer = Buffer.alloc(values.length * 2);
  values.forEach((value, index) => buffer.writeUInt16BE(value, index * 2));
  return buffer;
}
