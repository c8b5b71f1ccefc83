import { createServer } from 'node:net';
import type { AddressInfo, Server, Socket } from 'node:net';
import { elementsOf, headOf } from '../../src/ber.js';
import type { Element } from '../../src/ber.js';

const element = (tag: number, ...content: readonly Buffer[]): Buffer => {
  const whole = Buffer.concat(content);
  const head = Buffer.from([tag, 0x84, 0, 0, 0, 0]);
  head.writeUInt32BE(whole.length, 2);
  return Buffer.concat([head, whole]);
};
const octets = (value: string | Buffer) => element(0x04, Buffer.from(value as string));
const message = (id: number, ...parts: readonly Buffer[]) =>
  element(0x30, element(0x02, Buffer.from([id >> 8, id & 0xff])), ...parts);

type Values = Readonly<Record<string, readonly (string | Buffer)[]>>;

export const answers = {
  entry: (id: number, dn: string, values: Values) =>
    message(
      id,
      element(
        0x64,
        octets(dn),
        element(
          0x30,
          ...Object.entries(values).map(([name, list]) =>
            element(0x30, octets(name), element(0x31, ...list.map(octets))),
          ),
        ),
      ),
    ),
  reference: (id: number, url: string) => message(id, element(0x73, octets(url))),
  /** @param cookie of the next page; null: no control at all */
  done: (id: number, cookie: string | null = '', code = 0) =>
    message(
      id,
      element(0x65, element(0x0a, Buffer.from([code])), octets(''), octets('')),
      ...(cookie === null ? [] : [pageControl(cookie)]),
    ),
  bound: (id: number, code = 0, diagnostic = '') =>
    message(id, element(0x61, element(0x0a, Buffer.from([code])), octets(''), octets(diagnostic))),
  extended: (id: number) =>
    message(id, element(0x78, element(0x0a, Buffer.from([0])), octets(''), octets(''))),
  intermediate: (id: number) => message(id, element(0x79)),
};

const pageControl = (cookie: string) =>
  element(
    0xa0,
    element(
      0x30,
      octets('1.2.840.113556.1.4.319'),
      octets(element(0x30, element(0x02, Buffer.from([0])), octets(cookie))),
    ),
  );

export interface Asked {
  readonly id: number;
  /** 0x60: bind, 0x63: search, 0x77: extended */
  readonly operation: number;
  readonly parts: readonly Element[];
  /** base of a search, DN of a bind */
  readonly dn: string;
  /** attributes that a search asks for */
  readonly attributes: readonly string[];
}

export interface HostileServer {
  readonly url: string;
  readonly asked: Asked[];
  /** all that was sent to it */
  received(): Buffer;
  close(): Promise<void>;
}

/** A server that answers as `answer` says; what it returns is sent. */
export async function startHostile(
  answer: (asked: Asked, socket: Socket) => Buffer | readonly Buffer[] | void,
): Promise<HostileServer> {
  const asked: Asked[] = [];
  const sockets = new Set<Socket>();
  let received = Buffer.alloc(0);
  const server: Server = createServer((socket) => {
    sockets.add(socket);
    let bytes = Buffer.alloc(0);
    socket.on('error', () => undefined);
    socket.on('data', (more: Buffer) => {
      received = Buffer.concat([received, more]);
      bytes = Buffer.concat([bytes, more]);
      for (let head = headOf(bytes); head?.tag === 0x30; head = headOf(bytes)) {
        if (bytes.length < head.whole) return;
        const request = askedIn(bytes.subarray(0, head.whole));
        bytes = bytes.subarray(head.whole);
        asked.push(request);
        const reply = answer(request, socket);
        if (reply) socket.write(Buffer.isBuffer(reply) ? reply : Buffer.concat(reply));
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `ldap://127.0.0.1:${(server.address() as AddressInfo).port}`,
    asked,
    received: () => received,
    close: () => {
      for (const socket of sockets) socket.destroy();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

function askedIn(bytes: Buffer): Asked {
  const [number, operation] = elementsOf(elementsOf(bytes)[0]!.content);
  const parts = elementsOf(operation!.content);
  const isSearch = operation!.tag === 0x63;
  return {
    id: number!.content.readIntBE(0, number!.content.length),
    operation: operation!.tag,
    parts,
    dn: (isSearch ? parts[0] : parts[1])?.content.toString() ?? '',
    attributes: isSearch
      ? elementsOf(parts[7]!.content).map(({ content }) => content.toString())
      : [],
  };
}
