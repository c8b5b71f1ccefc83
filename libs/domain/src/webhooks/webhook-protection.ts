import { ruleExceeded } from '../access/api-key.js';
import type { Makers } from '../access/maker.js';
import { UNBOUNDED } from '../access/principal.js';
import type { Principal } from '../access/principal.js';
import { EVENT_TYPES } from '../events/event-types.js';
import type { AddressRanges } from '../shared/address-ranges.js';
import { ScopeSet } from '../shared/scopes.js';
import { WebhookTooWeak } from './errors.js';
import { askedTypes } from './webhook.js';
import type { StoredWebhook } from './webhook.js';

/** Keeps webhooks from principals that are weaker than their makers. Contract: extensions E8.3 "Strength" */
export class WebhookProtection {
  constructor(
    private readonly makers: Makers,
    private readonly ranges: AddressRanges,
  ) {}

  /** @throws WebhookTooWeak */
  async require(
    { maker, types }: Pick<StoredWebhook, 'maker' | 'types'>,
    caller: Principal,
  ): Promise<void> {
    const standing = await this.makers.of(maker);
    const { named, covered } = askedTypes(types);
    const held = standing?.scopes ?? new ScopeSet(maker.scopes);
    const needed = [...named, ...covered].map((type) => EVENT_TYPES[type]);
    const lacks = caller.scopes.lacking(needed.filter((scope) => held.covers(scope)));
    if (lacks.length > 0) throw new WebhookTooWeak();
    if (caller.scopes.covers('*')) return;
    // of a maker that has ended nothing lasts that could be outlasted
    if (
      standing !== null &&
      ruleExceeded(standing.bounds, boundsFor(maker.kind, caller), this.ranges) !== null
    ) {
      throw new WebhookTooWeak();
    }
  }
}

/** What two subjects of an issuer make lasts as long, whenever their tokens end. */
const boundsFor = (maker: Principal['kind'], { kind, bounds }: Principal) =>
  maker === 'oidc' && kind === 'oidc' ? UNBOUNDED : bounds;
