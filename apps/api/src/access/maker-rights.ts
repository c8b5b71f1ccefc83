import { DAYS_WITHOUT_TOKEN } from '@chat-admin/domain/access/issuer-subjects';
import { Makers } from '@chat-admin/domain/access/maker';
import type { Maker, Standing } from '@chat-admin/domain/access/maker';
import {
  accountIn,
  hasExpired,
  scopesOfRole,
  UNBOUNDED,
} from '@chat-admin/domain/access/principal';
import { EVERYTHING, EVERYTHING_NAMED, ScopeSet } from '@chat-admin/domain/shared/scopes';
import type { Localpart } from '@chat-admin/domain/shared/jid';
import type { Scope } from '@chat-admin/domain/shared/scopes';
import { administrators, isReader, isReserved } from '@chat-admin/domain/system/administrators';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { username } from '@chat-admin/domain/users/user';
import type { Persistence } from '@chat-admin/server/composition/open-persistence';
import { remember } from '@chat-admin/server/edge/remember';
import { isSubjectOf } from './issuer-claims.js';

const DAY_MS = 86_400_000;
const NOTHING = new ScopeSet([]);

type Needed = Pick<Persistence, 'properties' | 'domain' | 'users' | 'keys' | 'issuerSubjects'>;

/** What makers may do now. Contract: extensions E7.2 and E8.3 "Rights" */
export class MakerRights extends Makers {
  private readonly listed = remember(
    (text) => new Set<string>(administrators(text ?? '', this.persistence.domain)),
    1,
  );

  /** @param issuer of tokens; `null`: there is none */
  constructor(
    private readonly persistence: Needed,
    private readonly issuer: string | null,
  ) {
    super();
  }

  isAdministrator(name: string): boolean {
    const { properties } = this.persistence;
    return this.listed(properties.read(systemProperty.administrators)).has(name);
  }

  isReserved(name: Localpart): boolean {
    const { properties, domain } = this.persistence;
    return isReserved(name, properties.read(systemProperty.administrators), domain);
  }

  /**
   * @returns `null` when the key is revoked or expired, the account has lost its right, or the subject
   * of the issuer does not come any more, or with less
   */
  async of({ kind, id, name, scopes }: Maker): Promise<Standing | null> {
    if (kind === 'key') {
      const key = await this.persistence.keys.find(id.slice('key:'.length));
      if (key === null || hasExpired(key, new Date())) return null;
      return { scopes: new ScopeSet(key.scopes), bounds: key };
    }
    if (kind === 'basic') {
      const held = await this.scopesOf(await this.usernameOf(id, name));
      if (held.lacking(scopes).length > 0) return null;
    }
    if (kind === 'oidc' && !(await this.comes(id, scopes))) return null;
    return { scopes: new ScopeSet(scopes), bounds: UNBOUNDED };
  }

  /** @param name of the time, all that programs of former releases note */
  private usernameOf(id: string, name: string): Promise<string | null> | string {
    const account = accountIn(id);
    return account === null ? name : this.persistence.users.usernameOf(account);
  }

  private async comes(id: string, scopes: readonly Scope[]): Promise<boolean> {
    if (this.issuer === null || !isSubjectOf(this.issuer, id)) return false;
    const last = await this.persistence.issuerSubjects.last(id, scopes);
    if (Date.now() - last.seen.getTime() > DAYS_WITHOUT_TOKEN * DAY_MS) return false;
    return new ScopeSet(last.scopes).lacking(scopes).length === 0;
  }

  isReader(name: Localpart): boolean {
    const { properties, domain } = this.persistence;
    return isReader(name, properties.read(systemProperty.conversationReaders), domain);
  }

  /** What an account may do now, which is nothing while it is locked out. */
  private async scopesOf(name: string | null): Promise<ScopeSet> {
    const account = name && username(name);
    const login = account ? await this.persistence.users.login(account) : null;
    if (!account || login === null || login.locked) return NOTHING;
    if (this.isAdministrator(account))
      return this.isReader(account) ? EVERYTHING_NAMED : EVERYTHING;
    return login.role === null ? NOTHING : scopesOfRole(login.role);
  }
}
