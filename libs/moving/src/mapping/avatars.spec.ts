import fc from 'fast-check';
import { domainpart } from '@chat-admin/domain/shared/jid';
import type { NodeColumns } from '../rows.js';
import { accountName } from './account-name.js';
import { AVATAR_DATA, AVATAR_METADATA, MOST_VCARD_BYTES, movedPicture } from './avatars.js';
import { MovedJids } from './jids.js';
import { MovedNames } from './names.js';
import { moved } from './outcome.js';
import type { FoundNode } from './found-node.js';
import { movedNode } from './pep.js';
import { movedVcard } from './vcards.js';

const domain = domainpart('example.org')!;
const context = { accounts: new MovedNames(accountName), jids: new MovedJids(domain, domain) };

const base64 = (start: string) => Buffer.from(start, 'latin1').toString('base64');
const PNG = base64('\x89PNG\r\n\x1a\nrest');
const JPEG = base64('\xff\xd8\xff\xe0rest');

function found(nodeID: string, payloads: readonly (string | null)[], accessModel?: string) {
  const serviceID = 'ola@example.org';
  const node = accessModel === undefined ? null : ({ leaf: 1, accessModel } as NodeColumns);
  const items = payloads.map((payload, n) => ({
    ...{ type: 'item' as const, serviceID, nodeID, id: `i${n}`, jid: serviceID },
    ...{ creationDate: String(n), payload },
  }));
  const row = { type: 'node' as const, serviceID, nodeID, node, items: items.length };
  return { row, items } satisfies FoundNode;
}

const data = (text: string) => `<data xmlns='${AVATAR_DATA}'>${text}</data>`;
const pictures = (...texts: string[]) => found(AVATAR_DATA, texts.map(data));
const metadata = (inside: string) =>
  found(AVATAR_METADATA, [`<metadata xmlns='${AVATAR_METADATA}'>${inside}</metadata>`]);

describe('the picture of an avatar', () => {
  it.each([
    ['image/png', PNG],
    ['image/jpeg', JPEG],
    ['image/gif', base64('GIF89arest')],
    ['image/webp', base64('RIFF\0\n\0\0WEBPVP8 ')],
  ])('%s, by its content', (type, text) => {
    const wrapped = ` ${text.slice(0, 4)}\n${text.slice(4)} `;
    expect(movedPicture(pictures(wrapped), null)).toEqual(moved({ type, base64: text }));
  });

  it('the newest counts', () => {
    expect(movedPicture(pictures(JPEG, PNG), metadata('<info/>')).value?.base64).toBe(PNG);
  });

  it('a node that contacts can see is shown', () => {
    for (const model of ['open', 'presence']) {
      expect(movedPicture(found(AVATAR_DATA, [data(PNG)], model), null).value).not.toBeNull();
    }
  });

  it.each([
    ['no item', found(AVATAR_DATA, []), null],
    ['no payload', found(AVATAR_DATA, [data(PNG), null]), null],
    ['another element', found(AVATAR_DATA, ['<data/>']), null],
    ['no base64', pictures('iVBORw0KGgo!'), null],
    ['base64 cut short', pictures(`${PNG}A`), null],
    ['another type', pictures(base64('<svg xmlns="x"/>')), null],
    ['a picture above the size of a vCard', pictures(PNG + 'A'.repeat(MOST_VCARD_BYTES)), null],
    ['a node for fewer than all contacts', found(AVATAR_DATA, [data(PNG)], 'whitelist'), null],
    ['an avatar that was taken back', pictures(PNG), metadata('')],
  ])('%s is reported', (_, node, about) => {
    expect(movedPicture(node, about)).toMatchObject({
      value: null,
      reason: { code: 'avatar-dropped' },
    });
  });

  it('is total', () => {
    fc.assert(
      fc.property(fc.option(fc.string({ unit: 'binary' }), { nil: null }), (payload) => {
        const outcome = movedPicture(
          found(AVATAR_DATA, [payload]),
          found(AVATAR_METADATA, [payload]),
        );
        expect(outcome.value).toBeNull();
      }),
    );
  });
});

describe('a vCard with the avatar of its owner', () => {
  const picture = moved({ type: 'image/png', base64: PNG });
  const PHOTO = `<PHOTO><TYPE>image/png</TYPE><BINVAL>${PNG}</BINVAL></PHOTO>`;
  const card = (inside: string) => `<vCard xmlns="vcard-temp"><FN>Ola</FN>${inside}</vCard>`;
  const of = (vcard: string | null | undefined, avatar = picture as typeof picture | null) => {
    const row = vcard === undefined ? {} : { vcard };
    const { value, notes } = movedVcard({ username: 'ola', ...row }, context, avatar);
    return { xml: value?.xml, codes: notes.map(({ code }) => code) };
  };

  it('has it as its photo where it has none', () => {
    const made = `<vCard xmlns='vcard-temp'><FN>Ola</FN>${PHOTO}</vCard>`;
    for (const inside of [
      '',
      '<PHOTO/>',
      '<PHOTO><TYPE>image/png</TYPE><BINVAL> </BINVAL></PHOTO>',
    ]) {
      expect(of(card(inside))).toEqual({ xml: made, codes: [] });
    }
  });

  it('is made where there is none, or a broken one', () => {
    const made = `<vCard xmlns='vcard-temp'>${PHOTO}</vCard>`;
    expect(of(undefined)).toEqual({ xml: made, codes: [] });
    expect(of('<vCard')).toEqual({ xml: made, codes: ['xml-broken'] });
  });

  it('keeps its own photo, and its text; another avatar is reported', () => {
    const same = card(`<PHOTO><BINVAL>${PNG.slice(0, 8)}\n${PNG.slice(8)}</BINVAL></PHOTO>`);
    expect(of(same)).toEqual({ xml: same, codes: [] });
    for (const inside of [`<BINVAL>${JPEG}</BINVAL>`, '<EXTVAL>https://example.org/a</EXTVAL>']) {
      const other = card(`<PHOTO>${inside}</PHOTO>`);
      expect(of(other)).toEqual({ xml: other, codes: ['avatar-dropped'] });
    }
  });

  it('stays as it is where both together would be too large', () => {
    const large = card(`<DESC>${'v'.repeat(MOST_VCARD_BYTES - 100)}</DESC>`);
    expect(of(large)).toEqual({ xml: large, codes: ['avatar-dropped'] });
  });

  it('an avatar that becomes no photo makes none', () => {
    const avatar = movedPicture(pictures('x'), null);
    expect(movedVcard({ username: 'ola' }, context, avatar)).toMatchObject({
      value: null,
      reason: { code: 'avatar-dropped' },
    });
    expect(movedVcard({ username: 'ola', vcard: card('') }, context, avatar)).toMatchObject({
      value: { xml: card('') },
      notes: [{ code: 'avatar-dropped' }],
    });
  });
});

describe('nodes of avatars', () => {
  it('are no nodes here; older pictures are reported', () => {
    expect(movedNode(pictures(PNG, JPEG), context)).toEqual({
      value: null,
      isElsewhere: true,
      notes: [expect.objectContaining({ code: 'pep-items-dropped', rows: 1 })],
    });
    expect(movedNode(metadata('<info/>'), context).notes).toEqual([]);
  });

  it('belong to accounts of whatever spelling', () => {
    const names = new MovedNames(accountName);
    names.see({ name: 'Ola', modified: 1 });
    names.decide();
    expect([names.original('ola'), names.original('kim')]).toEqual(['Ola', 'kim']);
  });
});
