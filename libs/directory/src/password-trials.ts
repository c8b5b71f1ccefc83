import type { BindClass, BindOutcome } from '@chat-admin/domain/directories/directory-source';
import { firstOf } from './attribute-values.js';
import { activeDirectoryBind, policyBind, POLICY_ATTRIBUTES } from './bind-outcome.js';
import { connectReader } from './connect-reader.js';
import type { ReaderConnection } from './connect-reader.js';
import { ASKING, DirectoryClient } from './directory-client.js';
import type { DirectoryConfiguration } from './directory-configuration.js';
import type { DirectoryKind } from './directory-kind.js';
import { both, equal } from './filters.js';
import type { Filter } from 'ldapts';
import type { FoundEntry } from './messages.js';

const CONNECT_MS = 3000;
/** Who comes when so many wait gets no answer. */
const MOST_WAITING = 256;
const IDLE_MS = 60_000;

const nobody: BindOutcome = { outcome: 'wrong', passwordTime: null };
const away: BindOutcome = { outcome: 'away', passwordTime: null };

/** Tries passwords: who it is, is asked on a connection of the reader that is kept; each password gets a connection of its own. */
export class PasswordTrials {
  private kept: ReaderConnection | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  private idle: NodeJS.Timeout | null = null;
  private running = 0;
  private readonly waiting: (() => void)[] = [];

  constructor(
    private readonly configuration: DirectoryConfiguration,
    private readonly kind: DirectoryKind,
    private readonly most: number,
  ) {}

  /** As {@link DirectorySource.bind}. */
  async bind(externalId: string, password: string): Promise<BindOutcome> {
    // servers take it for somebody who gives no name, and let him in
    if (password === '') return nobody;
    const id = this.kind.id.filter(externalId);
    return id === null ? nobody : this.tried(id, password);
  }

  /** By the name that `map.username` has; null: the map makes names of several attributes. */
  async bindByName(username: string, password: string): Promise<BindOutcome | null> {
    const attribute = this.configuration.people.map.username;
    if (attribute.includes('{')) return null;
    return password === '' ? nobody : this.tried(equal(attribute, username), password);
  }

  close(): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.kept?.client.close();
    this.kept = null;
  }

  private async tried(who: Filter, password: string): Promise<BindOutcome> {
    if (this.running >= this.most) {
      if (this.waiting.length >= MOST_WAITING) return away;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    } else this.running += 1;
    try {
      return await this.attempt(who, password);
    } catch {
      return away;
    } finally {
      const next = this.waiting.shift();
      if (next === undefined) this.running -= 1;
      else next();
    }
  }

  private async attempt(who: Filter, password: string): Promise<BindOutcome> {
    const found = await this.lookUp(who);
    if (found === null) return nobody;
    const { person, server } = found;
    // without a name in it, the server would take it for nobody's
    if (!person.dn.includes('=')) return away;
    const client = await DirectoryClient.open(server, ASKING, { connectMs: CONNECT_MS });
    const result = await client.bind(person.dn, password).finally(() => client.close());
    const outcome: BindClass =
      this.configuration.settings.kind === 'ad'
        ? activeDirectoryBind(result)
        : await policyBind(result, person, async () => (await this.lookUp(who))?.person ?? null);
    return { outcome, passwordTime: firstOf(person, this.kind.passwordTimeAttribute) };
  }

  /** @returns null: there is none, or more than one */
  private lookUp(
    who: Filter,
  ): Promise<(Pick<ReaderConnection, 'server'> & { readonly person: FoundEntry }) | null> {
    const { base, filter } = this.configuration.people;
    const attributes = [this.kind.passwordTimeAttribute, ...POLICY_ATTRIBUTES];
    const mine = this.turn.then(async () => {
      // it may have been closed by the server since the last time
      for (let isSecond = false; ; isSecond = true) {
        const { client, server } = await this.reader();
        try {
          const [person, more] = await client.few(base, both(filter, who), attributes);
          return person === undefined || more !== undefined ? null : { person, server };
        } catch (error) {
          this.close();
          if (isSecond) throw error;
        }
      }
    });
    this.turn = mine.catch(() => undefined);
    return mine;
  }

  private async reader(): Promise<ReaderConnection> {
    if (this.kept?.client.isOpen !== true) {
      const options = { limits: ASKING, connectMs: CONNECT_MS };
      this.kept = await connectReader(this.configuration, options);
    }
    if (this.idle !== null) clearTimeout(this.idle);
    this.idle = setTimeout(() => this.close(), IDLE_MS).unref();
    return this.kept;
  }
}
