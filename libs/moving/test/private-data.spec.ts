import { DOMAIN, openfireData } from '../src/testing/openfire-data.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** The last one with private data in a table of its own. */
const SCHEMA = 28;
const PREFIXED =
  '<a:notes xmlns:a="urn:a" a:kind="x" kind="y" xml:lang="en"><a:n>1</a:n><b:n xmlns:b="urn:b">2</b:n><n>3</n></a:notes>';
const CURRENT =
  '<p:x xmlns:p="urn:1" xmlns:q="urn:2" p:k="1" q:k="2" k="3"><p:x xmlns:p="urn:3"/></p:x>';

const row = (name: string, namespace: string, privateData: string) => ({
  ...{ username: 'alice', name, namespace, privateData },
});
const item = (nodeID: string, payload: string) => ({
  ...{ serviceID: `alice@${DOMAIN}`, nodeID, id: 'current', jid: `alice@${DOMAIN}` },
  ...{ creationDate: '001700000000000', payload },
});

let old: OldServer;
let world: MovingWorld;
beforeAll(async () => {
  const { ofProperty, ofUser } = openfireData();
  const data = {
    ...{ ofProperty: ofProperty!, ofUser: ofUser!.filter(({ username }) => username === 'alice') },
    ofPrivate: [
      ...[row('notes', 'urn:a', PREFIXED), row('notes', 'urn:b', '<notes xmlns="urn:b"/>')],
      ...[
        row('notes', 'urn:c', '<c:notes xmlns:c="urn:c"/>'),
        row('x', 'urn:a', '<a:x xmlns:a="urn:a"/>'),
      ],
      row('x', 'x:urn:1', '<x xmlns="x:urn:1"/>'),
    ],
    ofPubsubItem: [item('urn:1', CURRENT)],
  };
  old = await oldServer(openfire(SCHEMA, { data }).postgres());
  world = await movingWorld(DOMAIN);
  await pass(world, old.url, null);
});
afterAll(async () => {
  await world?.close();
  await old?.close();
});

const stored = async () =>
  Object.fromEntries(
    (
      await world.query(
        `select key, value::json as value from prosody.prosody where store = 'private' order by key`,
      )
    ).map(({ key, value }) => [key, value]),
  );

const OF_PREFIXES = {
  'notes:urn:a': {
    name: 'notes',
    attr: { xmlns: 'urn:a', 'urn:a\u0001kind': 'x', kind: 'y', 'xml:lang': 'en' },
    __array: [
      { name: 'n', attr: { xmlns: 'urn:a' }, __array: ['1'] },
      { name: 'n', attr: { xmlns: 'urn:b' }, __array: ['2'] },
      // as the chat server itself tells it from one of its parent's
      { name: 'n', attr: { xmlns: '' }, __array: ['3'] },
    ],
  },
  'notes:urn:b': { name: 'notes', attr: { xmlns: 'urn:b' } },
  'notes:urn:c': { name: 'notes', attr: { xmlns: 'urn:c' } },
  'x:urn:a': { name: 'x', attr: { xmlns: 'urn:a' } },
  'x:x:urn:1': { name: 'x', attr: { xmlns: 'x:urn:1' } },
};

it('private data is told apart by namespaces, whatever their prefixes', async () => {
  expect(await stored()).toEqual({
    ...OF_PREFIXES,
    'x:urn:1': {
      name: 'x',
      attr: { xmlns: 'urn:1', 'urn:1\u0001k': '1', 'urn:2\u0001k': '2', k: '3' },
      __array: [{ name: 'x', attr: { xmlns: 'urn:3' } }],
    },
  });
  const [node] = await world.query(
    `select value from prosody.prosodyarchive where store = 'pep_urn:1'`,
  );
  expect(node!['value']).toBe(
    `<x xmlns='urn:1' xmlns:n0='urn:1' n0:k='1' xmlns:n1='urn:2' n1:k='2' k='3'><x xmlns='urn:3'/></x>`,
  );
});

it('what is gone there goes alone, also where its namespace ends another one', async () => {
  await old.query(`delete from ofpubsubitem where nodeid = 'urn:1'`);
  await pass(world, old.url, null);
  expect(await stored()).toEqual(OF_PREFIXES);
  expect(await verified(world, old.url, null)).toEqual([]);
  await old.query(`delete from ofprivate where namespace = 'urn:a' and name = 'x'`);
  await pass(world, old.url, null);
  const { 'x:urn:a': _, ...others } = OF_PREFIXES;
  expect(await stored()).toEqual(others);
});

it('verify compares what elements mean, not how they are written', async () => {
  expect(await verified(world, old.url, null)).toEqual([]);
  const rewrite = (key: string, from: string, to: string) =>
    world.query(
      `update prosody.prosody set value = replace(value::jsonb::text, $2, $3) where store = 'private' and key = $1 returning value`,
      [key, from, to],
    );
  // members in another order, and blanks between them
  const [written] = await rewrite('notes:urn:a', '', '');
  expect(JSON.parse(written!['value'])).toEqual(OF_PREFIXES['notes:urn:a']);
  expect(await verified(world, old.url, null)).toEqual([]);
  const differs = [{ kind: 'private', name: 'alice: urn:a', field: 'element' }];
  for (const [from, to] of [
    // an attribute in another namespace, one in none, an element in another one
    ['urn:a\\u0001kind', 'urn:z\\u0001kind'],
    ['urn:z\\u0001kind', 'plain'],
    ['urn:b', 'urn:y'],
  ] as const) {
    const [changed] = await rewrite('notes:urn:a', from, to);
    expect(changed!['value']).toContain(to);
    expect(await verified(world, old.url, null)).toEqual(differs);
  }
});
