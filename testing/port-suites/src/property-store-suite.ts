import type { PutRules } from '@chat-admin/domain/system/property-store';
import type { Open } from './repositories.js';
import { anEntry } from './samples.js';

/** The stored system properties. */
export function propertyStoreSuite(open: Open): void {
  const KEYS = ['suite', 'suite.a', 'suite.a.b', 'suite.ab', 'suite.A', 'suite.é', 'suitex'];

  beforeEach(async () => {
    const { propertyStore } = open();
    await propertyStore.remove([...KEYS, 'suite_a']);
  });

  it('stores texts, the last of which wins', async () => {
    const { propertyStore } = open();
    expect(await propertyStore.find('suite.a')).toBeNull();
    await propertyStore.put('suite.a', '1');
    await propertyStore.put('suite.a', '');
    expect(await propertyStore.find('suite.a')).toBe('');
    expect(await propertyStore.find('suite.A')).toBeNull();
    await propertyStore.remove(['suite.a', 'suite.none']);
    expect(await propertyStore.find('suite.a')).toBeNull();
  });

  it('keeps a stored value, or refuses a missing key, and then still owes the audit entry', async () => {
    const { audit, propertyStore } = open();
    const owes = (rules: PutRules, value: string) =>
      audit.request(anEntry('put'), () => propertyStore.put('suite.a', value, rules));
    expect(await owes({ mustExist: true }, '1')).toBe(true);
    expect(await propertyStore.find('suite.a')).toBeNull();
    expect(await owes({ keep: true }, '2')).toBe(false);
    expect(await owes({ keep: true, mustExist: true }, '3')).toBe(false);
    expect(await propertyStore.find('suite.a')).toBe('2');
    expect(await owes({ mustExist: true }, '4')).toBe(false);
    expect(await propertyStore.find('suite.a')).toBe('4');
  });

  it('lists all by code point', async () => {
    const { propertyStore } = open();
    for (const key of KEYS) await propertyStore.put(key, key);
    const own = (await propertyStore.all()).filter(({ key }) => key.startsWith('suite'));
    const sorted = ['suite', 'suite.A', 'suite.a', 'suite.a.b', 'suite.ab', 'suite.é', 'suitex'];
    expect(own).toEqual(sorted.map((key) => ({ key, value: key })));
  });

  it('finds what lies below a key, without wildcards', async () => {
    const { propertyStore, transactions } = open();
    for (const key of [...KEYS, 'suite_a']) await propertyStore.put(key, '1');
    const family = (key: string) =>
      transactions.run(async () => [...(await propertyStore.family(key))].sort());
    expect(await family('suite.a')).toEqual(['suite.a', 'suite.a.b']);
    expect(await family('suite_a')).toEqual(['suite_a']);
    expect(await family('suite.%')).toEqual([]);
  });

  it("takes part in the caller's transaction", async () => {
    const { propertyStore, transactions } = open();
    const failing = transactions.run(async () => {
      await propertyStore.put('suite.a', '1');
      expect(await propertyStore.find('suite.a')).toBe('1');
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await propertyStore.find('suite.a')).toBeNull();
  });
}
