import fc from 'fast-check';
import { create } from 'xmlbuilder2';
import { readBody, type WireFormat } from './read-body.js';
import { attr, boolean, date, doc, integer, jid, list, named, present, text } from './schema.js';

const part = doc('part', { key: attr(text), number: attr(integer), note: text });
const thing = doc('thing', {
  label: named('title', text),
  alias: present(text),
  owner: jid,
  size: integer,
  open: boolean,
  since: date,
  tags: list('tag', text),
  sizes: named('allSizes', list('oneSize', integer)),
  parts: list('part', part),
});

describe('arbitrary values', () => {
  // what XML cannot represent; JIDs have no surrounding white space
  const forbidden = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g;
  const anyText = fc.oneof(
    fc.string({ unit: 'grapheme' }),
    fc.string({ unit: fc.constantFrom(...'&<>"\'\t\n\r ]\u{1f600}\u0085\u2028a{\\') }),
  );
  const xmlText = anyText.map((value) => value.replace(forbidden, ''));
  const withTexts = (anyText: fc.Arbitrary<string>) =>
    fc.record(
      {
        label: anyText,
        owner: anyText.map((value) => value.trim()),
        size: fc.integer(),
        open: fc.boolean(),
        since: fc.date({
          min: new Date('0001-01-01'),
          max: new Date('9999-12-31'),
          noInvalidDate: true,
        }),
        tags: fc.array(anyText, { maxLength: 4 }),
        sizes: fc.array(fc.integer(), { maxLength: 4 }),
        parts: fc.array(
          fc.record({ key: anyText, number: fc.integer(), note: anyText }, { requiredKeys: [] }),
          { maxLength: 4 },
        ),
      },
      { requiredKeys: ['tags', 'sizes', 'parts'] },
    );
  const reread = (format: WireFormat, body: string) => readBody(thing, format, Buffer.from(body));

  it('survive a round trip through XML', async () => {
    await fc.assert(
      fc.asyncProperty(withTexts(xmlText), async (value) => {
        const back = await reread('xml', thing.writeXml({ alias: 'x', ...value }));
        expect(back).toEqual({ alias: 'x', ...value });
      }),
    );
  });

  it('survive a round trip through JSON with either date format', async () => {
    const dates = fc.constantFrom('iso' as const, 'epoch' as const);
    const kept = fc.string({ unit: 'binary' }).filter((value) => !value.includes('\0'));
    await fc.assert(
      fc.asyncProperty(withTexts(fc.oneof(anyText, kept)), dates, async (value, form) => {
        const written = thing.writeJson({ alias: 'x', ...value }, { dates: form });
        expect(await reread('json', written)).toEqual({ alias: 'x', ...value });
      }),
    );
  });

  it('are written in JSON as by JSON.stringify', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.integer(), (label, size) => {
        const expected = { title: label, alias: '', size, tags: [label], allSizes: [], parts: [] };
        expect(thing.writeJson({ label, size, tags: [label] })).toBe(JSON.stringify(expected));
      }),
    );
  });

  it('are understood by another XML reader', () => {
    fc.assert(
      fc.property(xmlText, xmlText, (label, key) => {
        const root = create(
          { skipWhitespaceOnlyText: false },
          thing.writeXml({ label, parts: [{ key }] }),
        ).root().node;
        const element = (name: string) =>
          (root as unknown as Element).getElementsByTagName(name)[0];
        // this reader drops whitespace-only text by default
        expect(element('title')?.textContent ?? '').toBe(label);
        expect(element('part')?.getAttribute('key')).toBe(key);
      }),
    );
  });
});

interface Element {
  readonly textContent: string | null;
  getElementsByTagName(name: string): readonly Element[];
  getAttribute(name: string): string | null;
}
