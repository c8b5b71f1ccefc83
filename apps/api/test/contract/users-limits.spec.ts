import { properties, rosterItemText, userText } from '../support/documents.js';
import { badArgument, expectDocument, expectDone, expectRefused } from '../support/expectations.js';
import { createUsers, startOver } from '../support/people.js';
import { forms, TestApi } from '../support/test-api.js';

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start();
});
beforeEach(() => createUsers(api, 'ola'));
afterEach(() => startOver(api));
afterAll(() => api.stop());

/** Two code units in JavaScript, and a letter of Unicode 3.2. */
const DESERET = '\u{10428}';
const EMOJI = '\u{1f600}';
const tooLong = (field: string, limit: number, path: string) =>
  badArgument(
    `Invalid value for ${field}: longer than ${limit} characters`,
    `/plugins/restapi/v1${path}`,
  );

describe.each(forms)('limits of users as %s', (form) => {
  const user = (more: object) => userText(form, { username: 'zoe', password: 'p', ...more });
  const item = (more: object) => rosterItemText(form, { jid: 'bo@x', ...more });

  it('user names have 64 characters after preparation', async () => {
    for (const [sent, prepared] of [
      ['x'.repeat(64), 'x'.repeat(64)],
      ['Ä'.repeat(64), 'ä'.repeat(64)],
      ['ß'.repeat(32), 's'.repeat(64)],
      [DESERET.repeat(64), DESERET.repeat(64)],
    ] as const) {
      const body = userText(form, { username: sent, password: 'p' });
      await expectDone(api, form, ['POST', '/users', body]);
      const path = `/users/${encodeURIComponent(sent)}`;
      const written = { username: prepared, name: '', properties: [] };
      await expectDocument(api, form, path, userText(form, written));
      await expectDone(api, form, ['DELETE', path]);
    }
    for (const username of ['x'.repeat(65), 'ß'.repeat(33), DESERET.repeat(65), 'x'.repeat(5000)]) {
      const body = userText(form, { username, password: 'p' });
      const refused = badArgument('Could not create new user', username);
      await expectRefused(api, form, ['POST', '/users', body], refused);
    }
  });

  it.each(['name', 'email'])('%s has 100 characters', async (field) => {
    for (const character of ['x', EMOJI]) {
      const longest = { [field]: character.repeat(100) };
      const over = { [field]: `${character.repeat(100)}y` };
      await expectDone(api, form, ['POST', '/users', user(longest)]);
      await expectDone(api, form, ['PUT', '/users/zoe', user(longest)]);
      const changed = ['PUT', '/users/zoe', user(over)] as const;
      await expectRefused(api, form, changed, tooLong(field, 100, '/users/zoe'));
      await expectDone(api, form, ['DELETE', '/users/zoe']);
      await expectRefused(api, form, ['POST', '/users', user(over)], tooLong(field, 100, '/users'));
    }
  });

  it('property keys have 100 characters, values have no limit', async () => {
    for (const character of ['x', EMOJI]) {
      const key = character.repeat(100);
      const longest = { properties: properties({ [key]: character.repeat(10_000) }) };
      await expectDone(api, form, ['POST', '/users', user(longest)]);
      const written = userText(form, { username: 'zoe', name: '', ...longest });
      await expectDocument(api, form, '/users/zoe', written);
      const over = userText(form, {
        username: 'una',
        password: 'p',
        properties: properties({ [`${key}y`]: '' }),
      });
      for (const [method, path] of [
        ['PUT', '/users/zoe'],
        ['POST', '/users'],
      ] as const) {
        const refused = tooLong('key', 100, path);
        await expectRefused(api, form, [method, path, over], refused);
      }
      await expectDone(api, form, ['DELETE', '/users/zoe']);
    }
  });

  it('passwords have 1,023 bytes of text that SASLprep accepts', async () => {
    for (const password of ['x'.repeat(1023), `${'é'.repeat(511)}x`]) {
      await expectDone(api, form, ['POST', '/users', user({ password })]);
      await expectDone(api, form, ['PUT', '/users/zoe', userText(form, { password })]);
      await expectDone(api, form, ['DELETE', '/users/zoe']);
    }
    const refused = (path: string) =>
      badArgument('Invalid value for password', `/plugins/restapi/v1${path}`);
    for (const password of ['x'.repeat(1024), 'é'.repeat(512), 'a\u007f', '\u0627x\u0628']) {
      const created = ['POST', '/users', user({ password })] as const;
      await expectRefused(api, form, created, refused('/users'));
      const changed = ['PUT', '/users/ola', userText(form, { password, name: 'x' })] as const;
      await expectRefused(api, form, changed, refused('/users/ola'));
    }
  });

  it('roster entries have JIDs of 1,024, names and groups of 255 characters', async () => {
    const jid = `${'x'.repeat(1000)}@${'y'.repeat(23)}`;
    const roster = '/users/ola/roster';
    await expectDone(api, form, ['POST', roster, item({ jid: `${jid}/desk` })]);
    await expectDone(api, form, ['PUT', `${roster}/${jid}`, item({ nickname: 'x' })]);
    const over = item({ jid: `${jid}y` });
    await expectRefused(api, form, ['POST', roster, over], tooLong('jid', 1024, roster));
    const longJid = `${'x'.repeat(1024)}@y`;
    await expectRefused(
      api,
      form,
      ['POST', roster, item({ jid: longJid })],
      badArgument(`Unable to parse value as jid: ${longJid}`, longJid),
    );
    const longest = { nickname: EMOJI.repeat(255), groups: [EMOJI.repeat(255)] };
    await expectDone(api, form, ['POST', roster, item(longest)]);
    for (const [field, more] of [
      ['nickname', { nickname: EMOJI.repeat(256) }],
      ['groups', { groups: ['Pals', EMOJI.repeat(256)] }],
    ] as const) {
      await expectRefused(
        api,
        form,
        ['PUT', `${roster}/bo@x`, item(more)],
        tooLong(field, 255, `${roster}/bo@x`),
      );
      await expectRefused(
        api,
        form,
        ['POST', roster, item({ ...more, jid: 'new@x' })],
        tooLong(field, 255, roster),
      );
    }
  });
});

describe.each(forms)('user names as %s', (form) => {
  it.each([
    ['Zoë', '/users/zo%C3%AB', 'zoë'],
    ['ＯＬＡ２', '/users/%EF%BC%AFla2', 'ola2'],
    ['a+b', '/users/A+B', 'a+b'],
    ['x.jsp', '/users/x.jsp', 'x.jsp'],
    ['a%2Fb', '/users/a%252Fb', 'a%2fb'],
    [
      '{}()|^`~*!#$?=,.[];\\',
      '/users/%7B%7D()%7C%5E%60~*!%23$%3F=,.%5B%5D%3B%5C',
      '{}()|^`~*!#$?=,.[];\\',
    ],
    ['..a', '/users/..a', '..a'],
    ['__proto__', '/users/__proto__', '__proto__'],
    ['\u{10400}', '/users/%F0%90%90%A8', '\u{10428}'],
  ])('%s is found at %s', async (username, path, prepared) => {
    const body = userText(form, { username, password: 'p' });
    await expectDone(api, form, ['POST', '/users', body]);
    const written = { username: prepared, name: '', properties: [] };
    await expectDocument(api, form, path, userText(form, written));
    await expectDone(api, form, ['PUT', path, userText(form, { username: prepared, name: 'N' })]);
    await expectDone(api, form, ['DELETE', path]);
  });
});

it('control characters are stored, and omitted from XML', async () => {
  const key = 'k\u0001';
  await api.call('PUT', '/users/ola', 'json', {
    name: 'a\u0002\tb',
    properties: { [key]: '\u001f\r' },
  });
  const written = {
    username: 'ola',
    name: 'a\u0002\tb',
    properties: properties({ [key]: '\u001f\r' }),
  };
  await expectDocument(api, 'json', '/users/ola', JSON.stringify(written));
  const reply = await api.call('GET', '/users/ola', 'xml');
  expect(reply.text).toContain('<name>a\tb</name>');
  expect(reply.text).toContain('<property key="k" value="&#13;"/>');
});

it.each([
  ['{"name":"a\\u0000"}', 'U+0000'],
  ['{"properties":{"k":"\\ud800"}}', 'a lone surrogate'],
  ['{"properties":{"\\u0000":"v"}}', 'U+0000 in a key'],
])('%s is refused', async (body) => {
  const before = await api.database.sql('select * from account');
  const reply = await api.call('PUT', '/users/ola', 'json', body);
  expect(reply.status).toBe(400);
  expect(await api.database.sql('select * from account')).toEqual(before);
});
