import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { errorText, forms, TestApi, XML } from '../support/test-api.js';
import type { Form } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start()));
afterAll(() => api.stop());

const PROPERTIES = '/system/properties';
const put = (key: string, value: string, form: Form = 'json') =>
  api.call('POST', PROPERTIES, form, propertyText(form, key, value));
const stored = async (key: string): Promise<unknown> =>
  (await api.database.sql('select value from system_property where key = $1', [key]))[0]?.['value'];

function propertyText(form: Form, key: string, value: string): string {
  return form === 'json'
    ? JSON.stringify({ key, value })
    : `<property key="${key}" value="${value}"/>`;
}

it.each(['plugin.restapi.allowedIPs', 'plugin.userservice.allowedIPs', 'admin.authorizedJIDs'])(
  '%s without a value is listed without one',
  async (key) => {
    const written = await api.database.sql(
      'delete from system_property where key = $1 returning value',
      [key],
    );
    await api.app.persistence.properties.refresh();
    const xml = await api.call('GET', PROPERTIES, 'xml');
    expect(xml.text).toContain(`<property key="${key}"/>`);
    const json = await api.call('GET', PROPERTIES, 'json');
    expect(json.text).toContain(`{"key":"${key}"}`);
    for (const { value } of written) await api.setProperty(key, String(value));
  },
);

it('the JSON value false is text', async () => {
  const body = '{"key":"site.open","value":false}';
  expect((await api.call('POST', PROPERTIES, 'json', body)).status).toBe(201);
  expect((await api.call('GET', `${PROPERTIES}/site.open`, 'json')).text).toBe(
    '{"key":"site.open","value":"false"}',
  );
  const keyless = '{"key":false,"value":"x"}';
  expect((await api.call('POST', PROPERTIES, 'json', keyless)).status).toBe(400);
  await api.call('DELETE', `${PROPERTIES}/site.open`, 'json');
});

describe.each(forms)('system properties as %s', (form) => {
  it('are created, read, overwritten, updated and deleted', async () => {
    const steps = [
      ['POST', PROPERTIES, propertyText(form, 'site.banner', 'hello'), 201, 'hello'],
      ['POST', PROPERTIES, propertyText(form, 'site.banner', 'again'), 201, 'again'],
      ['PUT', `${PROPERTIES}/site.banner`, propertyText(form, 'site.banner', ''), 200, ''],
      ['DELETE', `${PROPERTIES}/site.banner`, undefined, 200, undefined],
    ] as const;
    for (const [method, path, body, status, value] of steps) {
      expect(await api.call(method, path, form, body)).toMatchObject({ status, text: '' });
      expect(await stored('site.banner')).toBe(value);
    }
  });

  it('show a single property', async () => {
    await put('site.motto', 'a & b');
    const reply = await api.call('GET', `${PROPERTIES}/site.motto`, form);
    expect(reply).toMatchObject({
      status: 200,
      text:
        form === 'xml'
          ? `${XML}<property key="site.motto" value="a &amp; b"/>`
          : '{"key":"site.motto","value":"a & b"}',
    });
  });

  it.each([
    [
      'GET',
      'site.nothing',
      undefined,
      404,
      'PropertyNotFoundException',
      'Could not find property',
      'site.nothing',
    ],
    [
      'GET',
      'plugin.restapi.json.dates',
      undefined,
      404,
      'PropertyNotFoundException',
      'Could not find property',
      'plugin.restapi.json.dates',
    ],
    [
      'DELETE',
      'site.nothing',
      undefined,
      404,
      'PropertyNotFoundException',
      'Could not find property',
      'site.nothing',
    ],
    [
      'PUT',
      'site.nothing',
      { key: 'site.other', value: 'x' },
      404,
      'PropertyNotFoundException',
      'Could not find property for update',
      'site.other',
    ],
    [
      'PUT',
      'xmpp.domain',
      { key: 'site.other', value: 'x' },
      400,
      'IllegalArgumentException',
      "Path property name and entity property name doesn't match",
      'xmpp.domain',
    ],
    [
      'PUT',
      'site.nothing',
      { key: 'site..x', value: 'x' },
      400,
      'IllegalArgumentException',
      'Invalid property name',
      'site..x',
    ],
    [
      'PUT',
      'site.nothing',
      { value: 'x' },
      400,
      'IllegalArgumentException',
      'Property name and value are required',
      'properties',
    ],
    [
      'PUT',
      'plugin.restapi.enabled',
      { key: 'plugin.restapi.enabled', value: 'false' },
      403,
      'NotAllowedException',
      'This property cannot be changed through the API',
      'plugin.restapi.enabled',
    ],
    [
      'PUT',
      'xmpp.domain',
      { key: 'xmpp.domain', value: 'x' },
      403,
      'NotAllowedException',
      'This property cannot be changed through the API',
      'xmpp.domain',
    ],
    [
      'DELETE',
      'plugin.restapi.secret',
      undefined,
      403,
      'NotAllowedException',
      'This property cannot be changed through the API',
      'plugin.restapi.secret',
    ],
  ])('%s %s with %j is %i', async (method, key, sent, status, exception, message, resource) => {
    const body = sent && form === 'xml' ? xmlOf(sent) : sent;
    const reply = await api.call(method, `${PROPERTIES}/${key}`, form, body);
    expect(reply).toMatchObject({ status, text: errorText(form, exception, message, resource) });
  });

  it.each([
    [{}, 'Property name and value are required', 'properties'],
    [{ key: 'a' }, 'Property name and value are required', 'a'],
    [{ key: '', value: 'x' }, 'Property name and value are required', 'properties'],
    [{ key: 'a b', value: 'x' }, 'Invalid property name', 'a b'],
    [{ key: 'a.', value: 'x' }, 'Invalid property name', 'a.'],
  ])('POST of %j is 400', async (sent, message, resource) => {
    const reply = await api.call('POST', PROPERTIES, form, form === 'xml' ? xmlOf(sent) : sent);
    expect(reply.status).toBe(400);
    expect(reply.text).toEqual(errorText(form, 'IllegalArgumentException', message, resource));
  });
});

function xmlOf(property: { key?: string; value?: string }): string {
  const attributes = Object.entries(property).map(([name, value]) => ` ${name}="${value}"`);
  return `<property${attributes.join('')}/>`;
}

describe('the list of system properties', () => {
  it('contains registered properties with their effective values and stored ones, upper case first', async () => {
    await put('ZZ.top', '1');
    await put('aa.bottom', '2');
    const reply = await api.call('GET', PROPERTIES, 'json');
    const { property } = JSON.parse(reply.text) as { property: { key: string; value?: string }[] };
    const keys = property.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    expect(property).toEqual(
      expect.arrayContaining([
        { key: 'ZZ.top', value: '1' },
        { key: 'aa.bottom', value: '2' },
        { key: 'plugin.restapi.enabled', value: 'true' },
        { key: 'plugin.restapi.json.dates', value: 'iso' },
        { key: 'plugin.restapi.secret', value: '********' },
        { key: 'plugin.userservice.secret' },
        { key: 'xmpp.domain', value: 'example.org' },
        { key: 'xmpp.muc.tasks.log.timeout', value: '300000' },
      ]),
    );
  });

  it('omits the value in XML if there is none', async () => {
    const reply = await api.call('GET', PROPERTIES, 'xml');
    expect(reply.text).toMatch(/^<\?xml .*\?><properties><property key="ZZ.top" value="1"\/>/);
    expect(reply.text).toContain('<property key="plugin.userservice.secret"/>');
  });
});

describe('sensitive properties', () => {
  it('are masked, and writing the mask back changes nothing', async () => {
    await put('ldap.Password', 'hunter2');
    expect((await api.call('GET', `${PROPERTIES}/ldap.Password`, 'json')).text).toBe(
      '{"key":"ldap.Password","value":"********"}',
    );
    expect((await put('ldap.Password', '********')).status).toBe(201);
    expect(await stored('ldap.Password')).toBe('hunter2');
  });

  it('accept the mask as a value if nothing is stored', async () => {
    await put('new.secret', '********');
    expect(await stored('new.secret')).toBe('********');
  });

  it('do not appear in error documents', async () => {
    const reply = await put('ldap.Password', 'hunter2'.repeat(1000));
    expect(reply.status).toBe(400);
    expect(reply.text).not.toContain('hunter2');
  });
});

describe('deleting a system property', () => {
  it('deletes everything below it, and nothing that merely looks similar', async () => {
    for (const key of ['a', 'a.b', 'a.b.c', 'ab', 'A.b']) await put(key, 'x');
    expect((await api.call('DELETE', `${PROPERTIES}/a`, 'xml')).status).toBe(200);
    const left = await api.database.sql(
      "select key from system_property where lower(key) ~ '^a(\\.|b?$)' order by key",
    );
    expect(left.map(({ key }) => key)).toEqual(['A.b', 'ab']);
  });

  it('is refused for a key that could mean others, unless it is exact', async () => {
    await put('a.b_c', 'x');
    await put('a.b_c.d', 'x');
    const refused = await api.call('DELETE', `${PROPERTIES}/a.b_c`, 'xml');
    expect(refused.status).toBe(400);
    expect(refused.text).toEqual(
      errorText(
        'xml',
        'IllegalArgumentException',
        'Could not delete the property, because the deletion could also delete unrelated properties',
        'a.b_c',
      ),
    );
    expect((await api.call('DELETE', `${PROPERTIES}/a.b_c?exact=true`, 'xml')).status).toBe(200);
    expect([await stored('a.b_c'), await stored('a.b_c.d')]).toEqual([undefined, 'x']);
  });

  it('is refused if something below it is protected', async () => {
    await put('plugin', 'x');
    const refused = await api.call('DELETE', `${PROPERTIES}/plugin`, 'json');
    expect(refused.status).toBe(403);
    expect(JSON.parse(refused.text)).toMatchObject({
      resource: expect.stringMatching(/^plugin\.restapi\./),
      exception: 'NotAllowedException',
    });
    expect((await api.call('DELETE', `${PROPERTIES}/plugin?exact=TRUE`, 'json')).status).toBe(200);
  });

  it('there are 1,000 at most, beside those that are read', async () => {
    await api.database.sql(`
      insert into system_property (key, value)
      select 'many.' || n, 'x' from generate_series(1, 1000 - (select count(*) from system_property)) n`);
    const { status, text } = await put('one.more', 'x');
    const message = 'Could not create the property';
    expect([status, text]).toEqual([
      409,
      errorText('json', 'NotAllowedException', message, 'one.more'),
    ]);
    expect(await stored('one.more')).toBeUndefined();
    for (const key of ['many.1', 'plugin.restapi.json.dates']) {
      expect((await put(key, 'iso')).status).toBe(201);
    }
    await api.database.sql(`delete from system_property where key like 'many.%'`);
  });

  it('locks nobody out, not even through the parent of what admits requests', async () => {
    const isRefused = async (method: string, key: string, body?: object): Promise<void> => {
      const path = method === 'POST' ? PROPERTIES : `${PROPERTIES}/${key}`;
      const { status, text } = await api.call(method, path, 'json', body);
      expect({ status, text }).toEqual({
        status: 403,
        text: errorText(
          'json',
          'NotAllowedException',
          'This property cannot be changed through the API',
          key,
        ),
      });
    };
    await isRefused('POST', 'adminConsole', { key: 'adminConsole', value: 'x' });
    await isRefused('POST', 'audit.retention.days', { key: 'audit.retention.days', value: '1' });
    const parents = ['adminConsole', 'admin', 'audit', 'xmpp.auth', 'plugin.restapi'];
    for (const key of parents) {
      await api.setProperty(key, 'x');
      await isRefused('DELETE', key);
    }
    for (const key of parents) await api.setProperty(key, null);
    expect(await stored('adminConsole.access.allow-wildcards-in-excludes')).toBe('true');
  });
});

it('a change takes effect immediately on this instance and soon on another one', async () => {
  const other = await TestApi.start({}, api.database);
  try {
    await put('plugin.restapi.json.dates', 'epoch');
    expect(api.app.persistence.properties.read(systemProperty.apiJsonDates)).toBe('epoch');
    await until(
      () => other.app.persistence.properties.read(systemProperty.apiJsonDates) === 'epoch',
    );
  } finally {
    await other.close();
  }
});

it('an operator may open the properties that protect the API', async () => {
  const open = await TestApi.start({ allowSecurityProperties: true }, api.database);
  try {
    const body = { key: 'plugin.restapi.allowedIPs', value: '127.0.0.0/8' };
    expect((await open.call('POST', PROPERTIES, 'json', body)).status).toBe(201);
    expect(
      (await open.call('DELETE', `${PROPERTIES}/plugin.restapi.allowedIPs`, 'json')).status,
    ).toBe(200);
    const domain = await open.call('POST', PROPERTIES, 'json', { key: 'xmpp.domain', value: 'x' });
    expect(domain.status).toBe(403);
    const fields = 'key,protected,locked';
    const shown = async (at: TestApi, key: string) => {
      const reply = await at.call('GET', `${PROPERTIES}?fields=${fields}&prefix=${key}`, 'json');
      return (JSON.parse(reply.text) as { property: readonly object[] }).property;
    };
    const [key, fixed] = ['plugin.restapi.allowedIPs', 'xmpp.domain'];
    expect(await shown(api, key)).toEqual([{ key, protected: true, locked: true }]);
    expect(await shown(open, key)).toEqual([{ key, protected: true, locked: false }]);
    expect(await shown(open, fixed)).toEqual([{ key: fixed, protected: true, locked: true }]);
  } finally {
    await open.close();
  }
});

it('audit entries contain the key and never the value', async () => {
  await api.audited();
  await put('site.audited', 'a value that nobody logs');
  await api.call('DELETE', `${PROPERTIES}/site.audited`, 'json');
  const entries = await api.audited();
  expect(entries.map(({ summary }) => summary)).toEqual([
    'POST property site.audited',
    'DELETE property site.audited',
  ]);
  expect(JSON.stringify(entries)).not.toContain('a value that nobody logs');
});

async function until(condition: () => boolean): Promise<void> {
  for (let round = 0; round < 500 && !condition(); round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  expect(condition()).toBe(true);
}
