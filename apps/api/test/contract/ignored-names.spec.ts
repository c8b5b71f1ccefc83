import { IgnoredNames } from '@chat-admin/codecs/wire/ignored-names';
import type { DescribableDocument } from '@chat-admin/codecs/wire/describe';
import type { Fields, Nested } from '@chat-admin/codecs/wire/fields';
import { readBody } from '@chat-admin/codecs/wire/read-body';
import { API_ROOT } from '../../src/http/api-root.js';
import type { DescribedRoute } from '../../src/openapi/described-route.js';
import { makeNamedKey } from '../support/keys.js';
import { errorText, forms, TestApi } from '../support/test-api.js';
import type { Form } from '../support/test-api.js';

const ORIGIN = 'https://panel.example';
let api: TestApi;
let officer: string;
beforeAll(async () => {
  api = await TestApi.start({ corsOrigins: [ORIGIN] });
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('POST', '/chatrooms', 'json', { roomName: 'den' });
  officer = (await makeNamedKey(api, ['holds:read', 'holds:write'])).bearer;
});
afterAll(() => api.stop());

const ignored = async (method: string, path: string, form: Form, body?: string | object) => {
  const { status, headers } = await api.call(method, path, form, body);
  return [status, headers['x-ignored']];
};

interface Description {
  readonly paths: Readonly<
    Record<string, Readonly<Record<string, { readonly parameters?: readonly { $ref: string }[] }>>>
  >;
  readonly components: {
    readonly parameters: Readonly<Record<string, { readonly in: string; readonly name: string }>>;
  };
}

const VALUES: Readonly<Record<string, string>> = { type: 'SOCKET_C2S', encrypted: 'true' };

/** The path below the root, with its parameters filled in. */
const below = ({ pattern }: DescribedRoute) =>
  pattern.slice(API_ROOT.length).replaceAll(/:(\w+)/g, (_, name: string) => VALUES[name] ?? 'x');

/** Whose scopes have to be named. */
const callerOf = ({ pattern }: DescribedRoute) =>
  pattern.startsWith(`${API_ROOT}/holds`) ? { authorization: officer } : {};

const UNKNOWN = 'Could not read the request body: nothing of the document is known here';

describe('CK-4: what was ignored is told', () => {
  it.each([
    ['json', '{"userName":"x","name":"O","properties":[{"key":"a","value":"1","c":1}]}'],
    [
      'xml',
      '<user><userName>x</userName><name>P</name><properties><property key="a" value="2" c="1"/></properties></user>',
    ],
  ] as const)('of a document in %s, parameters first', async (form, body) => {
    const inList = form === 'json' ? 'properties.c' : 'properties.property.c';
    expect(await ignored('PUT', '/users/ola?page=2&dryrun=false', form, body)).toEqual([
      200,
      `?page, userName, ${inList}`,
    ]);
    const details = await lastDetails();
    expect(details).toMatch(`changed=name,properties; ignored=?page,userName,${inList}`);
  });

  it('of lists, in the order in which they appear', async () => {
    expect(await ignored('GET', '/users?serviceName=a&limit=5&offset=10&Limit=1', 'xml')).toEqual([
      200,
      '?serviceName, ?offset, ?Limit',
    ]);
    expect(await ignored('GET', '/chatrooms?servicename=conference&type=all', 'xml')).toEqual([
      200,
      undefined,
    ]);
  });

  it.each(forms)('beside a refusal by the rules of the endpoint, in %s', async (form) => {
    const body = form === 'json' ? '{"x":1,"name":"n"}' : '<user><x/><name>n</name></user>';
    expect(await ignored('PUT', '/users/ghost', form, body)).toEqual([404, 'x']);
    expect(await ignored('GET', '/users/ghost?x=1', form)).toEqual([404, '?x']);
  });

  it('not beside one of an earlier check', async () => {
    expect(await ignored('GET', '/users?x=1&limit=many', 'json')).toEqual([400, undefined]);
    const body = { x: 1, naturalName: 'n', maxUsers: 'many' };
    expect(await ignored('POST', '/chatrooms', 'json', body)).toEqual([400, undefined]);
    expect(await ignored('GET', '/nowhere?x=1', 'json')).toEqual([404, undefined]);
    const { headers } = await api.send('GET', '/users?x=1', { authorization: null });
    expect(headers['x-ignored']).toBe(undefined);
  });

  it('not beside 304, and not of an answer that is sent again', async () => {
    const { headers } = await api.call('GET', '/users/ola?x=1', 'json');
    expect(headers['x-ignored']).toBe('?x');
    const again = await api.send('GET', '/users/ola?x=1', {
      headers: { Accept: 'application/json', 'If-None-Match': headers.etag! },
    });
    expect([again.status, again.headers['x-ignored']]).toEqual([304, undefined]);
    const group = { headers: { 'Idempotency-Key': 'k1' }, body: { name: 'crew', x: 1 } };
    const json = { ...group, headers: { ...group.headers, 'Content-Type': 'application/json' } };
    const first = await api.send('POST', '/groups', json);
    const second = await api.send('POST', '/groups', json);
    expect([first.status, first.headers['x-ignored']]).toEqual([201, 'x']);
    expect(second.headers['idempotency-replayed']).toBe('true');
    expect([second.status, second.headers['x-ignored']]).toEqual([201, undefined]);
    expect(await lastDetails()).not.toContain('ignored=');
  });

  it('not of what is not read', async () => {
    expect(await ignored('DELETE', '/groups/ghost', 'json', { x: 1 })).toEqual([404, undefined]);
    const vcard = '<vCard xmlns="vcard-temp"><X/></vCard>';
    expect(await ignored('PUT', '/users/ola/vcard', 'xml', vcard)).toEqual([200, undefined]);
  });

  it('of a system property that nothing here reads, its key', async () => {
    const property = (key: string) => ({ key, value: 'a' });
    const put = (key: string) => ignored('PUT', `/system/properties/${key}`, 'json', property(key));
    expect(await ignored('POST', '/system/properties', 'json', property('site.banner'))).toEqual([
      201,
      'site.banner',
    ]);
    expect(await put('site.banner')).toEqual([200, 'site.banner']);
    expect(await put('site.nowhere')).toEqual([404, 'site.nowhere']);
    const known = property('plugin.restapi.json.dates');
    expect(await ignored('POST', '/system/properties', 'json', known)).toEqual([201, undefined]);
  });

  it('of many, twenty', async () => {
    const names = Array.from({ length: 10_000 }, (_, index) => `n${index}`);
    const elements = names.map((name) => `<${name}/>`).join('');
    const [status, told] = await ignored('PUT', '/users/ola', 'xml', `<user>${elements}</user>`);
    expect([status, told]).toEqual([400, `${names.slice(0, 20).join(', ')} and 9980 more`]);
  });

  it('to pages of other origins', async () => {
    const { headers } = await api.send('GET', '/users', { headers: { Origin: ORIGIN } });
    expect(headers['access-control-expose-headers']).toContain('X-Ignored');
  });

  it('on every route, which knows the parameters that the description has', async () => {
    const { text } = await api.call('GET', '/openapi.json', 'json');
    const { paths, components } = JSON.parse(text) as Description;
    let tried = 0;
    for (const route of api.app.routes.described()) {
      const method = route.method.toLowerCase();
      if (!['get', 'delete'].includes(method) || route.accepts !== null) continue;
      const path = route.pattern.slice(API_ROOT.length);
      const { parameters = [] } = paths[path.replaceAll(/:(\w+)/g, '{$1}')]![method]!;
      const described = parameters.map(
        ({ $ref }) => components.parameters[$ref.split('/').at(-1)!]!,
      );
      const names = described.flatMap((one) => (one.in === 'query' ? [one.name] : []));
      for (const name of ['', ...names]) {
        const known = name === '' ? '' : `&${name}=true`;
        const address = `${below(route)}?zzz=1${known}`;
        const reply = await api.send(route.method, address, callerOf(route));
        const isRead = reply.text.includes(`Invalid value for parameter ${name}: true`);
        const told = isRead ? '?zzz' : reply.headers['x-ignored'];
        expect([method, path, name, told]).toEqual([method, path, name, '?zzz']);
        tried += 1;
      }
    }
    expect(tried).toBeGreaterThan(200);
  });
});

describe('CK-4: a document of which nothing is known', () => {
  const REFUSED = [
    ...['POST /users', 'PUT /users/:username', 'PUT /users/:username/role'],
    ...['POST /users/:username/roster', 'PUT /users/:username/roster/:jid'],
    ...['POST /groups', 'PUT /groups/:groupName', 'POST /chatservices'],
    ...['POST /chatrooms', 'POST /chatrooms/bulk', 'PUT /chatrooms/:roomName'],
    ...['PUT /lockouts/:username', 'POST /keys', 'POST /webhooks', 'POST /reports'],
    ...[
      'POST /reports/:id/measures',
      'POST /retention',
      'POST /holds',
      'POST /directories/:name/test',
    ],
    ...['POST /system/properties', 'PUT /system/properties/:key', 'POST /messages/users'],
    ...['users/:username', 'groups/:groupName', 'chatrooms/:roomName'].map(
      (path) => `POST /messages/${path}`,
    ),
  ];

  it('is refused at these addresses, in JSON and XML', async () => {
    const refused: string[] = [];
    for (const route of api.app.routes.described()) {
      const { method, accepts, pattern } = route;
      if (!Array.isArray(accepts) || route.isPatch || route.isUpload) continue;
      const [document] = accepts as readonly DescribableDocument[];
      const path = below(route);
      const bodies = {
        json: '{"zzz":{"a":1}}',
        xml: `<${document!.root}><zzz/></${document!.root}>`,
      };
      for (const form of forms) {
        const { status, headers, text } = await api.send(method, path, {
          headers: { Accept: `application/${form}`, 'Content-Type': `application/${form}` },
          body: bodies[form],
          ...callerOf(route),
        });
        if (!text.includes(UNKNOWN)) continue;
        const error = errorText(form, 'IllegalArgumentException', UNKNOWN, API_ROOT + path, 'zzz');
        expect(text).toBe(error);
        expect([status, headers['x-ignored'], headers['x-error-code']]).toEqual([
          400,
          'zzz',
          'document-unknown',
        ]);
        refused.push(`${form} ${method} ${pattern.slice(API_ROOT.length)}`);
      }
    }
    const all = REFUSED.flatMap((route) => forms.map((form) => `${form} ${route}`));
    expect(refused.sort()).toEqual(all.sort());
  });

  it('changes nothing', async () => {
    const before = await api.call('GET', '/users/ola', 'json');
    const body = { user: { name: 'Other' } };
    expect(await ignored('PUT', '/users/ola?y=1', 'json', body)).toEqual([400, '?y, user']);
    expect((await api.call('GET', '/users/ola', 'json')).text).toBe(before.text);
    expect(await lastDetails()).toContain('ignored=?y,user');
  });

  it('is none when it is empty', async () => {
    expect(await ignored('PUT', '/users/ola', 'json', '{}')).toEqual([200, undefined]);
    expect(await ignored('PUT', '/users/ola?y=1', 'json', '{}')).toEqual([200, '?y']);
    expect(await ignored('PUT', '/users/ola', 'xml', '<user/>')).toEqual([200, undefined]);
  });
});

describe('CK-4: what a GET shows of an object', () => {
  const itemsOf = (documents: readonly DescribableDocument[]): readonly Nested<Fields>[] =>
    documents.flatMap((one) => {
      if (one.kind === 'doc') return [one];
      return one.item.kind === 'doc' ? [one.item] : [];
    });

  const parentOf = (pattern: string) => pattern.replace(/\/[^/]*$/, '');

  it('is known to all who read it', async () => {
    const routes = api.app.routes.described();
    const tried: string[] = [];
    for (const { method, pattern, accepts, isPatch } of routes) {
      if (!Array.isArray(accepts) || isPatch) continue;
      const readers = accepts as readonly DescribableDocument[];
      const shown = routes.filter(
        (other) =>
          other.method === 'GET' &&
          ([pattern, parentOf(pattern)].includes(other.pattern) ||
            parentOf(other.pattern) === pattern),
      );
      for (const { replies, chooses, lists } of shown) {
        if (replies === null || typeof replies !== 'object' || !('kind' in replies)) continue;
        for (const item of itemsOf([replies])) {
          const extra = (chooses ?? lists?.fields)?.extra ?? {};
          for (const reader of itemsOf(readers).filter(({ root }) => root === item.root)) {
            await expectKnown(reader as never, { ...item.fields, ...extra });
            tried.push(`${method} ${pattern}`);
          }
        }
      }
    }
    expect(new Set(tried).size).toBeGreaterThan(15);
  });

  async function expectKnown(reader: DescribableDocument, fields: Fields): Promise<void> {
    const names = Object.entries(fields).flatMap(([property, field]) => {
      if (field.kind === 'internal') return [];
      const name = field.wireName ?? property;
      return [{ name, isAttribute: field.kind === 'scalar' && field.attribute }];
    });
    const attributes = names.filter(({ isAttribute }) => isAttribute);
    const children = names.filter(({ isAttribute }) => !isAttribute);
    const json = Object.fromEntries([
      ...names.map(({ name }) => [name, null]),
      ...attributes.map(({ name }) => [`@${name}`, null]),
    ]) as object;
    const start = [reader.root, ...attributes.map(({ name }) => `${name}=""`)].join(' ');
    const content = children.map(({ name }) => `<${name}/>`).join('');
    for (const [form, text] of [
      ['json', JSON.stringify(json)],
      ['xml', `<${start}>${content}</${reader.root}>`],
    ] as const) {
      const unknown = new IgnoredNames();
      await readBody(reader as never, form, Buffer.from(text), unknown);
      expect([reader.root, unknown.all()]).toEqual([reader.root, []]);
    }
  }
});

/** Of the newest entry of the audit log. */
async function lastDetails(): Promise<string> {
  const { text } = await api.call('GET', '/logs/security?limit=1', 'json');
  const { logs } = JSON.parse(text) as { readonly logs: readonly { readonly details: string }[] };
  return logs[0]!.details;
}
