import fc from 'fast-check';
import { perSuite } from '../../test/open-database.js';
import { anAccount, name } from '../../test/samples.js';

const open = perSuite();
const ola = name('ola');

describe('vCards', () => {
  beforeAll(async () => {
    await open().users.add([anAccount('ola')]);
  });

  it('tell whether they changed', async () => {
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

  it('keep their text to the letter', async () => {
    const { vcards } = open();
    const text = fc
      .string({ unit: 'binary', maxLength: 5000 })
      .filter((value) => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(text, async (xml) => {
        await vcards.put(ola, xml);
        expect(await vcards.find(ola)).toBe(xml);
      }),
      { numRuns: 50 },
    );
    const photo = `<vCard>${'QUJD'.repeat(500_000)}</vCard>`;
    await vcards.put(ola, photo);
    expect(await vcards.find(ola)).toBe(photo);
  });
});
