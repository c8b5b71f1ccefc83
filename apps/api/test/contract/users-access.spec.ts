import { expectError, refusal, stored } from '../support/expectations.js';
import { createGroups, createUsers } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0 });
  await createUsers(api, 'ola', 'zoe');
  await createGroups(api, { name: 'Crew', members: ['zoe'] });
  await api.call('POST', '/users/ola/roster', 'json', { jid: 'bo@x' });
  await api.call('PUT', '/users/ola/vcard', 'xml', '<vCard xmlns="vcard-temp"/>');
});
afterAll(() => api.stop());

const endpoints = [
  ['GET', '/users', null],
  ['POST', '/users', { username: 'una', password: 'p' }],
  ['GET', '/users/ola', null],
  ['PUT', '/users/ola', { name: 'x' }],
  ['DELETE', '/users/ola', null],
  ['GET', '/users/ola/groups', null],
  ['POST', '/users/ola/groups', { groupnames: ['Crew'] }],
  ['DELETE', '/users/zoe/groups', { groupnames: ['Crew'] }],
  ['POST', '/users/ola/groups/Crew', null],
  ['DELETE', '/users/zoe/groups/Crew', null],
  ['GET', '/users/ola/roster', null],
  ['POST', '/users/ola/roster', { jid: 'new@x' }],
  ['PATCH', '/users/ola/roster', { rosterItem: [{ jid: 'new@x' }] }],
  ['PUT', '/users/ola/roster/bo@x', { nickname: 'x' }],
  ['DELETE', '/users/ola/roster/bo@x', null],
  ['GET', '/users/ola/vcard', null],
  ['PUT', '/users/ola/vcard', '<vCard xmlns="vcard-temp"><FN/></vCard>'],
  ['POST', '/users/ola/vcard', '<vCard xmlns="vcard-temp"><FN/></vCard>'],
  ['DELETE', '/users/ola/vcard', null],
  ['GET', '/groups', null],
  ['POST', '/groups', { name: 'New' }],
  ['GET', '/groups/Crew', null],
  ['PUT', '/groups/Crew', { name: 'Crew' }],
  ['DELETE', '/groups/Crew', null],
] as const;

describe.each(forms)('without credentials, as %s', (form) => {
  it.each(endpoints)(
    '%s %s is 401, changes nothing and is not audited',
    async (method, path, body) => {
      const type = typeof body === 'string' ? 'application/xml' : 'application/json';
      const headers = {
        Accept: `application/${form}`,
        ...(body === null ? {} : { 'Content-Type': type }),
      };
      const before = await stored(api);
      await api.audited();
      for (const authorization of [null, '', 'wrong']) {
        const call = { headers, authorization, body: body ?? undefined };
        expectError(
          await api.send(method, path, call),
          form,
          refusal(401, 'NotAuthorizedException')(
            'Authentication failed',
            `/plugins/restapi/v1${path}`,
          ),
        );
      }
      expect(await stored(api)).toEqual(before);
      expect(await api.audited()).toEqual([]);
    },
  );
});

it.each([
  ['/users', 'GET, POST, HEAD, OPTIONS'],
  ['/users/ola', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
  ['/users/ola/groups', 'GET, POST, DELETE, HEAD, OPTIONS'],
  ['/users/ola/groups/Crew', 'POST, DELETE, OPTIONS'],
  ['/users/ola/roster', 'GET, POST, PATCH, HEAD, OPTIONS'],
  ['/users/ola/roster/bo@x', 'PUT, DELETE, OPTIONS'],
  ['/users/ola/vcard', 'GET, POST, PUT, DELETE, HEAD, OPTIONS'],
  ['/groups', 'GET, POST, HEAD, OPTIONS'],
  ['/groups/Crew', 'GET, PUT, PATCH, DELETE, HEAD, OPTIONS'],
])('%s allows %s', async (path, allowed) => {
  const reply = await api.send('PROPFIND', path);
  expect(reply.status).toBe(405);
  const sorted = (text = '') => text.split(', ').toSorted();
  expect(sorted(reply.headers.allow)).toEqual(sorted(allowed));
});
