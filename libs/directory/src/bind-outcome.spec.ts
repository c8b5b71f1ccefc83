import { activeDirectoryBind, policyBind } from './bind-outcome.js';
import { PASSWORD_POLICY } from './controls.js';
import type { FoundEntry, LdapResult } from './messages.js';

const result = (code: number, diagnostic = '', policy?: string): LdapResult => ({
  ...{ code, diagnostic },
  controls: new Map(policy === undefined ? [] : [[PASSWORD_POLICY, Buffer.from(policy, 'hex')]]),
});
const person = (values: Readonly<Record<string, string>> = {}): FoundEntry => ({
  dn: 'uid=ola,dc=x',
  attributes: new Map(
    Object.entries(values).map(([name, value]) => [name.toLowerCase(), [Buffer.from(value)]]),
  ),
});

it.each([
  ['52e', 'wrong'],
  ['525', 'wrong'],
  ['533', 'disabled'],
  ['701', 'disabled'],
  ['532', 'expired'],
  ['773', 'expired'],
  ['775', 'locked'],
  ['52f', 'wrong'],
])('data %s of Active Directory is %s', (data, outcome) => {
  const diagnostic = `80090308: LdapErr: DSID-0C09044E, comment: AcceptSecurityContext error, data ${data}, v2580`;
  expect(activeDirectoryBind(result(49, diagnostic))).toBe(outcome);
});

it.each([
  [0, 'right'],
  [49, 'wrong'],
  [51, 'away'],
  [52, 'away'],
  [80, 'away'],
  [8, 'away'],
  [53, 'wrong'],
])('code %d of Active Directory is %s', (code, outcome) => {
  expect(activeDirectoryBind(result(code))).toBe(outcome);
});

it.each([
  ['right', result(0), {}, {}],
  ['expired', result(0), { pwdReset: 'TRUE' }, {}],
  ['expired', result(0, '', '3003810102'), {}, {}],
  ['expired', result(49, '', '3003810100'), {}, {}],
  ['locked', result(49, '', '3003810101'), {}, {}],
  ['locked', result(49), {}, { pwdAccountLockedTime: '20260101000000Z' }],
  ['disabled', result(49), {}, { pwdAccountLockedTime: '000001010000Z' }],
  ['locked', result(19), {}, {}],
  ['wrong', result(49), {}, {}],
  ['wrong', result(50), {}, {}],
  ['wrong', result(53), {}, {}],
  ['away', result(52), {}, {}],
  ['away', result(10), {}, {}],
] as const)('is %s by %j of another server', async (outcome, answer, before, after) => {
  expect(await policyBind(answer, person(before), async () => person(after))).toBe(outcome);
});
