import { InvalidArgument } from '../shared/domain-error.js';
import type { DomainError } from '../shared/domain-error.js';
import { compareCodePoints } from '../shared/order.js';
import { orderedArray } from '../shared/ordered-array.js';
import type { OrderedList } from '../shared/paging.js';
import { requireScopes } from '../shared/scopes.js';
import type { ScopeSet } from '../shared/scopes.js';
import { shownValue } from '../shared/shown-value.js';
import type { Transactions } from '../shared/transactions.js';
import {
  PropertyNotFound,
  PropertyProtected,
  PropertyToUpdateNotFound,
  TooManyProperties,
} from './errors.js';
import {
  describedProperty,
  isKnown,
  isProtected,
  isRiskyToDelete,
  isSensitive,
  MASK,
  protectionOf,
  requireProperty,
  shown,
} from './property-rules.js';
import type { PropertyDescription } from './property-rules.js';
import type { PropertyChange, PropertyStore } from './property-store.js';
import { knownProperties, readKeys } from './system-properties.js';
import type { SystemProperties } from './system-properties.js';

/** `value`: `null` for a known property without a value. */
export interface ShownProperty {
  readonly key: string;
  readonly value: string | null;
}

export type DescribedProperty = ShownProperty &
  PropertyDescription & {
    /** whether requests to change it are refused */
    readonly locked: boolean;
  } & { readonly [K in keyof PropertyChange]: PropertyChange[K] | null };

export interface PropertyDraft {
  readonly key?: string | undefined;
  readonly value?: string | undefined;
}

const UNCHANGED = { changed: null, changedBy: null };

/** System properties: list, read, write, delete. Contract: core 7.1 */
export class PropertyManagement {
  /** @param securityOpen whether the API may change the properties that protect it */
  constructor(
    private readonly store: PropertyStore,
    private readonly properties: SystemProperties,
    private readonly transactions: Transactions,
    private readonly securityOpen: boolean,
  ) {}

  /** Known properties with their effective values, and all stored ones, by key. */
  async list(): Promise<readonly ShownProperty[]> {
    const values = new Map<string, string | null>();
    for (const { key, default: fallback } of knownProperties) values.set(key, fallback);
    for (const { key, value } of await this.store.all()) values.set(key, value);
    return [...values]
      .map(([key, value]) => ({ key, value: shown(key, value) }))
      .sort((a, b) => compareCodePoints(a.key, b.key));
  }

  /**
   * As {@link list}, with what is known of them, in any order and by page.
   * @param showsChanges whether it is looked up who last changed them
   */
  async select(
    prefix: string | null,
    showsChanges: boolean,
  ): Promise<OrderedList<DescribedProperty>> {
    const found = (await this.list()).filter(({ key }) => key.startsWith(prefix ?? ''));
    const changes = showsChanges ? await this.store.changesOf(null) : null;
    const described = found.map((one) => ({
      ...one,
      ...this.known(one.key),
      ...(changes?.get(one.key) ?? UNCHANGED),
    }));
    return orderedArray(
      () => described,
      ({ key }) => [key, key],
      { isFiltered: prefix !== null },
    );
  }

  /** Stored properties only. @throws PropertyNotFound */
  async get(key: string): Promise<ShownProperty> {
    const value = await this.store.find(key);
    if (value === null) throw new PropertyNotFound(key);
    return { key, value: shown(key, value) };
  }

  /**
   * As {@link get}, with what is known of it.
   * @param showsChange whether it is looked up who last changed it
   * @throws PropertyNotFound
   */
  async describe(key: string, showsChange: boolean): Promise<DescribedProperty> {
    const found = await this.get(key);
    const change = showsChange ? (await this.store.changesOf(key)).get(key) : undefined;
    return { ...found, ...this.known(key), ...(change ?? UNCHANGED) };
  }

  private known(key: string) {
    return { ...describedProperty(key), locked: isProtected(key, this.securityOpen) };
  }

  /** Creates or overwrites. @throws InvalidArgument, PropertyProtected, TooManyProperties */
  async put(draft: PropertyDraft | null): Promise<void> {
    const { key, value } = required(draft);
    if (isProtected(key, this.securityOpen)) throw new PropertyProtected(key);
    if (!isKnown(key) && (await this.store.isFullFor(key))) throw new TooManyProperties(key);
    await this.write(key, value, false);
    await this.takeEffect([key]);
  }

  /** As {@link put}; `path` names the property, too, so that the draft need not. */
  async create(path: string, draft: PropertyDraft | null): Promise<void> {
    const named = draft && { ...draft, key: draft.key ?? path };
    const { key } = required(named);
    const refusal = this.whyNotUpdated(path, key);
    if (refusal !== null) throw refusal;
    await this.put(named);
  }

  /** @throws InvalidArgument, PropertyNotFound, PropertyProtected */
  async update(path: string, draft: PropertyDraft | null): Promise<void> {
    const { key, value } = required(draft);
    const refusal = this.whyNotUpdated(path, key);
    const exists =
      refusal === null
        ? await this.write(key, value, true)
        : (await this.store.find(path)) !== null;
    if (!exists) throw new PropertyToUpdateNotFound(key);
    if (refusal !== null) throw refusal;
    await this.takeEffect([key]);
  }

  /**
   * Deletes the property and everything below it.
   * @param exact deletes only the property itself
   * @param scopes of who asks; protected properties need `*`
   * @throws PropertyNotFound, InvalidArgument, ScopeMissing, PropertyProtected
   */
  async remove(key: string, exact: boolean, scopes: ScopeSet): Promise<void> {
    const gone = await this.transactions.run(async () => {
      await this.store.hold(key);
      const family = await this.store.family(key);
      if (!family.includes(key)) throw new PropertyNotFound(key);
      if (isRiskyToDelete(key) && !exact) {
        const detail =
          '_ and % stand for other characters in other servers: delete it with exact=true';
        throw new InvalidArgument('property-has-unrelated-children', { resource: key, detail });
      }
      const leaving = exact ? [key] : family;
      if (leaving.some((one) => protectionOf(one) !== 'none')) requireScopes(scopes, ['*']);
      const kept = leaving.find((one) => isProtected(one, this.securityOpen));
      if (kept !== undefined) throw new PropertyProtected(kept);
      await this.store.remove(leaving);
      return leaving;
    });
    await this.takeEffect(gone);
  }

  /** Before the request is answered. Nothing reads those that are kept for others. */
  private async takeEffect(changed: readonly string[]): Promise<void> {
    if (!changed.some((key) => readKeys.includes(key))) return;
    await this.transactions.afterCommit(() => this.properties.refresh());
  }

  private whyNotUpdated(path: string, key: string): DomainError | null {
    if (path !== key) {
      const detail = `the document names ${shownValue(key)}`;
      return new InvalidArgument('property-name-mismatch', { resource: path, detail });
    }
    return isProtected(key, this.securityOpen) ? new PropertyProtected(key) : null;
  }

  /** The mask leaves a sensitive value as it is. @returns `false` if it must exist and does not */
  private write(key: string, value: string, mustExist: boolean): Promise<boolean> {
    return this.store.put(key, value, { mustExist, keep: value === MASK && isSensitive(key) });
  }
}

function required(draft: PropertyDraft | null): { readonly key: string; readonly value: string } {
  if (!draft?.key || draft.value === undefined) {
    const resource = draft?.key || 'properties';
    const detail = draft?.key ? 'value missing' : 'key missing';
    throw new InvalidArgument('property-incomplete', { resource, detail });
  }
  const { key, value } = draft;
  requireProperty(key, value);
  return { key, value };
}
