import { lookup as bySystem } from 'node:dns/promises';
import { isIP } from 'node:net';
import type { LookupFunction } from 'node:net';
import type { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import { AddressList, hostOf, plainAddress } from '../edge/address-list.js';
import { allowedLookup } from '../edge/allowed-lookup.js';
import type { FindAddresses } from '../edge/allowed-lookup.js';
import { inTime } from '../process/readiness.js';

const DIRECTORY_TIMEOUT_MS = 1_000;

/**
 * The chat servers that have said to the database where they are. The token is sent there, so only addresses in the given
 * networks count.
 */
export class DiscoveredChatServers {
  private readonly networks: AddressList;
  private last: readonly string[] | null = [];
  /** of which it was said that they are not called */
  private refused = new Set<string>();

  constructor(
    private readonly directory: Pick<ChatServerDirectory, 'list'>,
    networks: readonly string[],
    private readonly warn: (message: string) => void,
    findName: FindAddresses = addressesOf,
  ) {
    this.networks = new AddressList(networks);
    this.lookup = allowedLookup(findName, {
      isAllowed: (address) => this.networks.has(plainAddress(address)),
      refused: (name) => {
        this.refuse(name);
        return failure('outside CHAT_SERVER_NETWORKS');
      },
      unknown: ({ code }) => failure(code ?? 'unknown name'),
      found: (name) => this.refused.delete(name),
    });
  }

  /** Those that serve or wait; as long as the database does not answer, those of the last time. `null`: there was never one. */
  readonly addresses = async (): Promise<readonly string[] | null> => {
    const nodes = await inTime(this.directory.list(), DIRECTORY_TIMEOUT_MS);
    if (nodes === null) return this.last;
    const present = nodes.filter(({ state }) => state !== 'gone').map(({ address }) => address);
    const hosts = new Set(present.map(hostIn));
    this.refused = new Set([...this.refused].filter((host) => hosts.has(host)));
    this.last = nodes.length === 0 ? null : present.filter((address) => this.mayBeCalled(address));
    return this.last;
  };

  /** The addresses of a name to which a connection may be made. */
  readonly lookup: LookupFunction;

  private mayBeCalled(address: string): boolean {
    const host = hostIn(address);
    if (URL.canParse(address)) {
      const { protocol, origin, href } = new URL(address);
      const isPlain = /^https?:$/.test(protocol) && href === `${origin}/`;
      if (isPlain && (isIP(host) === 0 || this.networks.has(plainAddress(host)))) return true;
    }
    this.refuse(host);
    return false;
  }

  private refuse(host: string): void {
    if (this.refused.has(host)) return;
    this.refused.add(host);
    this.warn(
      `A chat server says that it is at ${JSON.stringify(host)}: it is not called, for that is not in CHAT_SERVER_NETWORKS`,
    );
  }
}

const addressesOf: FindAddresses = async (name) =>
  (await bySystem(name, { all: true })).map(({ address }) => address);

/** What cannot be read as a URL stands for itself. */
const hostIn = (address: string): string =>
  URL.canParse(address) ? hostOf(new URL(address)) : address;

const failure = (code: string): Error => Object.assign(new Error(code), { code });
