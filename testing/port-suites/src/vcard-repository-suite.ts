import fc from 'fast-check';
import type { Open } from './repositories.js';
import { anAccount, anyText, name } from './samples.js';

/** vCards as texts. */
export function vcardRepositorySuite(open: Open): void {
  const ola = name('ola');

  beforeEach(async () => {
    await open().startOver();
    await open().users.add([anAccount('ola')]);
  });

  it('report whether they changed', async () => {
    const { vcards } = open();
    expect(await vcards.find(ola)).toBeNull();
    expect(await vcards.remove(ola)).toBe(false);
    expect(await vcards.put(ola, '<vCard/>')).toBe(true);
    expect(await vcards.put(ola, '<vCard/>')).toBe(false);
    expect(await vcards.put(ola, '<vCard></vCard>')).toBe(true);
    expect(await vcards.find(ola)).toBe('<vCard></vCard>');
    expect(await vcards.remove(ola)).toBe(true);
    expect(await vcards.find(ola)).toBeNull();
  });

  it('have pictures that nobody has looked at', async () => {
    const { users, vcards } = open();
    await users.add([anAccount('bo')]);
    await vcards.put(ola, '<vCard/>');
    const known = await vcards.pictures([ola, name('bo'), name('ghost')]);
    expect(known).toEqual([{ username: 'ola', hash: null }]);
  });

  it('keep their text verbatim', async () => {
    const { vcards } = open();
    await fc.assert(
      fc.asyncProperty(anyText(5000), async (xml) => {
        await vcards.put(ola, xml);
        expect(await vcards.find(ola)).toBe(xml);
      }),
      { numRuns: 50 },
    );
    const photo = `<vCard>${'QUJD'.repeat(500_000)}</vCard>`;
    await vcards.put(ola, photo);
    expect(await vcards.find(ola)).toBe(photo);
  });
}
