import { rosterItemText, rosterText } from '../support/documents.js';
import type { RosterFields } from '../support/documents.js';
import { expectDocument, expectDone, expectRefused, refusal } from '../support/expectations.js';
import { noUser, sharedGroup, stored } from '../support/expectations.js';
import { createGroups, createUsers, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

const CREATE = 'Could not create roster item';
const UPDATE = 'Could not update the roster';
const DELETE = 'Could not delete the roster item';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
/** `ola` shares `Crew` with zoe, kim (named "Kim K") and people who are not users here. */
beforeEach(async () => {
  await createUsers(api, 'ola', 'zoe', 'kim', 'bo');
  await api.call('PUT', '/users/kim', 'json', { name: 'Kim K' });
  await createGroups(
    api,
    {
      name: 'Crew',
      shared: true,
      admins: ['zoe'],
      members: ['ola', 'kim', 'ghost', 'far@other.example'],
    },
    { name: 'Quiet', members: ['ola', 'bo'] },
  );
});
afterEach(() => startOver(api));
afterAll(() => api.stop());

const ROSTER = '/users/ola/roster';
const common = { subscriptionType: 3, groups: [] };
const far = { jid: 'far@other.example', nickname: 'far@other.example', ...common };
const kim = { jid: 'kim@example.org', nickname: 'Kim K', ...common };
const ola = { jid: 'ola@example.org', nickname: 'ola', ...common };
const zoe = { jid: 'zoe@example.org', nickname: 'zoe', ...common };

describe.each(forms)('rosters with shared groups as %s', (form) => {
  const expectRoster = (owner: string, ...items: RosterFields[]) =>
    expectDocument(api, form, `/users/${owner}/roster`, rosterText(form, items));
  const post = (fields: RosterFields) => ['POST', ROSTER, rosterItemText(form, fields)] as const;
  const put = (jid: string, fields: RosterFields) =>
    ['PUT', `${ROSTER}/${jid}`, rosterItemText(form, fields)] as const;

  it('show all members and admins to each other, without storing anything', async () => {
    await expectRoster('ola', far, kim, zoe);
    await expectRoster('zoe', far, kim, ola);
    await expectRoster('bo');
    expect(await api.database.sql('select owner from roster_item')).toEqual([]);
  });

  it('show a contact of several groups once', async () => {
    await createGroups(api, { name: 'Club', shared: true, members: ['kim'], admins: ['ola'] });
    await expectRoster('ola', far, kim, zoe);
  });

  it('follow the people and the flag of the group', async () => {
    await expectDone(api, form, ['POST', '/users/bo/groups/Crew']);
    await expectDone(api, form, ['DELETE', '/users/kim/groups/Crew']);
    const bo = { jid: 'bo@example.org', nickname: 'bo', ...common };
    await expectRoster('ola', bo, far, zoe);
    await createUsers(api, 'ghost');
    const ghost = { jid: 'ghost@example.org', nickname: 'ghost', ...common };
    await expectRoster('bo', far, ghost, ola, zoe);
    await expectDone(api, form, ['DELETE', '/users/zoe']);
    await expectRoster('ola', bo, far, ghost);
    await expectDone(api, form, ['DELETE', '/groups/Crew']);
    await expectRoster('ola');
  });

  it('start and end with the flag', async () => {
    const flag = (name: string, shared: boolean, members: string[]) =>
      api.call('PUT', `/groups/${name}`, 'json', { name, shared, members });
    await flag('Crew', false, ['ola', 'kim']);
    await expectRoster('ola');
    await flag('Quiet', true, ['ola', 'kim']);
    await expectRoster('ola', kim);
  });

  it('follow changed names and renames of users', async () => {
    await api.call('PUT', '/users/kim', 'json', { username: 'abe', name: ' ' });
    await expectRoster('ola', { jid: 'abe@example.org', nickname: 'abe', ...common }, far, zoe);
    await expectRoster('abe', far, ola, zoe);
  });

  it('merge a contact of the own roster with one of a shared group', async () => {
    await createGroups(api, { name: 'Club', members: ['ola', 'bo'] });
    const bo = (subscriptionType: number) => ({
      jid: 'bo@example.org',
      nickname: 'B',
      subscriptionType,
      groups: ['Pals'],
    });
    await expectDone(api, form, post(bo(1)));
    await expectRoster('ola', bo(1), far, kim, zoe);
    await expectDone(api, form, ['POST', '/users/bo/groups/Crew']);
    await expectRoster('ola', bo(3), far, kim, zoe);
    await expectDone(api, form, ['DELETE', '/users/bo/groups/Crew']);
    await expectRoster('ola', bo(1), far, kim, zoe);
  });

  it('already contain a contact from a shared group', async () => {
    const exists = refusal(409, 'UserAlreadyExistsException')(CREATE, '');
    for (const jid of ['kim@example.org', 'FAR@other.example/x']) {
      await expectRefused(api, form, post({ jid, groups: ['Crew'] }), exists);
      await expectRefused(api, form, post({ jid, subscriptionType: -1 }), exists);
    }
    await expectDone(api, form, post({ jid: 'ghost@example.org' }));
  });

  it('refuse a new contact in a group with the name of a shared one', async () => {
    for (const groups of [['Crew'], ['Pals', 'Crew']]) {
      const contact = { jid: 'bo@example.org', groups };
      await expectRefused(api, form, post(contact), sharedGroup(CREATE, ''));
    }
    // not shared, or another name
    await expectDone(api, form, post({ jid: 'bo@example.org', groups: ['Quiet', 'crew'] }));
  });

  it('ignore names of shared groups when a contact is changed', async () => {
    await expectDone(api, form, post({ jid: 'bo@example.org', groups: ['Pals'] }));
    await expectDone(api, form, put('bo@example.org', { groups: ['Crew', 'Work'] }));
    const bo = { jid: 'bo@example.org', subscriptionType: 0, groups: ['Work'] };
    await expectRoster('ola', bo, far, kim, zoe);
  });

  it('store a contact from a shared group when its owner edits it', async () => {
    const groups = ['Pals', 'Crew'];
    await expectDone(api, form, put('kim@example.org', { nickname: 'K', groups }));
    await expectRoster('ola', far, { ...kim, nickname: 'K', groups: ['Pals'] }, zoe);
    await expectDone(api, form, put('kim@example.org', { nickname: '' }));
    const { jid } = kim;
    await expectRoster('ola', far, { jid, subscriptionType: 3, groups: ['Pals'] }, zoe);
    await expectDone(api, form, put('kim@example.org', { groups: ['Crew'], subscriptionType: 0 }));
    await expectRoster('ola', far, { jid, subscriptionType: 3, groups: [] }, zoe);
    await expectDone(api, form, ['DELETE', '/groups/Crew']);
    await expectRoster('ola', { jid, subscriptionType: 0, groups: [] });
  });

  it('keep a contact in all of its shared groups', async () => {
    await createGroups(api, { name: 'Club', shared: true, members: ['kim', 'ola'] });
    for (const path of ['kim@example.org', 'KIM@example.org/x']) {
      const refused = sharedGroup(UPDATE, path);
      const address = encodeURIComponent(path);
      for (const change of [
        { groups: [] },
        { groups: ['Pals'] },
        { groups: ['Crew'], nickname: 'x' },
        { subscriptionType: -1 },
        { subscriptionType: -1, groups: ['Crew', 'Club'] },
      ]) {
        await expectRefused(api, form, put(address, change), refused);
      }
      const items = rosterText(form, [{ jid: path, groups: [] }]);
      const jid = sharedGroup(UPDATE, 'kim@example.org');
      await expectRefused(api, form, ['PATCH', ROSTER, items], jid);
      await expectRefused(api, form, ['DELETE', `${ROSTER}/${address}`], sharedGroup(DELETE, path));
    }
    await expectDone(api, form, put('kim@example.org', { groups: ['Club', 'Crew'] }));
  });

  it('do not remove an edited contact from a shared group', async () => {
    await expectDone(api, form, put('kim@example.org', { nickname: 'K' }));
    const removal = ['DELETE', `${ROSTER}/kim@example.org`] as const;
    await expectRefused(api, form, removal, sharedGroup(DELETE, 'kim@example.org'));
    await api.call('DELETE', '/groups/Crew', 'xml');
    await expectDone(api, form, removal);
    await expectRoster('ola');
  });

  it('do not contain the owner, or people who are not users', async () => {
    const before = await stored(api);
    for (const name of ['ola', 'ghost', 'bo']) {
      const jid = `${name}@example.org`;
      await expectRefused(api, form, put(jid, {}), noUser(jid, UPDATE));
    }
    expect(await stored(api)).toEqual(before);
  });
});
