import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import { readVcard } from './vcard.doc.js';

const SAMPLE =
  '<vCard xmlns="vcard-temp"><FN>Ola N</FN><NICKNAME>ola</NICKNAME><EMAIL><INTERNET/><USERID>ola@example.net</USERID></EMAIL></vCard>';
const read = (body: string | Uint8Array) =>
  readVcard(typeof body === 'string' ? Buffer.from(body) : body, 'ola');

it.each([
  ['the sample of the contract', SAMPLE],
  ['an empty element', '<vCard xmlns="vcard-temp"/>'],
  ['a prefix', '<v:vCard xmlns:v="vcard-temp"><v:FN/></v:vCard>'],
  [
    'white space, comments, CDATA, references and quotes',
    '<vCard\r\n\txmlns = \'vcard-temp\' a="1>2">\r\n <!-- <vCard> --><?p x?><FN>a&amp;<![CDATA[</vCard>]]>&#169;\u{1f600}</FN>\r</vCard >',
  ],
  ['a vCard inside', '<vCard xmlns="vcard-temp"><vCard/><x xmlns="urn:x"/></vCard>'],
])('keeps %s verbatim', async (_, source) => {
  await expect(read(source)).resolves.toBe(source);
  const around = `\ufeff \n<?xml version="1.0" encoding="UTF-8"?>\r\n<!-- <vCard> --><?p <?>\n${source}\n<!-- <vCard/> -->\n`;
  await expect(read(around)).resolves.toBe(source);
});

it('decodes other encodings', async () => {
  const source = '<vCard xmlns="vcard-temp"><FN>é</FN></vCard>';
  const declared = `<?xml version="1.0" encoding="ISO-8859-1"?>${source}`;
  await expect(read(Buffer.from(declared, 'latin1'))).resolves.toBe(source);
  await expect(read(Buffer.from(`\ufeff${source}`, 'utf16le'))).resolves.toBe(source);
});

it('keeps a large one, wherever the parser splits it', async () => {
  const source = `<vCard xmlns="vcard-temp">${'<PHOTO>\r\n\u{1f600}</PHOTO>'.repeat(10_000)}</vCard>`;
  await expect(read(`\n<!-- -->\r\n${source}\r\n`)).resolves.toBe(source);
});

it.each([
  ['nothing', ''],
  ['white space', ' \n'],
  ['another root', '<foo/>'],
  ['no namespace', '<vCard/>'],
  ['another namespace', '<vCard xmlns="urn:ietf:params:xml:ns:vcard-4.0"/>'],
  ['an unbound prefix', '<v:vCard/>'],
  ['another letter case', '<vcard xmlns="vcard-temp"/>'],
  ['a DOCTYPE', `<!DOCTYPE vCard>${SAMPLE}`],
  ['text behind', `${SAMPLE}x`],
  ['two of them', SAMPLE + SAMPLE],
  ['an unclosed element', '<vCard xmlns="vcard-temp"><FN></vCard>'],
  ['an unclosed root', '<vCard xmlns="vcard-temp">'],
  ['65 levels', `<vCard xmlns="vcard-temp">${'<a>'.repeat(64)}${'</a>'.repeat(64)}</vCard>`],
  ['U+0000', '<vCard xmlns="vcard-temp">&#0;</vCard>'],
  ['bytes that cannot be decoded', Buffer.from([0x3c, 0xff])],
  ['JSON', '{"FN":"Ola"}'],
])('refuses %s', async (_, body) => {
  const refusal = read(body);
  await expect(refusal).rejects.toThrow(InvalidArgument);
  await expect(refusal).rejects.toMatchObject({
    message: 'Could not parse the provided data as a vCard',
    resource: 'ola',
  });
});
