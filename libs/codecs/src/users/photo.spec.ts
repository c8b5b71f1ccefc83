import { readPhoto } from './photo.js';

const PNG = Buffer.from('89504e470d0a1a0a0000000d', 'hex');
const photo = (content: string) => `<PHOTO>${content}</PHOTO>`;
const vcard = (content: string) => `<vCard xmlns="vcard-temp"><FN>Ola</FN>${content}</vCard>`;
const binval = (bytes: Buffer) => `<BINVAL>${bytes.toString('base64')}</BINVAL>`;

it.each([
  ['image/png', PNG],
  ['image/jpeg', Buffer.from('ffd8ffe000104a464946', 'hex')],
  ['image/gif', Buffer.from('GIF87a....')],
  ['image/gif', Buffer.from('GIF89a....')],
  ['image/webp', Buffer.from('RIFF\n\0\0\0WEBPVP8 ')],
])('is a picture of type %s by its content', async (type, bytes) => {
  const text = vcard(photo(`<TYPE>image/svg+xml</TYPE>${binval(bytes)}`));
  expect(await readPhoto(text)).toEqual({ bytes, type });
});

it('may be wrapped, and is the first of several', async () => {
  const encoded = PNG.toString('base64');
  const wrapped = `<BINVAL>\n ${encoded.slice(0, 5)}\r\n\t${encoded.slice(5)} </BINVAL>`;
  const second = photo(binval(Buffer.from('GIF89a....')));
  expect(await readPhoto(vcard(photo(wrapped) + second))).toEqual({
    bytes: PNG,
    type: 'image/png',
  });
  const prefixed = `<v:vCard xmlns:v="vcard-temp"><v:PHOTO><v:BINVAL>${encoded}</v:BINVAL></v:PHOTO></v:vCard>`;
  expect(await readPhoto(prefixed)).toEqual({ bytes: PNG, type: 'image/png' });
});

it.each([
  ['no picture', vcard('')],
  ['an empty one', vcard(photo('<BINVAL/>'))],
  ['a link', vcard(photo('<EXTVAL>https://example.org/a.png</EXTVAL>'))],
  ['a link before a picture', vcard(photo('<EXTVAL>x</EXTVAL>') + photo(binval(PNG)))],
  ['no base64', vcard(photo('<BINVAL>iVBORw0K!</BINVAL>'))],
  ['base64 cut short', vcard(photo('<BINVAL>iVBORw0KGgoAAAANx</BINVAL>'))],
  ['a drawing', vcard(photo(binval(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))))],
  ['bytes elsewhere', vcard(`<LOGO>${binval(PNG)}</LOGO>${photo(`<X>${binval(PNG)}</X>`)}`)],
  ['another namespace', vcard(`<PHOTO xmlns="urn:x">${binval(PNG)}</PHOTO>`)],
  ['XML that cannot be read', '<vCard xmlns="vcard-temp"><PHOTO>'],
])('is none: %s', async (_, text) => {
  expect(await readPhoto(text)).toBeNull();
});
