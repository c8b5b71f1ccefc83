import { BindRequest, Control, SearchRequest } from 'ldapts';
import type { Filter } from 'ldapts';
import { MalformedMessage } from './ber.js';
import { ConnectionFault, OperationRefused } from './connection-fault.js';
import type { FaultStep } from './connection-fault.js';
import { PageControl, PASSWORD_POLICY, PlainControl } from './controls.js';
import { anything } from './filters.js';
import { LdapConnection } from './ldap-connection.js';
import type { Limits } from './ldap-connection.js';
import { ANSWER } from './messages.js';
import type { FoundEntry, LdapResult } from './messages.js';
import { openConnection } from './open-connection.js';
import type { ServerAddress } from './open-connection.js';

const MEBIBYTE = 1024 * 1024;

/** Of connections that read people and groups: 64 MiB a message and page, 1 GiB in all, 60 s a page. */
export const READING: Limits = {
  answerBytes: 64 * MEBIBYTE,
  totalBytes: 1024 * MEBIBYTE,
  timeoutMs: 60_000,
};
/** Of connections that look up one person or bind. */
export const ASKING: Limits = {
  answerBytes: MEBIBYTE,
  totalBytes: 8 * MEBIBYTE,
  timeoutMs: 5_000,
};
/** A server may send empty pages while it searches, but not for ever. */
const MOST_EMPTY_PAGES = 1000;

export interface Search {
  readonly base: string;
  readonly filter: Filter;
  readonly attributes: readonly string[];
  /** entries a page */
  readonly page: number;
  readonly controls?: readonly Control[];
}

/** The operations that directories need, on one connection. After a fault it is closed. */
export class DirectoryClient {
  private constructor(
    private readonly connection: LdapConnection,
    private readonly signal: AbortSignal | undefined,
  ) {}

  /** @throws ConnectionFault */
  static async open(
    server: ServerAddress,
    limits: Limits,
    {
      connectMs = 10_000,
      signal,
      step,
    }: { connectMs?: number; signal?: AbortSignal; step?: (name: FaultStep) => void } = {},
  ): Promise<DirectoryClient> {
    const socket = await openConnection(server, connectMs, step);
    return new DirectoryClient(new LdapConnection(socket, limits), signal);
  }

  get isOpen(): boolean {
    return this.connection.isOpen;
  }

  /** @param password never empty: servers let that in as nobody @returns whatever the server says to it @throws ConnectionFault */
  bind(dn: string, password: string): Promise<LdapResult> {
    if (dn === '' || password === '') throw new Error('Neither may be empty.');
    return this.connection.request(
      (messageId) =>
        new BindRequest({
          ...{ messageId, dn, password },
          controls: [new PlainControl(PASSWORD_POLICY)],
        }),
      ANSWER.bind,
      undefined,
      this.signal,
    );
  }

  /**
   * Searches below `base` to the full end, page by page; referrals are not followed.
   * @param take what a page has; the next one is asked for afterwards
   * @returns the number of referrals
   * @throws ConnectionFault, OperationRefused
   */
  async search(
    { base, filter, attributes, page, controls = [] }: Search,
    take: (entries: readonly FoundEntry[]) => Promise<void>,
  ): Promise<number> {
    let cookie: Buffer = Buffer.alloc(0);
    let referrals = 0;
    let empty = 0;
    do {
      const found: FoundEntry[] = [];
      const paging = new PageControl(page, cookie);
      const result = await this.ask(
        { baseDN: base, scope: 'sub', filter, attributes: [...attributes] },
        [paging, ...controls],
        (entry) => {
          if (found.length >= page) throw new MalformedMessage('more entries than a page may have');
          found.push(entry);
        },
        () => (referrals += 1),
      );
      const value = result.controls.get(paging.type);
      if (value === undefined) throw this.broken('the directory does not say whether that was all');
      const next = this.read(() => PageControl.cookieIn(value));
      empty = found.length === 0 ? empty + 1 : 0;
      if (empty > MOST_EMPTY_PAGES) throw this.broken('the directory sends empty pages for ever');
      // what is kept of it would keep the whole message
      cookie = Buffer.from(next);
      if (found.length > 0) await take(found);
    } while (cookie.length > 0);
    return referrals;
  }

  /** @returns null: there is no such entry @throws ConnectionFault, OperationRefused */
  async entry(dn: string, attributes: readonly string[]): Promise<FoundEntry | null> {
    const found: FoundEntry[] = [];
    try {
      await this.ask(
        { baseDN: dn, scope: 'base', filter: anything(), attributes: [...attributes] },
        [],
        (entry) => {
          if (found.length > 0) throw new MalformedMessage('two entries of one name');
          found.push(entry);
        },
      );
    } catch (error) {
      if (error instanceof OperationRefused && error.code === 32) return null;
      throw error;
    }
    return found[0] ?? null;
  }

  /** @returns the first two that are found below `base` @throws ConnectionFault, OperationRefused */
  async few(
    base: string,
    filter: Filter,
    attributes: readonly string[],
  ): Promise<readonly FoundEntry[]> {
    const found: FoundEntry[] = [];
    try {
      await this.ask(
        { baseDN: base, scope: 'sub', sizeLimit: 2, filter, attributes: [...attributes] },
        [],
        (entry) => {
          if (found.length >= 2) throw new MalformedMessage('more entries than were asked for');
          found.push(entry);
        },
      );
    } catch (error) {
      const isCut = error instanceof OperationRefused && error.code === 4;
      if (!isCut) throw error;
    }
    return found;
  }

  close(): void {
    this.connection.close();
  }

  private async ask(
    options: Omit<ConstructorParameters<typeof SearchRequest>[0], 'messageId' | 'timeLimit'>,
    controls: readonly Control[],
    entry: (entry: FoundEntry) => void,
    reference: () => void = () => undefined,
  ): Promise<LdapResult> {
    const result = await this.connection.request(
      (messageId) =>
        new SearchRequest({ ...options, messageId, timeLimit: 60, controls: [...controls] }),
      ANSWER.search,
      (message) => {
        if (message.kind === 'entry') entry(message.entry);
        else if (message.kind === 'reference') reference();
        else throw new MalformedMessage('an answer of another kind');
      },
      this.signal,
    );
    if (result.code !== 0) throw new OperationRefused(result.code, result.diagnostic);
    return result;
  }

  private read<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      throw this.broken((error as Error).message);
    }
  }

  private broken(reason: string): ConnectionFault {
    this.close();
    return new ConnectionFault('exchange', reason);
  }
}
