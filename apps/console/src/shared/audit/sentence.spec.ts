import { textsIn } from '../../../test/support/texts';
import { folded } from './folded';
import { OPERATIONS } from './operations';

// what the preferences ask a browser for
Object.assign(globalThis, { navigator: { languages: ['en'] }, window: new EventTarget() });
const { sentenceOf, textOf } = await import('./sentence');

const english = textsIn('en');
const say = ((key: string, values: Readonly<Record<string, string>> = {}) => {
  return english[key]!.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}) as never;

const entry = (summary: string, details = '', username = 'boss') => ({
  ...{ username, summary },
  details: details.includes('source=') ? details : `object=${details}`,
});
const told = (summary: string, details = '', username = 'boss') =>
  textOf(sentenceOf(say, entry(summary, details, username)));

describe('An entry of the audit log is told', () => {
  it.each([
    ['POST user greta', '/users; outcome=201', 'boss created greta'],
    [
      'POST users a, b and 98 more',
      '/users; outcome=201; users=a,b,c,d,e,f,+94',
      'boss created a, b, c, d, e, and 95 more',
    ],
    [
      'PUT user greta',
      '/users/greta; outcome=200; changed=name,email',
      'boss changed greta: name and email',
    ],
    ['PATCH user greta', '/users/greta; changed=password', 'boss set a new password for greta'],
    ['PATCH user greta', '/users/greta; to=g%20o', 'boss renamed greta to g o'],
    ['DELETE user Ola', '/users/Ola', 'boss deleted Ola'],
    ['PUT lockout greta', '/lockouts/greta; reason=spam', 'boss locked greta: spam'],
    ['DELETE lockout greta', '/lockouts/greta', 'boss unlocked greta'],
    ['PUT role greta', '/users/greta/role; role=help-desk', 'boss gave greta a role: help-desk'],
    ['PUT administrator greta', '/users/greta/administrator', 'boss made greta an administrator'],
    ['POST user groups greta', '/users/greta/groups; groups=a,b', 'boss added greta to a and b'],
    ['DELETE user groups greta/7a', '/users/greta/groups/7a', 'boss removed greta from 7a'],
    [
      'POST roster greta/zoe@x.example',
      '/users/greta/roster',
      'boss added zoe@x.example to the contacts of greta',
    ],
    [
      'DELETE roster greta/zoe@x.example',
      '/users/greta/roster/zoe%40x.example',
      'boss removed zoe@x.example from the contacts of greta',
    ],
    ['POST group 7a', '/groups', 'boss created the group 7a'],
    ['PUT group 7a', '/groups/7a; outcome=201', 'boss created the group 7a'],
    [
      'PATCH group 7a b',
      '/groups/7a%20b; outcome=200; changed=description; added=member:ola@example.org; removed=admin:zoe@example.org',
      'boss changed the group 7a b: description; added ola@example.org; removed zoe@example.org',
    ],
    [
      'PUT group member 7a/zoe@x',
      '/groups/7a/members/zoe@x; added=member:zoe@x',
      'boss put zoe@x in the group 7a',
    ],
    ['POST room conference/den', '/chatrooms; outcome=201', 'boss created the room den'],
    ['PATCH room conference/den', '/chatrooms/den', 'boss changed the room den'],
    [
      'DELETE room conference/den',
      '/chatrooms/den?servicename=x; reason=a%3B%20b',
      'boss deleted the room den: a; b',
    ],
    ['POST rooms conference', '/chatrooms/bulk; rooms=a,b', 'boss created a and b'],
    [
      'DELETE occupant conference/den/Big Bo',
      '/chatrooms/den/occupants/Big%20Bo',
      'boss kicked Big Bo out of den',
    ],
    [
      'POST room invitation conference/den/zoe',
      '/chatrooms/den/invite/zoe',
      'boss invited zoe to den',
    ],
    [
      'POST room owners conference/den/zoe',
      '/chatrooms/den/owners/zoe; affiliation=owner',
      'boss made zoe an owner of den',
    ],
    [
      'POST room outcasts conference/den',
      '/chatrooms/den/outcast; affiliation=outcast; added=a@x,b@x',
      'boss banned a@x and b@x from den',
    ],
    [
      'DELETE room admins group conference/den/7a',
      '/chatrooms/den/admins/group/7a; affiliation=admin',
      'boss removed 7a from the admins of den',
    ],
    [
      'PUT room members conference/den',
      '/chatrooms/den/members; affiliation=member; added=a@x',
      'boss replaced the members of den: added a@x',
    ],
    ['POST property a.b', '/system/properties', 'boss changed the setting a.b'],
    ['DELETE property a.b', '/system/properties/a.b', 'boss reset the setting a.b'],
    ['DELETE session ola/desk', '/sessions/ola/desk', 'boss ended the session desk of ola'],
    [
      'POST message to users',
      '/messages/users; receivers=7',
      'boss sent a message to all who are online',
    ],
    ['POST key portal', '/keys', 'boss created the API key portal'],
    ['DELETE key abcdefghij', '/keys/abcdefghij; name=portal', 'boss revoked the API key portal'],
    ['POST session', '/session', 'boss signed in'],
    ['POST job 42', '/jobs', 'boss started job 42'],
    ['POST cancelled job 42', '/jobs/42/cancel', 'boss cancelled job 42'],
    [
      'JOB lockouts 42',
      '/jobs/42; source=job; users=moe,mona',
      'boss ran job 42 to lock or unlock moe and mona',
    ],
    [
      'JOB lockouts 42',
      '/jobs/42; source=job; users=moe; action=remove',
      'boss ran job 42 to unlock moe',
    ],
    [
      'JOB memberships 7',
      '/jobs/7; source=job; groups=8B; action=add; failed=25; rows=25',
      'boss ran job 7 to add people to 8B: 25 of 25 failed',
    ],
    [
      'JOB memberships 7',
      '/jobs/7; source=job; groups=7b; action=mixed; failed=1; rows=25',
      'boss ran job 7 to change the members of 7b: 1 of 25 failed',
    ],
    ['POST webhook', '/webhooks; name=7', 'boss created the webhook 7'],
    ['END lockout greta', '/lockouts/greta', 'The lockout of greta ended'],
    [
      'EXPIRE audit 1-812',
      '/logs/security; entries=9',
      'Old entries of the audit log were removed',
    ],
    ['user lock greta', '/lockouts/greta; reason=spam', 'boss locked greta: spam'],
    ['admin revoke kim', '/users/kim', 'boss took administration away from kim'],
    ['group rename 7b', '/groups/7b; to=8%20b', 'boss renamed the group 7b to 8 b'],
    [
      'property set site.banner',
      '/system/properties/site.banner',
      'boss changed the setting site.banner',
    ],
    ['user show kim', '/users/kim', 'boss: user show kim'],
    ['GET history conference/den', '/chatrooms/den/chathistory', 'boss read the history of den'],
    ['update user ann', '/plugins/userService/userservice', 'boss changed ann'],
    ['update user ann', '/userservice; outcome=200', 'boss changed ann'],
    ['import openfire', 'source=openfire; rows=3', 'boss: import openfire'],
    ['PUT nothing', '/no/such/thing', 'boss: PUT nothing'],
  ])('%s %s', (summary, details, sentence) => {
    expect(told(summary, details)).toBe(sentence);
  });

  it('with the end of a lockout in the language of the page', () => {
    const until = 'until=2026-12-04T10:00:00+00:00; reason=spam';
    expect(told('POST lockout greta', `/lockouts/greta; ${until}`)).toMatch(
      /^boss locked greta until .*Dec.*4.*2026.*: spam$/,
    );
    expect(told('POST lockout greta', '/lockouts/greta; until=soon')).toBe(
      'boss locked greta until soon',
    );
  });

  it('by a directory, whose page it leads to', () => {
    const run = 'object=/directories/main/runs/7; outcome=200; source=directory; users=ola,per';
    const sync = (details: string) =>
      sentenceOf(say, entry('SYNC directory main', details, 'directory:main'));
    expect(sync(run)[0]).toEqual({ kind: 'directory', name: 'directory:main', id: 'main' });
    expect(textOf(sync(`${run}; failed=1; rows=2`))).toBe(
      'directory:main changed ola and per: 1 of 2 failed',
    );
    expect(textOf(sync(`${run}; dryRun=true`))).toBe('Dry run of directory:main: ola and per');
    const confirmed = entry(
      'POST confirmed directory run main',
      '/directories/main/runs/7/confirm',
    );
    expect(sentenceOf(say, confirmed)).toContainEqual({ kind: 'run', name: '7', id: 'main' });
  });

  it('by a key, whose page it leads to, and by programs, which have none', () => {
    const [key] = sentenceOf(say, entry('DELETE user a', '/users/a; key=abcdefghij', 'key:portal'));
    expect(key).toEqual({ kind: 'key', name: 'portal', id: 'abcdefghij' });
    const [service] = sentenceOf(say, entry('END lockout a', '/lockouts/a', 'service')).slice(1);
    expect(service).toEqual({ kind: 'person', name: 'a' });
    const [line] = sentenceOf(say, entry('user unlock a', '/lockouts/a', 'command line'));
    expect(line).toEqual({ kind: 'text', name: 'command line' });
  });

  it('with the room of its service', () => {
    const pieces = sentenceOf(
      say,
      entry('PATCH room games/den', '/chatrooms/den?servicename=games'),
    );
    expect(pieces).toContainEqual({ kind: 'room', name: 'den', id: 'games' });
  });

  it('whatever the operation, without a gap where a name belongs', () => {
    const names: Readonly<Record<string, string>> = {
      ...{ '{affiliations}': 'owners', '{roomName}': 'den', '{id}': '7' },
    };
    const made: Readonly<Record<string, string>> = {
      ...{ 'POST /chatservices': 'chat service x', 'POST /system/properties': 'property x' },
      ...{ 'POST /jobs': 'job 7', 'POST /webhooks': 'webhook', 'POST /keys': 'key x' },
    };
    for (const [operation, sentence] of Object.entries(OPERATIONS)) {
      const [method, template = ''] = operation.split(' ');
      const path = template.replaceAll(/\{\w+\}/g, (name) => names[name] ?? 'ola');
      const summary = `${method!} ${made[operation] ?? 'x conference/den'}`;
      const whole = told(summary, `${path}; outcome=200; name=n`);
      if (sentence === 'other') expect(whole).toBe(`boss: ${summary}`);
      else expect([operation, whole]).toEqual([operation, expect.stringMatching(/^boss( \S+)+$/)]);
    }
  });
});

it('messages that one person deleted in a row are one entry, which counts them', () => {
  const deleted = (room: string, username = 'mo') =>
    entry(`DELETE history conference/${room}/7`, `/chatrooms/${room}/chathistory/7`, username);
  const entries = [
    ...[deleted('den'), deleted('den'), deleted('den'), deleted('den', 'al')],
    ...[deleted('hall'), deleted('den'), entry('PUT user ola'), deleted('den')],
  ];
  const sentences = folded(entries).map((one) => textOf(sentenceOf(say, one)));
  expect(sentences).toEqual([
    'mo deleted 3 messages in den',
    'al deleted a message in den',
    'mo deleted a message in hall',
    'mo deleted a message in den',
    'boss: PUT user ola',
    'mo deleted a message in den',
  ]);
});

it('entries of one job are one, which has the others', () => {
  const entries = ['JOB users 7', 'PUT user ola', 'JOB users 7', 'JOB users 8', 'POST job 7'].map(
    (summary) => entry(summary),
  );
  expect(folded(entries).map(({ summary, others }) => [summary, others.length])).toEqual([
    ['JOB users 7', 2],
    ['PUT user ola', 0],
    ['JOB users 8', 0],
  ]);
});
