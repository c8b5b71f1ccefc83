import { Buffer } from 'node:buffer';
import { TestApi } from '../support/test-api.js';

let api: TestApi;
let text: string;
let description: Node;
beforeAll(async () => {
  api = await TestApi.start({ publicUrl: 'https://chat.example.org/admin/' });
  ({ text } = await api.send('GET', '/openapi.json'));
  description = JSON.parse(text) as Node;
});
afterAll(() => api.stop());

type Node = { readonly [name: string]: unknown };

/** All objects, with where they stand. */
function* nodes(node: unknown, place: readonly string[] = []): Generator<readonly [string, Node]> {
  if (typeof node !== 'object' || node === null) return;
  if (!Array.isArray(node)) yield [place.join(' '), node as Node];
  for (const [name, value] of Object.entries(node)) yield* nodes(value, [...place, name]);
}

const schemas = () =>
  Array.from(nodes(description)).filter(([place]) => !/ (?:examples?|mapping)\b/.test(place));

it('has one schema for each thing: alternatives are named, no type is two but null (CM-8)', () => {
  const twofold = schemas().filter(
    ([, { type }]) => Array.isArray(type) && type.filter((one) => one !== 'null').length !== 1,
  );
  expect(twofold).toEqual([]);
  expect(schemas().filter(([, { anyOf, allOf }]) => anyOf ?? allOf)).toEqual([]);
  const inline = schemas().filter(
    ([place, { oneOf }]) => oneOf !== undefined && !/^components schemas \w+$/.test(place),
  );
  expect(inline).toEqual([]);
  const choices = schemas().flatMap(([, { oneOf }]) => (oneOf ?? []) as Node[]);
  expect(choices.length).toBeGreaterThan(30);
  expect(choices.filter((one) => Object.keys(one).join() !== '$ref')).toEqual([]);
  expect(text).not.toMatch(/dialect/);
});

it('has no part that holds itself, so that readers may put parts in the place of references', () => {
  const partAt = (reference: string) =>
    reference
      .slice(2)
      .split('/')
      .reduce<unknown>((part, name) => (part as Node)[name], description);
  const whole = new Set<string>();
  const follow = (part: unknown, path: readonly string[]): void => {
    for (const [, { $ref }] of nodes(part)) {
      if (typeof $ref !== 'string' || whole.has($ref)) continue;
      expect(path).not.toContain($ref);
      follow(partAt($ref), [...path, $ref]);
      whole.add($ref);
    }
  };
  follow(description['paths'], []);
  expect(whole.size).toBeGreaterThan(300);
});

it('says on each list of a document how it stands in XML (CM-8)', () => {
  const lists = schemas().filter(
    ([place, { type }]) =>
      type === 'array' && /^components schemas/.test(place) && !/JobLines|Problem/.test(place),
  );
  expect(lists.length).toBeGreaterThan(50);
  expect(lists.filter(([, { xml }]) => !(xml as Node | undefined)?.['name'])).toEqual([]);
});

it('puts JSON before XML, which has one name (CM-1)', () => {
  const contents = Array.from(nodes(description)).filter(([place]) => place.endsWith(' content'));
  expect(contents.length).toBeGreaterThan(100);
  expect(text).not.toContain('"text/xml":{"schema":{"$ref"');
  for (const [, content] of contents) {
    const types = Object.keys(content);
    if (types.includes('application/json')) expect(types[0]).toBe('application/json');
  }
});

it('gives the deliveries a tag of their own (CM-9)', () => {
  const { webhooks } = description as { webhooks: { event: { post: { tags: string[] } } } };
  expect(webhooks.event.post.tags).toEqual(['receivers']);
});

it('stays below the size at which tools cut answers (CM-12)', () => {
  expect(Buffer.byteLength(text)).toBeLessThan(800_000);
});

const responses = (): readonly (readonly [string, Node])[] =>
  schemas().filter(([place]) =>
    /^(?:components responses \w+|paths \S+ \w+ responses \d+)$/.test(place),
  );

it('declares the headers of every answer, and the header that changes with a cookie need (CM-5)', () => {
  const silent = responses().filter(
    ([, { $ref, headers }]) =>
      $ref === undefined && (headers as Node | undefined)?.['X-Request-Id'] === undefined,
  );
  // the user service is another app
  expect(silent.map(([place]) => place).filter((place) => !/userservice/.test(place))).toEqual([]);
  const changes = schemas().filter(
    ([place, { parameters }]) =>
      /^paths \S+ (?:post|put|patch|delete)$/.test(place) &&
      !JSON.stringify(parameters ?? []).includes('header-X-CSRF-Token'),
  );
  expect(changes.map(([place]) => place).filter((place) => !/userservice/.test(place))).toEqual([
    ...['paths /session/back-channel post', 'paths /session post', 'paths /sign-in post'],
  ]);
});

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly style?: string;
  readonly explode?: boolean;
  readonly schema: Node & { readonly type: string; readonly items?: Node };
}

const parameters = () =>
  Object.entries(
    (description['components'] as { parameters: Readonly<Record<string, Parameter>> }).parameters,
  );

/** What may be any text, or is looked up by what it contains. */
const FREE =
  /^(?:search|text|member|propertyKey|propertyValue|group|groupname|username|concerns|affiliated|banned|object|outcome|address|request|reason|author|occupant|prefix|node|managedBy|room|assignee|user|type)$/;

it('says of each parameter what form it has (CM-11)', () => {
  expect(parameters().length).toBeGreaterThan(80);
  const ofAnyForm = parameters().filter(
    ([
      ,
      {
        name,
        schema: { type, ...form },
      },
    ]) =>
      type === 'string' &&
      !FREE.test(name) &&
      !['pattern', 'enum', 'format', 'minLength'].some((word) => word in form),
  );
  expect(ofAnyForm.map(([name]) => name)).toEqual([]);
  const named = Object.fromEntries(parameters());
  for (const name of ['If-Match', 'If-None-Match', 'Idempotency-Key', 'Last-Event-ID'])
    expect(named[`header-${name}`]!.schema).toHaveProperty('pattern');
  const cursors = parameters().filter(
    ([, { name, schema }]) =>
      ['after', 'before'].includes(name) && schema['format'] !== 'date-time',
  );
  expect(cursors).toHaveLength(6);
  for (const [, { schema }] of cursors) expect(schema).toHaveProperty('pattern');
  const limits = parameters().filter(([, { name }]) => name === 'limit');
  expect(limits.map(([, { schema }]) => schema['minimum'])).toEqual(
    limits.map(() => expect.any(Number)),
  );
  expect(named['query-eventsLimit']!.schema).toMatchObject({
    minimum: 1,
    maximum: 1000,
    default: 100,
  });
});

it('lists words of a closed set with commas between them (CM-11)', () => {
  const lists = parameters().filter(([, { name }]) => ['fields', 'types'].includes(name));
  expect(lists.length).toBeGreaterThan(10);
  for (const [, { style, explode, schema }] of lists) {
    expect({ style, explode, type: schema.type }).toEqual({
      ...{ style: 'form', explode: false, type: 'array' },
    });
    expect((schema.items!['enum'] as string[]).length).toBeGreaterThan(1);
  }
  expect(parameters().filter(([, { schema }]) => schema.type === 'array')).toEqual(lists);
});

it('takes times as dates with times, and says that of seconds in words (CM-11)', () => {
  const times = parameters().filter(([, { schema }]) => schema['format'] === 'date-time');
  expect(times.map(([, { name }]) => name)).toEqual(
    expect.arrayContaining(['startTime', 'endTime', 'from', 'to', 'createdFrom']),
  );
  for (const [, parameter] of times)
    expect(parameter).toHaveProperty('description', expect.stringMatching(/seconds since 1970/));
});

it('describes names and words in paths by what fits there (CM-11)', () => {
  const named = Object.fromEntries(parameters());
  const fits = (name: string, value: string) => {
    const { schema } = named[`path-${name}`]!;
    const words = schema['enum'] as string[] | undefined;
    return words?.includes(value) ?? new RegExp(schema['pattern'] as string, 'u').test(value);
  };
  expect(fits('username', 'ola')).toBe(true);
  expect(fits('username', 'ola@example.org')).toBe(true);
  expect(fits('username', 'o la')).toBe(false);
  expect(fits('jid', 'ola@example.org/desk 1')).toBe(true);
  expect(fits('jid', '@example.org')).toBe(false);
  expect(fits('roomName', 'a/b')).toBe(false);
  expect(fits('type', 'SOCKET_C2S')).toBe(true);
  expect(fits('type', 'SOCKET')).toBe(false);
  expect(fits('keys.id', 'a1b2c3d4e5')).toBe(true);
  expect(fits('id', 'a1b2c3d4e5')).toBe(false);
  expect(named['path-encrypted']!.schema).toEqual({ type: 'boolean' });
});

it('names the address for clients first, and never a Host that a caller sends (CM-6)', async () => {
  expect(description['servers']).toEqual([
    { url: 'https://chat.example.org/admin/plugins/restapi/v1' },
    { url: '../v1' },
  ]);
  const asked = { headers: { Host: 'other.example', 'X-Forwarded-Host': 'other.example' } };
  const answer = await api.send('GET', '/openapi.json', asked);
  expect(answer.text).toBe(text);
});

it('has a tag of the bytes that are sent, in each format (CM-6)', async () => {
  const tagOf = async (name: string) => (await api.send('GET', name)).headers['etag'];
  const [json, yaml] = [await tagOf('/openapi.json'), await tagOf('/openapi.yaml')];
  expect(json).toBe(await tagOf('/openapi.json'));
  expect(yaml).not.toBe(json);
  const known = { headers: { 'If-None-Match': json! } };
  expect((await api.send('GET', '/openapi.json', known)).status).toBe(304);
  expect((await api.send('GET', '/openapi.yaml', known)).status).toBe(200);
});

it('describes each schema (CM-6)', () => {
  const all = Object.entries(
    (description['components'] as { schemas: Readonly<Record<string, Node>> }).schemas,
  );
  expect(all.length).toBeGreaterThan(100);
  expect(all.filter(([, schema]) => !schema['description']).map(([name]) => name)).toEqual([]);
});

it.each([
  ['/users post', 'Also needs `admins:write` where a name is that of an administrator'],
  ['/system/properties/{key} put', 'Also needs `*` for a protected property'],
  ['/chatrooms get', 'Also needs `sessions:read` with `occupant`'],
  ['/events get', 'the scope of each type that is asked for by name, one of `users:read`'],
  ['/jobs post', '`groups:write` with `groups`'],
  ['/keys post', 'each scope that the key has'],
])('says which further scopes %s needs when (CM-6)', (operation, said) => {
  const [path, method] = operation.split(' ') as [string, string];
  const paths = description['paths'] as Readonly<Record<string, Readonly<Record<string, Node>>>>;
  expect(paths[path]![method]!['description']).toContain(said);
});
