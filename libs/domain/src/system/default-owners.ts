import type { BareJid, Localpart } from '../shared/jid.js';
import type { ServiceDomain } from '../shared/service-domain.js';
import { administrators, DEFAULT_ADMINISTRATOR } from './administrators.js';
import { systemProperty } from './system-properties.js';
import type { SystemProperties } from './system-properties.js';

/** The part of the user repository that is used. */
interface Accounts {
  existing(names: readonly Localpart[]): Promise<ReadonlySet<Localpart>>;
}

interface Ports {
  readonly properties: SystemProperties;
  readonly users: Accounts;
  readonly domain: ServiceDomain;
}

/** Who owns rooms for which nobody is named. Contract: core 1.4 */
export class DefaultOwners {
  constructor(private readonly ports: Ports) {}

  /**
   * The first administrator who exists. The database has the same as `default_owner`.
   * @param leaving whose account goes
   */
  async next(leaving: Localpart | null): Promise<BareJid> {
    const { properties, users, domain } = this.ports;
    const listed = administrators(properties.read(systemProperty.administrators), domain);
    const candidates = listed.filter((name) => name !== leaving);
    const isAsked = candidates.some((name) => name !== DEFAULT_ADMINISTRATOR);
    const existing = isAsked ? await users.existing(candidates) : new Set<Localpart>();
    const owner = candidates.find((name) => existing.has(name));
    return domain.jidOf(owner ?? DEFAULT_ADMINISTRATOR);
  }

  /** @param signer the account that signs the request; `null`: none does */
  async of(signer: Localpart | null): Promise<BareJid> {
    return signer === null ? this.next(null) : this.ports.domain.jidOf(signer);
  }
}
