import { expectDone, expectRefused, noUser } from '../support/expectations.js';
import { createGroups, createRoom, createUsers } from '../support/people.js';
import { roomEntries, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(() => createUsers(api, 'ola', 'kim', 'zoe'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

const rows = async (text: string) => (await api.database.sql(text)).map(({ row }) => row);

describe.each(forms)('DELETE /users/{username} as %s', (form) => {
  const remove = () => expectDone(api, form, ['DELETE', '/users/OLA']);

  it('removes the user and everything that belongs to it', async () => {
    await api.call('PUT', '/users/ola', 'json', { properties: { desk: '4B' } });
    await api.call('POST', '/users/ola/roster', 'json', { jid: 'kim@example.org' });
    await api.call('PUT', '/users/ola/vcard', 'xml', '<vCard xmlns="vcard-temp"/>');
    await api.call('POST', '/lockouts/ola', 'xml');
    await remove();
    for (const table of ['account', 'account_credential', 'lockout', 'vcard']) {
      expect(await rows(`select username as row from ${table} where username = 'ola'`)).toEqual([]);
    }
    expect(await rows('select owner as row from roster_item')).toEqual([]);
    expect(await rows('select username as row from account order by 1')).toEqual(['kim', 'zoe']);
    await expectRefused(api, form, ['DELETE', '/users/OLA'], noUser('OLA'));
    await expectRefused(api, form, ['GET', '/users/ola'], noUser('ola'));
  });

  it('removes the user from the rosters of others', async () => {
    for (const jid of ['ola@example.org', 'ola@other.example', 'zoe@example.org']) {
      await api.call('POST', '/users/kim/roster', 'json', { jid, subscriptionType: 3 });
    }
    await remove();
    expect(await rows('select jid as row from roster_item order by 1')).toEqual([
      'ola@other.example',
      'zoe@example.org',
    ]);
  });

  it('removes the user from groups, which remain', async () => {
    await createGroups(
      api,
      { name: 'Crew', admins: ['ola'], members: ['zoe', 'ola@other.example'] },
      { name: 'Solo', members: ['ola'] },
    );
    await remove();
    expect(await rows('select jid as row from group_member order by 1')).toEqual([
      'ola@other.example',
      'zoe@example.org',
    ]);
    expect(await rows('select name as row from user_group order by 1')).toEqual(['Crew', 'Solo']);
  });

  it('removes the user from the list of administrators, and no other entry', async () => {
    await api.setProperty(
      'admin.authorizedJIDs',
      'ola@other.example ola@example.org,zoe@example.org',
    );
    await remove();
    const [listed] = await rows(
      "select value as row from system_property where key = 'admin.authorizedJIDs'",
    );
    expect(String(listed).split(/[\s,]+/)).toEqual(['ola@other.example', 'zoe@example.org']);
  });

  it.each([
    ['the first administrator', 'kim@example.org,zoe@example.org', 'kim@example.org'],
    [
      'the next administrator',
      'ola@example.org zoe@example.org kim@example.org',
      'zoe@example.org',
    ],
    ['admin, when it was the only one', 'ola@example.org', 'admin@example.org'],
    ['admin, when none is named', null, 'admin@example.org'],
    ['an administrator of the domain', 'kim@other.example,zoe@example.org', 'zoe@example.org'],
  ])('gives a room without owner to %s', async (_, listed, heir) => {
    await api.setProperty('admin.authorizedJIDs', listed);
    await createRoom(api, 'tearoom', [
      { who: 'ola@example.org', affiliation: 'owner', nickname: 'O' },
      { who: 'far@other.example', affiliation: 'member' },
    ]);
    await remove();
    expect(await roomEntries(api, 'tearoom')).toEqual(
      [`${heir} owner`, 'far@other.example member'].toSorted(),
    );
  });

  it('does not give a room to an administrator who has just been removed', async () => {
    for (let round = 0; round < 5; round += 1) {
      await createUsers(api, 'first', 'owner');
      await api.setProperty('admin.authorizedJIDs', 'first@example.org zoe@example.org');
      await createRoom(api, `room${round}`, [{ who: 'owner@example.org', affiliation: 'owner' }]);
      await api.call('DELETE', '/users/first', form);
      await api.call('DELETE', '/users/owner', form);
      expect(await roomEntries(api, `room${round}`)).toEqual(['zoe@example.org owner']);
    }
  });

  it('makes an heir with another affiliation the owner', async () => {
    await api.setProperty('admin.authorizedJIDs', 'kim@example.org');
    await createRoom(api, 'tearoom', [
      { who: 'ola@example.org', affiliation: 'owner' },
      { who: 'kim@example.org', affiliation: 'outcast' },
    ]);
    await remove();
    expect(await roomEntries(api, 'tearoom')).toEqual(['kim@example.org owner']);
  });

  it('leaves rooms alone that have another owner, or had none', async () => {
    await createGroups(api, { name: 'Crew' });
    await createRoom(api, 'tearoom', [
      { who: 'ola@example.org', affiliation: 'owner' },
      { who: 'far@other.example', affiliation: 'owner' },
    ]);
    await createRoom(api, 'attic', [
      { who: 'ola@example.org', affiliation: 'owner' },
      { kind: 'group', who: 'Crew', affiliation: 'owner' },
    ]);
    await createRoom(api, 'cellar', [{ who: 'ola@example.org', affiliation: 'admin' }]);
    await remove();
    expect(await roomEntries(api, 'tearoom')).toEqual(['far@other.example owner']);
    expect(await roomEntries(api, 'attic')).toEqual(['*Crew owner']);
    expect(await roomEntries(api, 'cellar')).toEqual([]);
  });
});
