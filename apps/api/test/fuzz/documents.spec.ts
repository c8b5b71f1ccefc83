import fc from 'fast-check';
import { TEST_SECRET } from '../support/test-config.js';
import { TestApi } from '../support/test-api.js';
import { expectInOrder, sendRaw } from './answers.js';

const NAMES = [
  ...['user', 'users', 'username', 'name', 'email', 'password', 'properties', 'property', 'key'],
  ...['value', '@key', '@value', 'groups', 'groupname', 'groupnames', 'rosterItem', 'jid', 'group'],
  ...['nickname', 'subscriptionType', 'description', 'admins', 'admin', 'members', 'member'],
  ...['shared', 'isshared', 'body', 'message', 'vCard', '__proto__', 'constructor', 'toString'],
];

let api: TestApi;
let targets: readonly { readonly method: string; readonly target: string }[];

beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
  await api.call('POST', '/groups', 'json', { name: 'Crew' });
  targets = api.app.routes
    .list()
    .map((route) => {
      const [method = '', pattern = ''] = route.split(' ');
      const target = pattern
        .replace(':username', 'ola')
        .replace(':groupName', 'Crew')
        .replace(':jid', 'cy@example.org')
        .replace(':key', 'site.banner');
      return { method, target };
    })
    // requests that would remove the people that others need
    .filter(({ method, target }) => /^P/.test(method) || target.endsWith('/groups'));
});
afterAll(() => api.stop());

async function isInOrder(type: string, text: string, route: (typeof targets)[number]) {
  const { method, target } = route;
  const headers = [`Authorization: ${TEST_SECRET}`, `Content-Type: ${type}`];
  const reply = await sendRaw(api, { method, target, headers, body: Buffer.from(text) });
  expectInOrder(reply, method);
}

it('arbitrary JSON on every route gets a well-formed response', async () => {
  const { value } = fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom(null, true, false, 0, 1, -1, 5.7, 1e300, '', ' ', 'ola', '1', 'true', '-1'),
      fc.string({ unit: 'binary', maxLength: 10 }),
      fc.array(tie('value'), { maxLength: 3 }),
      fc.dictionary(fc.constantFrom(...NAMES), tie('value'), { maxKeys: 5, noNullPrototype: true }),
    ),
  }));
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), value, (route, document) =>
      isInOrder('application/json', JSON.stringify(document), route),
    ),
    { numRuns: 400 },
  );
});

const escaped = (text: string): string =>
  text.replace(/[^ -~]|[<>&"']/gu, (character) => `&#${character.codePointAt(0)};`);
const xmlText = fc
  .string({ unit: 'binary', maxLength: 12 })
  .map((text) => text.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''));
const xmlName = fc.constantFrom(...NAMES.filter((name) => /^\w+$/.test(name)));

it('arbitrary XML on every route gets a well-formed response', async () => {
  const { element } = fc.letrec<{ element: string; content: string }>((tie) => ({
    content: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      xmlText.map(escaped),
      fc.constantFrom('<![CDATA[<&]]>', '<!-- & -->', '<?p i?>', '1', '-1', 'true', ' '),
      tie('element'),
    ),
    element: fc
      .tuple(
        xmlName,
        fc.uniqueArray(xmlName, { maxLength: 3 }),
        xmlText,
        fc.array(tie('content'), { maxLength: 5 }),
        fc.constantFrom('', ' xmlns="vcard-temp"', ' xmlns="urn:x"'),
      )
      .map(([name, attributes, value, content, namespace]) => {
        const written = attributes.map((one) => ` ${one}="${escaped(value)}"`).join('');
        return `<${name}${namespace}${written}>${content.join('')}</${name}>`;
      }),
  }));
  const type = fc.constantFrom('application/xml', 'text/xml; charset=x');
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...targets), element, type, (route, document, sentAs) =>
      isInOrder(sentAs, document, route),
    ),
    { numRuns: 400 },
  );
});
