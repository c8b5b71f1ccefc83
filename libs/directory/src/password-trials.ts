import type { BindClass, BindOutcome } from '@chat-admin/domain/directories/directory-source';
import { Turns } from '@chat-admin/domain/shared/turns';
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
import { before, Places } from './places.js';

const CONNECT_MS = 3000;
/** Of all together, from the call to the answer: waiting, looking up and the password. */
export const TRIAL_MS = 8000;
/** Who comes when so many wait gets no answer. */
export const MOST_WAITING = 256;
const IDLE_MS = 60_000;

const nobody: BindOutcome = { outcome: 'wrong', passwordTime: null };
const away: BindOutcome = { outcome: 'away', passwordTime: null };

/** Tries passwords: who it is, is asked on a connection of the reader that is kept; each password gets a connection of its own. */
export class PasswordTrials {
  private kept: ReaderConnection | null = null;
  private readonly lookUps = new Turns();
  private idle: NodeJS.Timeout | null = null;
  private readonly places: Places;

  constructor(
    private readonly configuration: DirectoryConfiguration,
    private readonly kind: DirectoryKind,
    most: number,
  ) {
    this.places = new Places(most, MOST_WAITING);
  }

  /** As {@link DirectorySource.bind}. */
  async bind(
    externalId: string,
    password: string,
    deadline = AbortSignal.timeout(TRIAL_MS),
  ): Promise<BindOutcome> {
    // servers take it for somebody who gives no name, and let him in
    if (password === '') return nobody;
    const id = this.kind.id.filter(externalId);
    return id === null ? nobody : this.tried(id, password, deadline);
  }

  /** By the name that `map.username` has; null: the map makes names of several attributes. */
  async bindByName(
    username: string,
    password: string,
    stop?: AbortSignal,
  ): Promise<BindOutcome | null> {
    const attribute = this.configuration.people.map.username;
    if (attribute.includes('{')) return null;
    if (password === '') return nobody;
    const own = AbortSignal.timeout(TRIAL_MS);
    const deadline = stop === undefined ? own : AbortSignal.any([stop, own]);
    return this.tried(equal(attribute, username), password, deadline);
  }

  close(): void {
    if (this.idle !== null) clearTimeout(this.idle);
    this.kept?.client.close();
    this.kept = null;
  }

  private async tried(who: Filter, password: string, deadline: AbortSignal): Promise<BindOutcome> {
    if (!(await this.places.take(deadline))) return away;
    let known = away;
    // one that nobody waits for ends by itself soon, and holds its place until then
    const trial = this.attempt(who, password, deadline, (refusal) => (known = refusal))
      .catch(() => known)
      .finally(() => this.places.leave());
    return before(deadline, trial, () => known);
  }

  /** @param refused told of a password that was judged, before the entry is read for why */
  private async attempt(
    who: Filter,
    password: string,
    deadline: AbortSignal,
    refused: (outcome: BindOutcome) => void,
  ): Promise<BindOutcome> {
    const found = await this.lookUp(who, deadline);
    if (found === null) return nobody;
    const { person, server } = found;
    // without a name in it, the server would take it for nobody's
    if (!person.dn.includes('=')) return away;
    deadline.throwIfAborted();
    const options = { connectMs: CONNECT_MS, signal: deadline };
    const client = await DirectoryClient.open(server, ASKING, options);
    // sends nothing once nobody waits for it
    const result = await client.bind(person.dn, password).finally(() => client.close());
    const passwordTime = firstOf(person, this.kind.passwordTimeAttribute);
    const outcome: BindClass =
      this.configuration.settings.kind === 'ad'
        ? activeDirectoryBind(result)
        : await policyBind(result, person, async () => {
            refused({ outcome: 'wrong', passwordTime });
            const again = await this.lookUp(who, deadline);
            return again?.person ?? null;
          });
    return { outcome, passwordTime };
  }

  /** @returns null: there is none, or more than one */
  private lookUp(
    who: Filter,
    deadline: AbortSignal,
  ): Promise<(Pick<ReaderConnection, 'server'> & { readonly person: FoundEntry }) | null> {
    const { base, filter } = this.configuration.people;
    const attributes = [this.kind.passwordTimeAttribute, ...POLICY_ATTRIBUTES];
    return this.lookUps.take('reader', async () => {
      deadline.throwIfAborted();
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
