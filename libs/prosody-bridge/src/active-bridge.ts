import { BridgeClient, BridgeFailure, NONE_KNOWN, NoAnswerInTime } from './bridge-client.js';
import type { BridgeCall, BridgeClientOptions } from './bridge-client.js';
import type { BridgeHealth } from './bridge-documents.js';
import { askForHealth } from './bridge-health.js';
import { inTime } from './in-time.js';
import type { Shape } from './shapes.js';

/** How long one that may wait is given to say whether it serves, and the pause until it is asked again. */
const OTHERS_TIMEOUT_MS = 2_000;
const OTHERS_PAUSE_MS = 500;

/** Where the chat servers of the domain are, of which one serves; `null`: the domain has none. */
export type ChatServerAddresses = () =>
  Promise<readonly string[] | null> | readonly string[] | null;

export interface ActiveBridgeOptions extends Omit<BridgeClientOptions, 'url'> {
  readonly addresses: ChatServerAddresses;
  readonly domain: string;
}

/**
 * The bridges of the chat servers of a domain. Calls go to the one that serves, as the last probe has found it: a chat
 * server that waits says that it is not attached to the database.
 */
export class ActiveBridge {
  private readonly clients = new Map<string, BridgeClient>();
  private active: string | null = null;
  private none = false;
  private token: string;
  private closed = false;

  constructor(private readonly options: ActiveBridgeOptions) {
    this.token = options.token;
  }

  /** The address that is called; `null`: none has been found yet. */
  get address(): string | null {
    return this.active;
  }

  /** Whether the domain had no chat server when it was last asked. */
  get isMissing(): boolean {
    return this.none;
  }

  /** @throws only BridgeFailure */
  call<T>(call: BridgeCall, answer: Shape<T>): Promise<T> {
    if (this.active === null) return Promise.reject(new BridgeFailure('none is known', true));
    return this.clientOf(this.active).call(call, answer);
  }

  /**
   * Calls again if the server is gone and another one has taken over, within the time of the call.
   * @param doubt probes, and says whether one serves
   * @throws only BridgeFailure
   */
  async callWhoServes<T>(
    call: BridgeCall,
    answer: Shape<T>,
    doubt: () => Promise<boolean>,
  ): Promise<T> {
    const { active } = this;
    const until = performance.now() + call.timeoutMs;
    const left = () => Math.max(0, Math.floor(until - performance.now()));
    try {
      return await this.call(call, answer);
    } catch (failure) {
      const isGone = (failure as BridgeFailure).everything && !(failure instanceof NoAnswerInTime);
      if (!isGone || !(await inTime(doubt(), left(), false))) throw failure;
      const timeoutMs = left();
      if (this.active === active || timeoutMs === 0) throw failure;
      return this.call({ ...call, timeoutMs }, answer);
    }
  }

  /**
   * Asks all, and calls the one that serves from now on. One that is silent is waited for, while the others, and
   * those that come meanwhile, are asked again and again.
   * @throws BridgeFailure: that of the one that has served
   */
  async probe(timeoutMs: number): Promise<BridgeHealth> {
    const addresses = await this.options.addresses();
    this.none = addresses === null;
    if (addresses === null) {
      throw new BridgeFailure('none has said to the database where it is', true, NONE_KNOWN);
    }
    if (addresses.length === 0) throw new BridgeFailure('none serves, and none waits', true);
    this.forgetOthers(addresses);
    const known = addresses.find((address) => address === this.active) ?? addresses[0]!;
    let over = false;
    const asked = this.health(known, timeoutMs).finally(() => (over = true));
    const pause = () =>
      inTime(
        asked.catch(() => undefined),
        OTHERS_PAUSE_MS,
        undefined,
      );
    const unlessOver = async (address: string): Promise<BridgeHealth> => {
      for (;;) {
        try {
          return await this.health(address, Math.min(timeoutMs, OTHERS_TIMEOUT_MS));
        } catch (failure) {
          if (over || this.closed) throw failure;
        }
        await pause();
      }
    };
    const met = new Set([known]);
    const others = (found: readonly string[]) => {
      const fresh = found.filter((address) => !met.has(address));
      for (const address of fresh) met.add(address);
      return fresh.map(unlessOver);
    };
    const newcomers = async (): Promise<BridgeHealth> => {
      await pause();
      if (over || this.closed) throw new BridgeFailure('none has come', true);
      return Promise.any([...others((await this.options.addresses()) ?? []), newcomers()]);
    };
    try {
      return await Promise.any([asked, ...others(addresses), newcomers()]);
    } catch (failures) {
      throw (failures as AggregateError).errors[0];
    } finally {
      over = true;
    }
  }

  /** The token for the calls from now on. */
  renew(token: string): void {
    this.token = token;
    for (const client of this.clients.values()) client.renew(token);
  }

  /** Closes all connections; pending calls fail. */
  close(): void {
    this.closed = true;
    for (const client of this.clients.values()) client.close();
  }

  private async health(address: string, timeoutMs: number): Promise<BridgeHealth> {
    const health = await askForHealth(this.clientOf(address), this.options.domain, timeoutMs);
    const former = this.active;
    this.active = address;
    if (former !== null && former !== address) this.clientOf(former).abandon();
    return health;
  }

  /** Closes the clients of chat servers that are not there any more. */
  private forgetOthers(addresses: readonly string[]): void {
    for (const [address, client] of this.clients) {
      if (addresses.includes(address) || address === this.active) continue;
      client.close();
      this.clients.delete(address);
    }
  }

  private clientOf(address: string): BridgeClient {
    const { options, token } = this;
    let client = this.clients.get(address);
    if (client === undefined) {
      client = new BridgeClient({ ...options, url: address, token });
      if (this.closed) client.close();
      this.clients.set(address, client);
    }
    return client;
  }
}
