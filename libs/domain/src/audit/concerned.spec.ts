import { namesOf } from '../shared/audit-facts.js';
import type { AuditFacts } from '../shared/audit-facts.js';
import { concernedBy } from './concerned.js';

const named = (...names: string[]) => namesOf(names, (name) => name);

it.each<[object: string, summary: string, facts: AuditFacts, concerned: readonly string[]]>([
  ['/users/Ola', 'PUT user Ola', { to: 'bo' }, ['ola', 'bo']],
  ['/users/j%C3%BCrg', 'PUT user j', {}, ['jürg', 'j']],
  ['/users/a%zz', 'PUT user a%zz', {}, ['a%zz']],
  ['/users/ola/roster', 'POST roster ola/zoe@example.org', {}, ['ola', 'zoe@example.org']],
  ['/lockouts/ola', 'POST lockout ola', {}, ['ola']],
  ['/sessions/ola/phone', 'DELETE sessions ola/phone', {}, ['ola']],
  ['/messages/users/ola', 'POST message ola', {}, ['ola']],
  [
    '/users/ola@Example.org/roster/zoe@example.org',
    'PUT roster x',
    {},
    [...['ola@example.org', 'zoe@example.org']],
  ],
  ['/groups/crew/members/zoe@example.org', 'PUT member x', {}, ['zoe@example.org']],
  ['/chatrooms/den/admins/zoe', 'POST admin den/zoe', {}, ['zoe']],
  ['/chatrooms/den/invite/zoe', 'POST invitation den/zoe', {}, ['zoe']],
  ['/chatrooms/den/invite', 'POST invitation den', { about: named('a@x', 'b@x') }, ['a@x', 'b@x']],
  [
    '/groups/crew',
    'PUT group crew',
    { added: named('member:a@x'), removed: named('admin:b@x') },
    [...['a@x', 'b@x']],
  ],
  ['/chatrooms/den', 'PUT room den', { added: named('member:dto76===@x.org/e847'), to: 'zoe' }, []],
  ['/plugins/userService/userservice', 'update_roster user ann', {}, ['ann']],
  ['/system/properties/admin.authorizedJIDs', 'admin grant ola', {}, ['ola']],
  ['/users', 'POST user ola', {}, ['ola']],
  ['/users', 'POST user two words', {}, []],
  ['/session', 'POST session', {}, []],
  ['/users/ola%40example.org%2Fx/role', 'PUT role x', {}, ['ola@example.org']],
  ['/sessions/ola%40Example.org%2Fphone', 'DELETE sessions x', {}, ['ola@example.org']],
  ['/sessions/ola@example.org%2Fphone/', 'DELETE sessions x', {}, ['ola@example.org']],
  ['/%75sers/%6fla/r%6fle', 'PUT role x', { to: 'bo' }, ['ola', 'bo']],
  ['/groups/crew/m%65mbers/zoe/', 'PUT member x', {}, ['zoe']],
  ['/users/a%3Bb/role', 'PUT role x', {}, ['a;b']],
  ['/users/a%2525/role', 'PUT role x', {}, ['a%25']],
  ['/chatrooms/den/members/dto76===%40x.org%2Fe847', 'POST member x', {}, ['dto76===@x.org']],
  ['/jobs/1', 'JOB users 1', { users: named('kim', 'a\u0000b', 'a/b', 'a b', 'a@b@c') }, ['kim']],
  [
    '/jobs/1',
    'JOB users 1',
    { users: named('é'.repeat(512), `ola@${'x'.repeat(60_000)}`, 'bo'), about: named('x@y/z') },
    ['bo'],
  ],
])('%s, %s', (object, summary, facts, concerned) => {
  expect(concernedBy({ object, summary, facts })).toEqual(concerned);
});

it('10,000 of a long list, not the first ones that details name', () => {
  const users = namesOf(
    Array.from({ length: 10_001 }, (_, n) => `u${n}`),
    (name) => name,
  );
  expect(users.first).toHaveLength(50);
  const facts = { users, about: users };
  const concerned = concernedBy({ object: '/users/ola', summary: 'POST users', facts });
  expect([concerned.length, concerned[0]]).toEqual([10_000, 'ola']);
});
