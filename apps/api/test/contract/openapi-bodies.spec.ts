import { createGeneratorSync } from 'json-schema-faker';
import type { JsonSchema } from 'json-schema-faker';
import { makeNamedKey, sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

const HOLD = { name: 'Case 12', reason: 'x', persons: ['bob'] };
const HOOK = { url: 'https://other.example/hook', types: ['user.*'] };

let api: TestApi;
let description: Description;
let officer: string;
/** of what paths name by it, by their first part */
const ids = new Map<string, string>();
beforeAll(async () => {
  api = await TestApi.start();
  for (const username of ['ola', 'bob'])
    await api.call('POST', '/users', 'json', { username, password: 'p1-secret' });
  await api.call('POST', '/groups', 'json', { name: 'Crew' });
  await api.call('POST', '/chatrooms', 'json', { roomName: 'lobby' });
  await api.call('POST', '/system/properties', 'json', { key: 'site.banner', value: 'hello' });
  const said = { nickname: 'Bob', sender: 'bob@example.org/desk', body: 'x' };
  await api.database.sql(`select engine.append_message('conference', 'lobby', $1)`, [
    JSON.stringify(said),
  ]);
  const report = { accused: 'lobby@conference.example.org/Bob' };
  const made = {
    keys: { name: 'site', scopes: ['users:read'] },
    webhooks: HOOK,
    reports: report,
    retention: { kind: 'chat', subject: 'user:bob', days: 5 },
  };
  for (const [list, draft] of Object.entries(made)) {
    const { text } = await api.call('POST', `/${list}`, 'json', draft);
    ids.set(list, (JSON.parse(text) as { readonly id: string }).id);
  }
  officer = (await makeNamedKey(api, ['holds:read', 'holds:write'])).bearer;
  const hold = await sendJson(api, 'POST', '/holds', HOLD, officer);
  ids.set('holds', (JSON.parse(hold.text) as { readonly id: string }).id);
  description = JSON.parse((await api.send('GET', '/openapi.json')).text) as Description;
});
afterAll(() => api.stop());

type Schema = Readonly<{
  $ref?: string;
  oneOf?: readonly Schema[];
  required?: readonly string[];
  properties?: Readonly<Record<string, Schema>>;
}>;
type Members = Readonly<Record<string, unknown>>;

type Responses = Readonly<Record<string, { readonly $ref?: string; readonly headers?: object }>>;

interface Operation {
  readonly operationId: string;
  readonly responses: Responses;
  readonly requestBody?: {
    readonly required: boolean;
    readonly content: Readonly<Record<string, { readonly schema: Schema }>>;
  };
}

interface Description {
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>;
    readonly responses: Responses;
  };
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

interface Reading {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly required: boolean;
  readonly schemas: readonly Schema[];
  readonly responses: Responses;
}

/** Operations that read JSON; a singular address is the same as its plural one. */
const readings = (): readonly Reading[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { operationId: id, requestBody, responses }]) => {
      const schema = requestBody?.content['application/json']?.schema;
      if (schema === undefined || id.endsWith('AtSingular')) return [];
      const schemas = formsOf(schema);
      const { required } = requestBody!;
      return { id, method: method.toUpperCase(), path, required, schemas, responses };
    }),
  );

/** References for what is in the components, so that the generator finds it. */
function formsOf(schema: Schema): readonly Schema[] {
  const found = schema.$ref ? at(schema.$ref) : schema;
  return found.oneOf ? found.oneOf.flatMap(formsOf) : [found];
}

const at = ($ref: string): Schema => description.components.schemas[$ref.split('/').at(-1)!]!;

/** What paths name, where the body does not have to say the same. */
const NAMES: Readonly<Record<string, string>> = {
  ...{ username: 'ola', groupName: 'Crew', roomName: 'lobby', serviceName: 'conference' },
  ...{ jid: 'bob@example.org', nickname: 'Ola', key: 'site.banner', name: 'ola' },
};
/** Members that have to be as the path. */
const AS_PATH: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  replaceGroup: { groupName: 'name' },
  patchGroup: { groupName: 'name' },
  replaceRoom: { roomName: 'roomName' },
  patchRoom: { roomName: 'roomName' },
  patchChatService: { serviceName: 'serviceName' },
  updateProperty: { key: 'key' },
  updateRosterItem: { jid: 'jid' },
  putGroupMember: { jid: 'jid' },
};

/** Members that have to fit each other, or what is there. */
const FITTING: Readonly<Record<string, Members>> = {
  createHold: {
    ...{ ...HOLD, rooms: [] },
    ...{ from: '2001-01-01T00:00:00Z', until: '2099-01-01T00:00:00Z' },
  },
  patchHold: { ...HOLD, rooms: [], until: null },
};

function send({ id, method, path }: Reading, body: Members | null) {
  const address = path.replaceAll(/\{(\w+)\}/g, (_all, name: string) => {
    if (name === 'id') return ids.get(path.split('/')[1]!)!;
    const same = body?.[AS_PATH[id]?.[name] ?? ''];
    return encodeURIComponent(typeof same === 'string' && same !== '' ? same : NAMES[name]!);
  });
  const query = id === 'createJob' ? `?type=${body && 'groups' in body ? 'groups' : 'users'}` : '';
  return api.send(method, address + query, {
    headers: { Accept: 'application/json', 'Content-Type': 'application/json' },
    body: body === null ? '' : { ...body, ...FITTING[id] },
    ...(path.startsWith('/holds') && { authorization: officer }),
  });
}

/** Whether an answer says that the body has not the right form. */
const isRefusedForForm = (status: number, code: string): boolean =>
  code !== 'unknown-group' &&
  (status === 400 ||
    /^(?:invalid|unreadable|unknown-member)|-(?:missing|incomplete|mismatch)$/.test(code));

/** Of HTTP itself, and those that browsers read. */
const PLAIN =
  /^(?:access-control-.*|allow|cache-control|connection|content-(?:encoding|length|security-policy|type)|date|keep-alive|referrer-policy|transfer-encoding|vary|x-content-type-options)$/;

function undeclaredHeaders({ responses }: Reading, status: number, sent: object): string[] {
  const found = responses[status]!;
  const { headers } = found.$ref
    ? description.components.responses[found.$ref.split('/').at(-1)!]!
    : found;
  const declared = Object.keys(headers ?? {}).map((name) => name.toLowerCase());
  return Object.keys(sent).filter((name) => !PLAIN.test(name) && !declared.includes(name));
}

/** What generators do not know by themselves. */
const FORMATS = { jid: () => 'far@other.example', 'ip-range': () => '192.0.2.0/24' };

function* bodiesOf(schema: Schema): Generator<Members> {
  const make = (options: object) =>
    createGeneratorSync({
      seed: 1,
      maxItems: 2,
      maxDepth: 20,
      minDateTime: '2030-01-01',
      formats: FORMATS,
      ...options,
    }).generate({
      ...schema,
      components: description.components,
    } as unknown as JsonSchema) as Members;
  const all = make({ alwaysFakeOptionals: true });
  const needed = Object.fromEntries((schema.required ?? []).map((name) => [name, all[name]]));
  yield all;
  yield needed;
  for (const name of Object.keys(schema.properties ?? {}))
    if (!(name in needed)) yield { ...needed, [name]: all[name] };
  yield make({});
}

/** Refused for what no schema says. */
const KNOWN: readonly string[] = [
  'putLockout', // it ends before it begins
  // neither ids nor sender, or both
  ...Array.from({ length: 4 }, () => 'retractRoomMessages'),
  ...Array.from({ length: 3 }, () => 'actOnReport'), // the end of no lockout
];

/** Nobody is in the room; there is no such room, and there are no directories. */
const NOBODY_THERE: readonly string[] = [
  ...['changeOccupantRole', 'createRetentionRule', 'patchDirectory', 'testDirectory'],
];

it('takes nearly all bodies that it describes (CM-2)', async () => {
  const refused: string[] = [];
  const undeclared = new Set<string>();
  const reached = new Set<string>();
  let count = 0;
  for (const reading of readings())
    for (const schema of reading.schemas)
      for (const body of bodiesOf(schema)) {
        const { status, headers, text } = await send(reading, body);
        count += 1;
        if (status !== 404) reached.add(reading.id);
        for (const name of undeclaredHeaders(reading, status, headers))
          undeclared.add(`${reading.id} ${status} ${name}`);
        if (isRefusedForForm(status, String(headers['x-error-code'] ?? '')))
          refused.push(`${reading.id} ${JSON.stringify(body)}: ${text}`);
      }
  expect(refused.map((one) => one.replace(/ .*/s, ''))).toEqual(KNOWN);
  expect(count).toBeGreaterThan(KNOWN.length / 0.03);
  const unreached = readings().filter(({ id }) => !reached.has(id));
  expect(unreached.map(({ id }) => id)).toEqual(NOBODY_THERE);
  // CM-5
  expect([...undeclared]).toEqual([]);
});

it('needs a body exactly where nothing is refused (CM-10)', async () => {
  const wrong: string[] = [];
  for (const reading of readings()) {
    const { status, text } = await send(reading, null);
    const isRefused = status >= 400 && ![404, 503].includes(status);
    if (isRefused !== reading.required) wrong.push(`${reading.id} ${reading.required}: ${text}`);
  }
  expect(wrong).toEqual([]);
});
