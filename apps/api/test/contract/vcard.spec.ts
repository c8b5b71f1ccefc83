import { badArgument, expectEmpty, expectRefused, noUser } from '../support/expectations.js';
import { createUsers, startOver } from '../support/people.js';
import { errorText, forms, TestApi } from '../support/test-api.js';

const VCARD =
  '<vCard xmlns="vcard-temp"><FN>Ola N</FN><NICKNAME>ola</NICKNAME><EMAIL><INTERNET/><USERID>ola@example.net</USERID></EMAIL></vCard>';
const ADDRESS = '/users/ola/vcard';
const noVcard = (username: string) =>
  badArgument('Could not parse the provided data as a vCard', username);
const nonLocal = (name: string) =>
  badArgument('This service cannot be used for non-local users.', name);

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(() => createUsers(api, 'ola', 'zoe'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

const get = (path = ADDRESS) => api.send('GET', path);
const send = (method: string, body: string | Uint8Array, path = ADDRESS) =>
  api.send(method, path, { headers: { 'Content-Type': 'application/xml' }, body });

it.each(['PUT', 'POST'])('%s stores, replaces and DELETE removes a vCard', async (method) => {
  expect(await get()).toMatchObject({ status: 204, text: '' });
  expectEmpty(await send(method, VCARD), 200);
  expect(await get()).toMatchObject({
    status: 200,
    text: VCARD,
    headers: { 'content-type': 'application/xml' },
  });
  expectEmpty(await send(method, '<vCard xmlns="vcard-temp"/>'), 200);
  expect((await get()).text).toBe('<vCard xmlns="vcard-temp"/>');
  expect((await get('/users/zoe/vcard')).status).toBe(204);
  for (const round of [1, 2]) {
    expectEmpty(await api.send('DELETE', ADDRESS), 200);
    expect({ round, status: (await get()).status }).toEqual({ round, status: 204 });
  }
});

it.each(['OLA', 'ola@example.org', 'Ola@EXAMPLE.ORG', 'ola%40example.org'])(
  'belongs to the user that %s names',
  async (name) => {
    await send('PUT', VCARD, `/users/${name}/vcard`);
    expect((await get()).text).toBe(VCARD);
    expect((await get(`/users/${name}/vcard/`)).text).toBe(VCARD);
    await api.send('DELETE', `/users/${name}/vcard`);
    expect((await get()).status).toBe(204);
  },
);

describe('the text of the root element is kept byte by byte', () => {
  it.each([
    ['white space', '<vCard  xmlns = "vcard-temp"\n >\r\n\t<FN >Ola</FN\n>  </vCard >'],
    ['comments', '<vCard xmlns="vcard-temp"><!-- a <b> > c --><FN/><!--d--></vCard>'],
    ['quotes', `<vCard xmlns='vcard-temp' a=">" b='"'><FN>"'</FN></vCard>`],
    ['entities', '<vCard xmlns="vcard-temp"><FN>&lt;&#233;&#xE9;&amp;</FN></vCard>'],
    ['CDATA', '<vCard xmlns="vcard-temp"><![CDATA[<vCard>&]]></vCard>'],
    ['instructions', '<vCard xmlns="vcard-temp"><?x </vCard>?></vCard>'],
    ['prefixes', '<v:vCard xmlns:v="vcard-temp" xmlns="urn:x"><v:FN/><a/></v:vCard>'],
    ['nesting', '<vCard xmlns="vcard-temp"><vCard><vCard/></vCard></vCard>'],
    ['any script', '<vCard xmlns="vcard-temp"><FN>Zoë \u{1f600} \ufa0e</FN></vCard>'],
    ['empty', '<vCard xmlns="vcard-temp"/>'],
  ])('with %s', async (_, vcard) => {
    for (const [before, after] of [
      ['', ''],
      ['\ufeff<?xml version="1.0" encoding="UTF-8"?>\n<!-- <vCard> -->\n', '\n<!-- </vCard> -->\n'],
      [' \n <?xml version="1.0"?><?a <vCard>?>', '<?b?> '],
    ] as const) {
      expectEmpty(await send('PUT', before + vcard + after), 200);
      expect((await get()).bytes).toEqual(Buffer.from(vcard));
    }
  });

  it('with a photo of 512 KiB', async () => {
    const photo = 'QUJD'.repeat(131_072);
    const vcard = `<vCard xmlns="vcard-temp"><PHOTO><BINVAL>${photo}</BINVAL></PHOTO></vCard>`;
    expectEmpty(await send('PUT', vcard), 200);
    expect((await get()).text === vcard).toBe(true);
  });

  it('and served in UTF-8, whatever its original encoding', async () => {
    const vcard = '<vCard xmlns="vcard-temp"><FN>Zoë</FN></vCard>';
    for (const bytes of [
      Buffer.from(`<?xml version="1.0" encoding="ISO-8859-1"?>${vcard}`, 'latin1'),
      Buffer.from(`\ufeff<?xml version="1.0" encoding="UTF-16"?>${vcard}`, 'utf16le'),
    ]) {
      expectEmpty(await send('PUT', bytes), 200);
      expect((await get()).bytes).toEqual(Buffer.from(vcard));
    }
  });
});

describe.each(forms)('refusals of a vCard with errors as %s', (form) => {
  /** XML is what is sent; the form is that of the response. */
  const refuse = async (
    method: string,
    path: string,
    body: string,
    { status, exception, message, resource }: ReturnType<typeof noVcard>,
  ) => {
    const headers = { 'Content-Type': 'text/xml', Accept: `application/${form}` };
    const reply = await api.send(method, path, { headers, body });
    expect({ body, status: reply.status, text: reply.text }).toEqual({
      body,
      status,
      text: errorText(form, exception, message, resource),
    });
  };

  it.each([
    '',
    ' ',
    'nonsense',
    '{"vCard":{}}',
    '<vCard/>',
    '<foo/>',
    '<foo xmlns="vcard-temp"/>',
    '<vcard xmlns="vcard-temp"/>',
    '<vCard xmlns="vcard-temp "/>',
    '<vCard xmlns="urn:ietf:params:xml:ns:vcard-4.0"/>',
    '<v:vCard xmlns="vcard-temp"/>',
    '<foo xmlns="vcard-temp"><vCard/></foo>',
    '<vCard xmlns="vcard-temp"><FN></vCard>',
    '<vCard xmlns="vcard-temp">',
    '<vCard xmlns="vcard-temp"/><vCard xmlns="vcard-temp"/>',
    '<vCard xmlns="vcard-temp"/>tail',
    '<vCard xmlns="vcard-temp">&unknown;</vCard>',
    '<vCard xmlns="vcard-temp">\u0001</vCard>',
    '<vCard xmlns="vcard-temp" a="1" a="2"/>',
    '<!DOCTYPE vCard><vCard xmlns="vcard-temp"/>',
    '<!DOCTYPE vCard [<!ENTITY a "b">]><vCard xmlns="vcard-temp">&a;</vCard>',
    '<?xml version="1.0" encoding="EBCDIC"?><vCard xmlns="vcard-temp"/>',
    `<vCard xmlns="vcard-temp">${'<a>'.repeat(64)}${'</a>'.repeat(64)}</vCard>`,
  ])('%j is not a vCard', async (body) => {
    await send('PUT', VCARD);
    await api.audited();
    for (const method of ['PUT', 'POST']) {
      await refuse(method, '/users/OLA@example.org/vcard', body, noVcard('ola'));
    }
    expect((await get()).text).toBe(VCARD);
    const outcome = 'outcome=400; exception=IllegalArgumentException';
    const audited = (await api.audited()).map(({ details }) => details);
    expect(audited).toEqual([expect.stringContaining(outcome), expect.stringContaining(outcome)]);
  });

  it.each(['ghost', 'GHOST@example.org', 'o la', 'a@b@example.org'])(
    'there is no user %s, which is checked before the body',
    async (name) => {
      const path = `/users/${encodeURIComponent(name)}/vcard`;
      await expectRefused(api, form, ['DELETE', path], noUser(name));
      for (const method of ['PUT', 'POST']) await refuse(method, path, '<foo/>', noUser(name));
      if (form === 'xml') await expectRefused(api, form, ['GET', path], noUser(name));
    },
  );

  it.each(['ola@other.example', 'ghost@example.org.example'])(
    '%s is not a local user',
    async (name) => {
      const path = `/users/${name}/vcard`;
      await expectRefused(api, form, ['DELETE', path], nonLocal(name));
      for (const method of ['PUT', 'POST']) await refuse(method, path, '', nonLocal(name));
      if (form === 'xml') await expectRefused(api, form, ['GET', path], nonLocal(name));
    },
  );
});

it('a vCard is neither read nor written as JSON', async () => {
  await send('PUT', VCARD);
  const path = `/plugins/restapi/v1${ADDRESS}`;
  const asked = await api.call('GET', ADDRESS, 'json');
  expect(asked.status).toBe(406);
  expect(asked.text).toEqual(
    errorText(
      'json',
      'NotAcceptableException',
      'None of the accepted media types can be produced',
      path,
    ),
  );
  for (const [method, address] of [
    ['PUT', ADDRESS],
    ['POST', ADDRESS],
    ['PUT', '/users/ghost/vcard'],
  ] as const) {
    const sent = await api.call(method, address, 'json', '{"FN":"Ola"}');
    expect(sent.status).toBe(415);
    expect(sent.text).toEqual(
      errorText(
        'json',
        'UnsupportedMediaTypeException',
        'The type or coding of the request body is not supported',
        `/plugins/restapi/v1${address}`,
        'send application/xml',
      ),
    );
  }
  expect((await get()).text).toBe(VCARD);
});

it('the media type follows Accept', async () => {
  await send('PUT', VCARD);
  for (const [accept, label] of [
    ['*/*', 'application/xml'],
    ['text/xml', 'text/xml'],
    ['text/*', 'text/xml'],
    ['application/json, */*;q=0.1', 'application/xml'],
  ] as const) {
    const reply = await api.send('GET', ADDRESS, { headers: { Accept: accept } });
    expect(reply.headers['content-type']).toBe(label);
    expect(reply.text).toBe(VCARD);
  }
});

it('each change leaves one audit entry', async () => {
  await api.audited();
  await send('PUT', VCARD);
  await send('PUT', VCARD);
  await send('POST', VCARD);
  await api.send('DELETE', ADDRESS);
  await api.send('DELETE', ADDRESS);
  const entries = (await api.audited()).map(({ summary, details }) => [
    summary,
    /outcome=(\d+)/.exec(details)?.[1],
  ]);
  expect(entries).toEqual([
    ['PUT vcard ola', '200'],
    ['PUT vcard ola', '200'],
    ['POST vcard ola', '200'],
    ['DELETE vcard ola', '200'],
    ['DELETE vcard ola', '200'],
  ]);
});
