import { BAD_PAGES, listTester } from '../support/pages.js';
import { createGroups, createRoom, createUsers } from '../support/people.js';
import { TestApi, XML } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
  await createUsers(api, 'ann', 'bob', 'cy', 'dan');
  await createGroups(api, { name: 'Crew', members: ['ann', 'dan'], shared: true });
  for (const [jid, subscriptionType] of [
    ['bob@example.org', 3],
    ['cy@example.org', 0],
    ['_x@far.example', 1],
  ]) {
    await api.call('POST', '/users/ann/roster', 'json', { jid, subscriptionType });
  }
  for (const serviceName of ['sales', 'club']) {
    await api.call('POST', '/chatservices', 'json', { serviceName, description: serviceName });
  }
  await createRoom(api, 'den', [
    ...['ann@example.org', 'bob@example.org', 'zoe@far.example'].map((who) => ({
      ...{ who, affiliation: 'member' as const },
    })),
    { kind: 'group', who: 'Crew', affiliation: 'member' },
  ]);
  await api.setProperty('site.banner', 'Hello');
});
afterAll(() => api.stop());

const shared = { api: () => api };
const jidOf = ({ jid }: { readonly jid: string }) => jid.split('.')[0]!;

describe('a roster', () => {
  const list = listTester({
    ...shared,
    path: '/users/ann/roster',
    member: 'rosterItem',
    read: jidOf,
  });
  const all = ['_x@far', 'bob@example', 'cy@example', 'dan@example'];

  it('is walked by Links', async () => {
    expect(await list.walk('?limit=3')).toEqual([all.slice(0, 3), all.slice(3)]);
    expect((await list.walk('?limit=1&sort=-jid')).flat()).toEqual([...all].reverse());
  });

  it('is shown as without pages', list.expectSameShape);

  it.each([
    ['subscriptionType=3', ['bob@example', 'dan@example']],
    ['subscriptionType=0', ['cy@example']],
    ['text=BOB', ['bob@example']],
    ['text=example', []],
    ['text=&subscriptionType=', all],
  ])('filter: %s', (query, expected) => list.expectFound(query, expected));

  it.each([...BAD_PAGES, 'subscriptionType=4', 'subscriptionType=both', 'fields=stored'])(
    '%s is refused',
    (query) => list.expectRefused(query),
  );

  it('has a tag only as a whole', async () => {
    expect((await list.get('')).headers).toHaveProperty('etag');
    for (const query of ['?limit=1', '?text=b', '?subscriptionType=3']) {
      expect((await list.get(query)).headers).not.toHaveProperty('etag');
    }
  });

  it('belongs to a user who exists', async () => {
    expect((await api.call('GET', '/users/nobody/roster?limit=1', 'json')).status).toBe(404);
  });
});

describe('chat services', () => {
  const list = listTester({
    ...{ ...shared, path: '/chatservices', member: 'chatService' },
    read: ({ serviceName }: { readonly serviceName: string }) => serviceName,
  });

  it('are walked by Links', async () => {
    expect(await list.walk('?limit=2')).toEqual([['club', 'conference'], ['sales']]);
    expect(await list.walk('?limit=2&sort=-serviceName')).toEqual([
      ['sales', 'conference'],
      ['club'],
    ]);
  });

  it('are shown as without pages', list.expectSameShape);

  it('show chosen fields', async () => {
    expect((await list.get('?limit=1&fields=historyMaxNumber,serviceName')).text).toBe(
      '{"chatService":[{"serviceName":"club","historyMaxNumber":25}]}',
    );
  });

  it.each([...BAD_PAGES, 'fields=name'])('%s is refused', (query) => list.expectRefused(query));
});

describe('affiliations', () => {
  const list = listTester({
    ...{ ...shared, path: '/chatrooms/den/members', member: 'members' },
    read: (text: string) => text.replace(/\..*/, ''),
  });
  const group = /^[0-9a-v]+=*@example$/;

  it('are walked by Links', async () => {
    const pages = await list.walk('?limit=3');
    expect(pages.map(({ length }) => length)).toEqual([3, 1]);
    expect(pages.flat()).toEqual(await list.find(''));
    expect(pages.flat().filter((entry) => group.test(entry))).toHaveLength(3);
  });

  it('are shown as without pages, at the singular address, too', async () => {
    await list.expectSameShape();
    const { headers } = await api.call('GET', '/chatrooms/den/member?limit=1', 'json');
    expect(headers['link']).toContain('/chatrooms/den/member?limit=1&after=');
  });

  it.each([
    ['text=BOB@', ['bob@example']],
    ['text=example', []],
  ])('filter: %s', (query, expected) => list.expectFound(query, expected));

  it.each([...BAD_PAGES, 'sort=jid', 'sort=text', 'fields=jid'])('%s is refused', (query) =>
    list.expectRefused(query),
  );

  it('have a tag only as a whole', async () => {
    expect((await list.get('')).headers).toHaveProperty('etag');
    expect((await list.get('?limit=9')).headers).not.toHaveProperty('etag');
  });
});

describe('system properties', () => {
  const list = listTester({
    ...{ ...shared, path: '/system/properties', member: 'property' },
    read: ({ key }: { readonly key: string }) => key,
  });

  it('are walked by Links', async () => {
    const all = await list.find('');
    expect((await list.walk('?limit=7')).flat()).toEqual(all);
    expect((await list.walk('?limit=7&sort=-key')).flat()).toEqual([...all].reverse());
  });

  it('are shown as without pages', list.expectSameShape);

  it.each([
    ['prefix=site.', ['site.banner']],
    ['prefix=Site', []],
  ])('filter: %s', (query, expected) => list.expectFound(query, expected));

  it.each([...BAD_PAGES, 'fields=changes', 'fields='])('%s is refused', (query) =>
    list.expectRefused(query),
  );

  it('are described to those who ask', async () => {
    const fields = 'key,type,default,protected,locked,sensitive,immediate,choices,unit';
    expect((await list.get(`?prefix=plugin.restapi.enabled&fields=${fields}`)).text).toBe(
      '{"property":[{"key":"plugin.restapi.enabled","type":"boolean","default":"false","protected":true,"locked":true,"sensitive":false,"immediate":true,"choices":["true","false"]}]}',
    );
    expect(
      (await list.get(`?prefix=plugin.restapi.enabled&fields=key,type,choices`, 'xml')).text,
    ).toBe(
      `${XML}<properties><property key="plugin.restapi.enabled" type="boolean"><choices><choice>true</choice><choice>false</choice></choices></property></properties>`,
    );
    expect((await list.get(`?prefix=audit.retention&fields=key,unit,type`)).text).toBe(
      '{"property":[{"key":"audit.retention.days","type":"integer","unit":"days"}]}',
    );
    expect((await list.get('?prefix=site&fields=key,type,choices,default,unit')).text).toBe(
      '{"property":[{"key":"site.banner","type":"text"}]}',
    );
    const described = await list.get('?prefix=plugin.restapi.enabled&fields=description');
    expect(described.text).toContain('"description":"');
  });
});
