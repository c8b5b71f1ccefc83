import { SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';

/** More than two pages. */
export const PUPILS = 1200;

/** As people write it, and as groups name it. */
const STRANGE_DN = `cn=Smith\\, \\"Bob\\" Ünï (*)\\\\,ou=people,${SUFFIX}`;
const STRANGE_MEMBER = `CN=Smith\\2C \\22bob\\22 \\c3\\9cn\\c3\\af (*)\\5C, OU=People,${SUFFIX}`;

const person = (uid: string, more = '', dn = `uid=${uid},ou=people,${SUFFIX}`): string =>
  `dn:: ${Buffer.from(dn).toString('base64')}
objectClass: inetOrgPerson
uid: ${uid}
sn: ${uid}
${more}
`;

const named = (uid: string, more = ''): string => person(uid, `cn: ${uid}\n${more}`);

const group = (cn: string, members: readonly string[]): string =>
  `dn: cn=${cn},ou=groups,${SUFFIX}
objectClass: groupOfNames
cn: ${cn}
description: group ${cn}
${members.map((dn) => `member:: ${Buffer.from(dn).toString('base64')}`).join('\n')}
`;

const uid = (name: string): string => `uid=${name},ou=people,${SUFFIX}`;
const cn = (name: string): string => `cn=${name},ou=groups,${SUFFIX}`;

/** A school in LDIF. */
export const SCHOOL = [
  ...Array.from({ length: PUPILS }, (_, index) => named(`p${index}`)),
  named('ola', 'userPassword: right\nmail: ola@example.org\ndisplayName: Ola Nord'),
  named('locked', 'userPassword: right'),
  named('reset', 'userPassword: right\npwdReset: TRUE'),
  named('off', 'userPassword: right\npwdAccountLockedTime: 000001010000Z'),
  named('left', 'userPassword: right\nemployeeType: left'),
  person('odd', `cn:: ${Buffer.from('Smith, "Bob" Ünï (*)\\').toString('base64')}`, STRANGE_DN),
  group('one', [uid('p0'), cn('two'), 'uid=nobody,dc=elsewhere']),
  group('two', [uid('P1').toUpperCase(), cn('three')]),
  group('three', [uid('p2'), STRANGE_MEMBER, cn('one')]),
].join('\n');
