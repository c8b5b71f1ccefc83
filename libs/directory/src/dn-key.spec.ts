import { dnKey } from './dn-key.js';

it.each([
  ['CN=Ola,OU=People,DC=example', 'cn=ola,ou=people,dc=example'],
  ['cn=ola, ou=people , dc=example', 'cn=ola,ou=people,dc=example'],
  ['cn=a\\,b,dc=x', 'cn=a\\2cb,dc=x'],
  ['cn="a,b",dc=x', 'cn=a\\,b,dc=x'],
  ['cn=\\22q\\22,dc=x', 'cn=\\"q\\",dc=x'],
  ['cn=\\c3\\9cn\\c3\\af,dc=x', 'cn=Ünï,dc=x'],
  ['cn=a+uid=b,dc=x', 'UID=B + CN=A,dc=x'],
  ['cn=a  b,dc=x', 'cn=a b,dc=x'],
  ['cn=back\\\\slash,dc=x', 'cn=back\\5cslash,dc=x'],
])('%s is %s', (one, other) => {
  expect(dnKey(one)).toBe(dnKey(other));
});

it.each([
  ['cn=a\\,dc=x', 'cn=a,dc=x'],
  ['cn=a\\, b,dc=x', 'cn=a, b,dc=x'],
  ['cn=a\\\\,dc=x', 'cn=a\\,dc=x'],
  ['cn=a\\20,dc=x', 'cn=b,dc=x'],
  ['cn=a,dc=x', 'cn=a,dc=y'],
  ['cn=a,dc=x', 'uid=a,dc=x'],
])('%s is not %s', (one, other) => {
  expect(dnKey(one)).not.toBe(dnKey(other));
});

it.each(['', 'no dn', 'cn=a\\', 'cn="open', '=,=,=', '\\', ',,,'])(
  'takes %j for what it is',
  (broken) => {
    expect(typeof dnKey(broken)).toBe('string');
  },
);
