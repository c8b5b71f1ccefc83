import { knownProperties, SystemProperties, systemProperty } from './system-properties.js';
import type { KnownProperty } from './known-property.js';

const {
  auditRetention,
  apiAuthentication,
  apiEnabled,
  apiJsonDates,
  apiJsonNames,
  legacySecret,
  legacySuccess,
} = systemProperty;

class SeededProperties extends SystemProperties {
  private readonly stored = new Map<string, string>();

  constructor(texts: Readonly<Record<string, string>> = {}) {
    super();
    for (const [key, text] of Object.entries(texts)) this.put(key, text);
  }

  /** @param text `null` removes it. @returns the warnings about the change */
  put(key: string, text: string | null): readonly KnownProperty<unknown>[] {
    if (text === null) this.stored.delete(key);
    else this.stored.set(key, text);
    return this.take([...this.stored].map(([one, value]) => ({ key: one, value })));
  }

  async refresh(): Promise<void> {}
}

describe('a property', () => {
  it('has the type of its values', () => {
    const properties = new SeededProperties({
      [auditRetention.key]: '030',
      [apiEnabled.key]: 'TRUE',
      [legacySecret.key]: '',
    });
    const days: number = properties.read(auditRetention);
    const enabled: boolean = properties.read(apiEnabled);
    const secret: string | null = properties.read(legacySecret);
    const success: 'OK' | 'ok' | null = properties.read(legacySuccess);
    expect([days, enabled, secret, success]).toEqual([30, true, '', null]);
    // @ts-expect-error it is a number
    const text: string = properties.read(auditRetention);
    // @ts-expect-error it may be absent
    const certain: string = properties.read(systemProperty.apiSecret);
    expect([text, certain]).toEqual([30, null]);
  });

  it.each([
    [auditRetention, ['', 'abc', '-1', '+1', '1.5', '1e3', ' 1', '100000', '000001'], 0],
    [apiEnabled, ['', 'yes', '1', ' true'], false],
    [apiJsonDates, ['', 'EPOCH', 'iso8601'], 'iso'],
    [apiJsonNames, ['', 'OLD', 'both '], 'new'],
    [legacySuccess, ['', 'Ok', 'fine'], 'OK'],
  ])('has its default while it cannot be parsed', (property, texts, expected) => {
    const properties = new SeededProperties();
    for (const text of texts) {
      expect(properties.put(property.key, text)).toEqual([property]);
      expect(properties.read<unknown>(property)).toBe(expected);
    }
  });

  it('that selects the authentication refuses everyone while it cannot be parsed', () => {
    const properties = new SeededProperties();
    expect(properties.read(apiAuthentication)).toBe('secret');
    for (const text of ['', 'Basic', 'custom']) {
      properties.put(apiAuthentication.key, text);
      expect(properties.read(apiAuthentication)).toBeNull();
    }
  });

  it('that cannot be parsed is reported once per change', () => {
    const properties = new SeededProperties();
    expect(properties.put(auditRetention.key, 'abc')).toEqual([auditRetention]);
    expect(properties.put('other', 'x')).toEqual([]);
    expect(properties.put(auditRetention.key, 'abd')).toEqual([auditRetention]);
    expect(properties.put(auditRetention.key, null)).toEqual([]);
    expect(properties.put(auditRetention.key, 'abd')).toEqual([auditRetention]);
    expect(properties.put(auditRetention.key, '7')).toEqual([]);
    expect(properties.read(auditRetention)).toBe(7);
  });
});

describe('the registry', () => {
  it('contains each key once', () => {
    expect(new Set(knownProperties.map(({ key }) => key)).size).toBe(knownProperties.length);
  });

  it.each(knownProperties)('has a usable default and a description for $key', (property) => {
    const { default: text, kind, description } = property;
    const shown = text === null ? null : kind.parse(text);
    expect(shown).not.toBeUndefined();
    // what is in effect instead of the text that is shown: an empty list, or nothing in particular
    expect([shown, text === null ? '' : null]).toContainEqual(property.absent);
    expect(description).toMatch(/\S \S/);
    expect(kind.choices ?? [text]).toContain(text);
  });
});
