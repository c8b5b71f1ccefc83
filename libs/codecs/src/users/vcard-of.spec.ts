import { Buffer } from 'node:buffer';
import { readVcard } from './vcard.doc.js';
import { vcardOf } from './vcard-of.js';

const PNG = Buffer.from('\x89PNG\r\n\x1a\n rest', 'latin1').toString('base64');

it('has what the directory has, in the order of XEP-0054', async () => {
  const card = vcardOf({
    ...{ fullName: 'Ann <Bo> & Co', givenName: 'Ann', familyName: 'Bo', email: 'ann@example.org' },
    ...{ telephone: '+1 2', title: 'Dr', organization: 'School', photo: PNG },
  })!;
  expect(card).toBe(
    "<vCard xmlns='vcard-temp'><FN>Ann &lt;Bo&gt; &amp; Co</FN>" +
      '<N><FAMILY>Bo</FAMILY><GIVEN>Ann</GIVEN></N>' +
      `<PHOTO><TYPE>image/png</TYPE><BINVAL>${PNG}</BINVAL></PHOTO>` +
      '<TEL><WORK/><VOICE/><NUMBER>+1 2</NUMBER></TEL>' +
      '<EMAIL><INTERNET/><PREF/><USERID>ann@example.org</USERID></EMAIL>' +
      '<TITLE>Dr</TITLE><ORG><ORGNAME>School</ORGNAME></ORG></vCard>',
  );
  expect(await readVcard(Buffer.from(card), 'ann')).toBe(card);
});

it.each([
  ['no value', {}],
  ['blanks', { title: ' ' }],
  ['a picture of another type', { photo: Buffer.from('BM…').toString('base64') }],
  [
    'a picture that is too large',
    {
      photo: Buffer.concat([Buffer.from(PNG, 'base64'), Buffer.alloc(2 ** 20)]).toString('base64'),
    },
  ],
])('with %s there is none', (_what, card) => {
  expect(vcardOf(card)).toBeNull();
});

it('characters that XML forbids are left out', () => {
  expect(vcardOf({ title: 'a\u0000b\uffff' })).toContain('<TITLE>ab</TITLE>');
});
