import fc from 'fast-check';
import { create } from 'xmlbuilder2';
import { forms, TestApi } from '../support/test-api.js';
import type { Form } from '../support/test-api.js';

const RUNS = { numRuns: 40 };

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await api.call('POST', '/users', 'json', { username: 'ola', password: 'p1-secret' });
});
afterAll(() => api.stop());

/** Text that both forms can represent, and that is not blank. */
const text = (maxLength: number) =>
  fc
    .string({ unit: 'binary', maxLength: maxLength - 2, size: 'max' })
    .map((any) => any.replace(/[^\t\n\r -\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ''))
    .map((any) => `x${any}`.slice(0, maxLength / 2).replace(/[\ud800-\udbff]$/, ''));
const names = (maxLength: number) =>
  fc
    .uniqueArray(text(maxLength), { maxLength: 4 })
    .map((list) => [...list].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b))));

const escaped = (value: string): string =>
  value.replace(/[<>&"'\t\n\r]/g, (character) => `&#${character.charCodeAt(0)};`);
const element = (name: string, content: string): string => `<${name}>${content}</${name}>`;

/** The text of each element of this name, in order. */
function texts(document: string, name: string): string[] {
  const found: string[] = [];
  create(document).each(
    ({ node }) => {
      if (node.nodeName === name)
        found.push((node as { textContent?: string | null }).textContent ?? '');
    },
    false,
    true,
  );
  return found;
}

const read = async (path: string, form: Form): Promise<string> => {
  const reply = await api.call('GET', path, form);
  expect(reply.status).toBe(200);
  return reply.text;
};

describe.each(forms)('written as %s', (form) => {
  it('a user is read back equal in XML and JSON', async () => {
    const user = fc.record({
      name: text(100),
      email: text(100),
      properties: fc.dictionary(text(100), text(200), { maxKeys: 4, noNullPrototype: true }),
    });
    await fc.assert(
      fc.asyncProperty(user, async ({ name, email, properties }) => {
        const entries = Object.entries(properties)
          .map(([key, value]) => ({ key, value }))
          .sort((a, b) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key)));
        const attributes = entries.map(
          ({ key, value }) => `<property key="${escaped(key)}" value="${escaped(value)}"/>`,
        );
        const body =
          form === 'json'
            ? { name, email, properties: entries }
            : element(
                'user',
                element('name', escaped(name)) +
                  element('email', escaped(email)) +
                  element('properties', attributes.join('')),
              );
        const reply = await api.call('PUT', '/users/ola', form, body);
        expect([reply.status, reply.text]).toEqual([200, '']);
        expect(JSON.parse(await read('/users/ola', 'json'))).toEqual({
          username: 'ola',
          name,
          email,
          properties: entries,
        });
        const xml = await read('/users/ola', 'xml');
        expect([texts(xml, 'name'), texts(xml, 'email')]).toEqual([[name], [email]]);
        const read_ = [...xml.matchAll(/<property key="([^"]*)" value="([^"]*)"\/>/g)];
        expect(read_.map(([, key, value]) => ({ key: plain(key!), value: plain(value!) }))).toEqual(
          entries,
        );
      }),
      RUNS,
    );
  });

  it('a roster item is read back equal in XML and JSON', async () => {
    await api.call('POST', '/users/ola/roster', 'json', { jid: 'cy@example.org' });
    const item = fc.record({
      nickname: text(200),
      subscriptionType: fc.integer({ min: 0, max: 3 }),
      groups: names(200),
    });
    await fc.assert(
      fc.asyncProperty(item, async ({ nickname, subscriptionType, groups }) => {
        const body =
          form === 'json'
            ? { nickname, subscriptionType, groups }
            : element(
                'rosterItem',
                element('nickname', escaped(nickname)) +
                  element('subscriptionType', String(subscriptionType)) +
                  element('groups', groups.map((one) => element('group', escaped(one))).join('')),
              );
        const reply = await api.call('PUT', '/users/ola/roster/cy%40example.org', form, body);
        expect([reply.status, reply.text]).toEqual([200, '']);
        expect(JSON.parse(await read('/users/ola/roster', 'json'))).toEqual({
          rosterItem: [{ jid: 'cy@example.org', nickname, subscriptionType, groups }],
        });
        const xml = await read('/users/ola/roster', 'xml');
        expect(texts(xml, 'nickname')).toEqual([nickname]);
        expect(texts(xml, 'subscriptionType')).toEqual([String(subscriptionType)]);
        expect(texts(xml, 'group')).toEqual(groups);
      }),
      RUNS,
    );
  });

  it('a group is read back equal in XML and JSON', async () => {
    const group = fc.record({ name: text(50), description: text(200), shared: fc.boolean() });
    await fc.assert(
      fc.asyncProperty(group, async ({ name, description, shared }) => {
        const body =
          form === 'json'
            ? { name, description, shared }
            : element(
                'group',
                element('name', escaped(name)) +
                  element('description', escaped(description)) +
                  element('shared', String(shared)),
              );
        const reply = await api.call('POST', '/groups', form, body);
        expect([reply.status, reply.text]).toEqual([201, '']);
        const path = `/groups/${encodeURIComponent(name)}`;
        expect(JSON.parse(await read(path, 'json'))).toEqual({
          name,
          description,
          admins: [],
          members: [],
          shared,
        });
        const xml = await read(path, 'xml');
        expect([texts(xml, 'name'), texts(xml, 'description')]).toEqual([[name], [description]]);
        expect((await api.call('DELETE', path, form)).status).toBe(200);
      }),
      RUNS,
    );
  });
});

/** Attribute text as written, with its references resolved. */
function plain(written: string): string {
  const named: Readonly<Record<string, string>> = {
    amp: '&',
    lt: '<',
    gt: '>',
    quot: '"',
    apos: "'",
  };
  return written.replace(/&(#x?)?(\w+);/g, (_all, kind: string | undefined, body: string) =>
    kind === undefined
      ? named[body]!
      : String.fromCodePoint(parseInt(body, kind === '#x' ? 16 : 10)),
  );
}
