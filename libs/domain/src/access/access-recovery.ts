import type { ServiceDomain } from '../shared/service-domain.js';
import type { Transactions } from '../shared/transactions.js';
import { administrators } from '../system/administrators.js';
import { isSensitive, requireProperty } from '../system/property-rules.js';
import type { PropertyStore } from '../system/property-store.js';
import { systemProperty } from '../system/system-properties.js';
import type { KnownProperty } from '../system/known-property.js';
import type { SystemProperties } from '../system/system-properties.js';
import type { UserRepository } from '../users/user-repository.js';
import type { AdministratorPorts } from './administrator-management.js';

/** A stored setting that locks every caller out. */
export interface Barrier {
  /** one sentence, shown to operators */
  readonly what: string;
  /** the writes that remove it; empty while `missing` has to be supplied */
  readonly remedy: readonly PropertyWrite[];
  /** what the operator has to supply */
  readonly missing: 'an address' | null;
}

export interface PropertyWrite {
  readonly key: string;
  readonly value: string;
  /** a newly generated secret, to be shown once */
  readonly secret: boolean;
}

/** What the domain cannot do itself. */
export interface RecoveryTools {
  /** whether at least one entry of this address list is valid */
  isUsable(list: string): boolean;
  /** @param wanted an address or a CIDR range */
  covers(list: string, wanted: string): boolean;
  /** 32 random characters */
  newSecret(): string;
}

/**
 * Finds and removes stored settings that lock every caller out. For operators, who reach the
 * database while the API refuses everyone. Contract: extensions E10, I-12
 */
export class AccessRecovery {
  private readonly store: PropertyStore;
  private readonly properties: SystemProperties;
  private readonly users: UserRepository;
  private readonly domain: ServiceDomain;
  private readonly transactions: Transactions;
  private readonly tools: RecoveryTools;

  constructor(ports: AdministratorPorts & { readonly recoveryTools: RecoveryTools }) {
    this.store = ports.propertyStore;
    this.properties = ports.properties;
    this.users = ports.users;
    this.domain = ports.domain;
    this.transactions = ports.transactions;
    this.tools = ports.recoveryTools;
  }

  /** @param allowFrom address or range that must be allowed; `null`: no particular one */
  async barriers(allowFrom: string | null = null): Promise<readonly Barrier[]> {
    const scheme = await this.barrierOfScheme();
    return [
      ...this.switchedOff(),
      ...(scheme === null ? [] : [scheme]),
      ...(await this.withoutSecret(scheme !== null)),
      ...this.barrierOfAddresses(systemProperty.apiAllowedIps, allowFrom),
      ...this.barrierOfAddresses(systemProperty.legacyAllowedIps, allowFrom),
    ];
  }

  /** In one transaction; takes effect on every instance at once. @throws InvalidArgument */
  async mend(barriers: readonly Barrier[]): Promise<void> {
    const writes = barriers.flatMap(({ remedy }) => remedy);
    for (const { key, value } of writes) requireProperty(key, value);
    if (writes.length === 0) return;
    await this.transactions.run(async () => {
      for (const { key, value } of writes) await this.store.put(key, value);
    });
    await this.transactions.afterCommit(() => this.properties.refresh());
  }

  private switchedOff(): readonly Barrier[] {
    const { wildcardsInExcludes, apiEnabled, legacyEnabled } = systemProperty;
    const off = [
      { property: wildcardsInExcludes, what: 'every request is redirected to the login page' },
      { property: apiEnabled, what: 'the API is switched off' },
      { property: legacyEnabled, what: 'the user service is switched off' },
    ].filter(({ property }) => !this.properties.read(property));
    return off.map(({ property: { key }, what }) =>
      barrier(`${key} is not true: ${what}`, [write(key, 'true')]),
    );
  }

  private async barrierOfScheme(): Promise<Barrier | null> {
    const { key } = systemProperty.apiAuthentication;
    const scheme = this.properties.read(systemProperty.apiAuthentication);
    if (scheme === 'secret' || scheme === 'both') return null;
    const reason =
      scheme === null
        ? 'is none of secret, basic and both: every request is refused'
        : await this.whyNobodyLogsIn();
    return reason === null ? null : barrier(`${key} ${reason}`, [write(key, 'secret')]);
  }

  /** `null` if at least one administrator can log in. */
  private async whyNobodyLogsIn(): Promise<string | null> {
    const listed = this.properties.read(systemProperty.administrators);
    const states: string[] = [];
    for (const name of administrators(listed, this.domain)) {
      const account = await this.users.login(name);
      if (account !== null && !account.locked) return null;
      states.push(`${name} ${account === null ? 'does not exist' : 'is locked out'}`);
    }
    const why =
      states.join(', ') ||
      `${systemProperty.administrators.key} names nobody of ${this.domain.name}`;
    return `is basic, and no administrator can log in: ${why}`;
  }

  /** @param schemeChanges whether authentication is about to switch to the shared secret */
  private async withoutSecret(schemeChanges: boolean): Promise<readonly Barrier[]> {
    const { apiAuthentication, apiSecret, legacySecret } = systemProperty;
    const own = this.properties.read(legacySecret);
    const scheme = this.properties.read(apiAuthentication);
    const lacksSecret = !this.properties.read(apiSecret);
    const needed =
      schemeChanges ||
      scheme === 'secret' ||
      (scheme === 'both' && lacksSecret && (await this.whyNobodyLogsIn()) !== null);
    const barriers: Barrier[] = [];
    if (lacksSecret && needed) {
      barriers.push(this.newSecret(apiSecret.key, 'nothing matches the shared secret'));
    }
    // an absent secret of the user service defaults to that of the API
    if (own === '' || (own === null && lacksSecret && !needed)) {
      barriers.push(this.newSecret(legacySecret.key, 'the user service refuses every request'));
    }
    return barriers;
  }

  private newSecret(key: string, what: string): Barrier {
    return barrier(`${key} is absent or empty: ${what}`, [write(key, this.tools.newSecret())]);
  }

  private barrierOfAddresses(
    property: KnownProperty<string>,
    allowFrom: string | null,
  ): readonly Barrier[] {
    const list = this.properties.read(property);
    if (!/[^\s,]/.test(list)) return [];
    const usable = this.tools.isUsable(list);
    if (usable && (allowFrom === null || this.tools.covers(list, allowFrom))) return [];
    const what = usable
      ? `${property.key} does not let ${allowFrom} in`
      : `${property.key} lists no address: every request is refused`;
    if (allowFrom === null) return [{ what, remedy: [], missing: 'an address' }];
    return [barrier(what, [write(property.key, `${list.trimEnd()},${allowFrom}`)])];
  }
}

function barrier(what: string, remedy: readonly PropertyWrite[]): Barrier {
  return { what, remedy, missing: null };
}

function write(key: string, value: string): PropertyWrite {
  return { key, value, secret: isSensitive(key) };
}
