import { doJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { TestApi, XML } from '../support/test-api.js';
import type { Call } from '../support/test-api.js';

const BROWSER = 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('POST', '/users', 'json', { username: 'zoe', password: 'p1-secret' });
  const body = '<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>';
  await api.call('PUT', '/users/ola/vcard', 'xml', body);
  await doJob(api, 'type=users', 'username,password\nbo,p3-secret\n');
});
afterAll(() => api.stop());

const headersOf = (accept: string | undefined) => (accept === undefined ? {} : { Accept: accept });

describe.each([
  ['a document', '/users/zoe', '<user>', '{"username":"zoe",'],
  ['a streamed list', '/users', '<users>', '{"users":['],
])('%s', (_what, path, xml, json) => {
  it.each([
    [undefined, 'application/xml'],
    ['*/*', 'application/xml'],
    ['application/*', 'application/xml'],
    ['text/html, */*', 'application/xml'],
    ['application/xml', 'application/xml'],
    ['application/xml; charset=iso-8859-1', 'application/xml'],
    [BROWSER, 'application/xml'],
    ['text/xml', 'text/xml'],
    ['text/xml;charset=utf-8', 'text/xml'],
    ['text/*', 'text/xml'],
    ['application/json', 'application/json'],
    ['APPLICATION/JSON; charset=utf-8; version=1', 'application/json'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json;q=0.8, application/xml;q=0.9', 'application/xml'],
    ['application/json;q=0.9, application/xml;q=0.8', 'application/json'],
    ['application/json, application/xml', 'application/json'],
    ['application/xml, application/json', 'application/xml'],
    ['application/xml;q=0, */*', 'application/json'],
    ['application/json;q=0.1', 'application/json'],
    ['text/html, application/json;q=0.1', 'application/json'],
    ['', 'application/xml'],
    ['*', 'application/xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/xml'],
    ['application/json;q=.5', 'application/json'],
    ['*/json, application/json;q=.5', 'application/json'],
  ])('for Accept %s is sent as %s', async (accept, label) => {
    const reply = await api.send('GET', path, { headers: headersOf(accept) });
    expect(reply.status).toBe(200);
    expect(reply.headers['content-type']).toBe(label);
    const start = label === 'application/json' ? json : XML + xml;
    expect(reply.text.slice(0, start.length)).toBe(start);
    expect(reply.text).not.toMatch(/[\r\n]/);
  });

  it.each([
    'text/html',
    'text/plain',
    'application/x+json',
    'application/problem+json, text/html',
    'application/problem+json;q=0',
    'application/problem+json, application/json;q=0, application/xml;q=0, text/xml;q=0',
    'application/json;q=0',
    'application/json;q=nonsense',
    'application/json;q=1.5',
    '*/json',
    'nonsense',
    ';;',
  ])('for Accept %s is 406', async (accept) => {
    const reply = await api.send('GET', path, { headers: headersOf(accept) });
    expect(reply.status).toBe(406);
    expect(reply.text).toContain('NotAcceptableException');
    expect(reply.text).toContain('None of the accepted media types can be produced');
  });
});

describe('a way in that no client of the plugin has', () => {
  const LEFT_OPEN = [undefined, '', '*/*', '*', 'application/*', 'text/html, */*'];
  const JSON_TYPE = 'application/json';
  const XML_TYPE = 'application/xml';
  const labelOf = async (path: string, accept: string | undefined, call: Call) => {
    const headers = { ...headersOf(accept), ...call.headers };
    const reply = await api.send('GET', path, { ...call, headers });
    return [reply.status, reply.headers['content-type']];
  };
  let bearer = '';
  let cookie = '';
  beforeAll(async () => {
    ({ bearer } = await makeKey(api, ['*']));
    const reply = await api.send('POST', '/session', { headers: { Accept: XML_TYPE } });
    cookie = String(reply.headers['set-cookie']![0]).split(';')[0]!;
  });

  it('gets JSON where the request leaves it open, a refusal likewise', async () => {
    const session = { authorization: null, headers: { Cookie: cookie } };
    for (const accept of LEFT_OPEN) {
      for (const call of [{ authorization: bearer }, session]) {
        expect(await labelOf('/users', accept, call)).toEqual([200, JSON_TYPE]);
        expect(await labelOf('/users/zoe', accept, call)).toEqual([200, JSON_TYPE]);
        expect(await labelOf('/events', accept, call)).toEqual([200, JSON_TYPE]);
        expect(await labelOf('/users/ghost', accept, call)).toEqual([404, JSON_TYPE]);
      }
      for (const authorization of ['Bearer', 'bearer wrong', `Bearer cak_0123456789_wrong`]) {
        expect(await labelOf('/users', accept, { authorization })).toEqual([401, JSON_TYPE]);
      }
      const damaged = { authorization: null, headers: { Cookie: `${cookie}; ${cookie}` } };
      expect(await labelOf('/users', accept, damaged)).toEqual([401, JSON_TYPE]);
    }
  });

  it('gets what it names, and XML where there is nothing else', async () => {
    const call = { authorization: bearer };
    for (const named of [XML_TYPE, 'text/xml']) {
      expect(await labelOf('/users', named, call)).toEqual([200, named]);
      expect(await labelOf('/users/ghost', named, call)).toEqual([404, named]);
    }
    expect(await labelOf('/users', BROWSER, call)).toEqual([200, XML_TYPE]);
    expect(await labelOf('/users/ola/vcard', undefined, call)).toEqual([200, XML_TYPE]);
    const xml = { ...call, headers: { 'Content-Type': XML_TYPE } };
    expect(await labelOf('/users/ghost', undefined, xml)).toEqual([404, XML_TYPE]);
  });

  it('of the others keeps XML, with a cookie beside it, too', async () => {
    const secret = { headers: { Cookie: cookie } };
    expect(await labelOf('/users', undefined, secret)).toEqual([200, XML_TYPE]);
    for (const authorization of [null, 'wrong', 'Basic eDp5', 'Bearerwrong']) {
      expect(await labelOf('/users', undefined, { authorization })).toEqual([401, XML_TYPE]);
    }
  });
});

it('who names the form of errors alone gets the default of all else, labelled as what it is', async () => {
  const { bearer } = await makeKey(api, ['*']);
  const headers = { Accept: 'application/problem+json' };
  for (const [path, secretType, bearerType] of [
    ['/users/zoe', 'application/xml', 'application/json'],
    ['/users', 'application/xml', 'application/json'],
    ['/users/ola/vcard', 'application/xml', 'application/xml'],
    ['/events', 'application/xml', 'application/json'],
    ['/openapi.yaml', 'application/yaml', 'application/yaml'],
    ['/jobs/1/results', 'application/xml', 'application/json'],
  ] as const) {
    const [secret, key] = [
      await api.send('GET', path, { headers }),
      await api.send('GET', path, { headers, authorization: bearer }),
    ];
    expect([path, secret.status, secret.headers['content-type']]).toEqual([path, 200, secretType]);
    expect([path, key.status, key.headers['content-type']]).toEqual([path, 200, bearerType]);
  }
  const refused = await api.send('GET', '/users/ghost', { headers });
  expect([refused.status, refused.headers['content-type']]).toEqual([404, headers.Accept]);
  const created = await api.send('POST', '/lockouts/zoe', { headers });
  expect([created.status, created.text]).toEqual([201, '']);
});

it('several Accept headers count as one', async () => {
  const headers = { Accept: ['text/html', 'application/json'] };
  const reply = await api.send('GET', '/users', { headers });
  expect(reply.headers['content-type']).toBe('application/json');
});

describe('a vCard', () => {
  it.each([
    [undefined, 'application/xml'],
    ['*/*', 'application/xml'],
    ['application/json, */*;q=0.1', 'application/xml'],
    ['text/xml', 'text/xml'],
  ])('for Accept %s is the stored element, sent as %s', async (accept, label) => {
    const reply = await api.send('GET', '/users/ola/vcard', { headers: headersOf(accept) });
    expect(reply.headers['content-type']).toBe(label);
    expect(reply.text).toBe('<vCard xmlns="vcard-temp"><FN>Ola</FN></vCard>');
  });

  it.each(['application/json', 'application/xml;q=0'])('for Accept %s is 406', async (accept) => {
    const reply = await api.send('GET', '/users/ola/vcard', { headers: headersOf(accept) });
    expect(reply.status).toBe(406);
  });

  it('that does not exist is 204 without type and length', async () => {
    const reply = await api.send('GET', '/users/zoe/vcard');
    expect(reply).toMatchObject({ status: 204, text: '' });
    expect(reply.headers['content-type']).toBeUndefined();
    expect(reply.headers['content-length']).toBeUndefined();
  });
});

describe('a response without document', () => {
  it.each([
    ['POST', '/users', 201, { username: 'new', password: 'p1-secret' }],
    ['PUT', '/users/ola', 200, { name: 'Ola' }],
    ['POST', '/users/ola/groups', 201, { groupnames: ['Red'] }],
    ['POST', '/users/ola/groups/Blue', 201, undefined],
    ['POST', '/users/ola/roster', 201, { jid: 'cy@example.org' }],
    ['PUT', '/users/ola/roster/cy@example.org', 200, { nickname: 'Cy' }],
    ['DELETE', '/users/ola/roster/cy@example.org', 200, undefined],
    ['POST', '/lockouts/ola', 201, undefined],
    ['DELETE', '/lockouts/ola', 200, undefined],
    ['POST', '/groups', 201, { name: 'Crew' }],
    ['PUT', '/groups/Crew', 200, { name: 'Crew' }],
    ['DELETE', '/groups/Crew', 200, undefined],
    ['DELETE', '/users/ola/groups', 200, { groupnames: ['Red'] }],
    ['DELETE', '/users/ola/vcard', 200, undefined],
    ['DELETE', '/users/new', 200, undefined],
  ])('%s %s ignores Accept and is empty', async (method, path, status, body) => {
    const headers = {
      Accept: 'text/html',
      'Accept-Encoding': 'gzip',
      ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
    };
    const reply = await api.send(method, path, { headers, body });
    expect(reply).toMatchObject({ status, text: '' });
    expect(reply.headers['content-length']).toBe('0');
    for (const absent of ['content-type', 'content-encoding', 'location', 'vary']) {
      expect(reply.headers[absent]).toBeUndefined();
    }
  });
});
