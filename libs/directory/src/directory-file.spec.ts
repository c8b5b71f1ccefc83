import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';
import { readDirectoryFile } from './directory-file.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'chat-admin-directories-'));
  await writeFile(join(folder, 'directory-main'), 'secret\n');
});
afterEach(() => rm(folder, { recursive: true }));

async function read(text: string) {
  const path = join(folder, 'directories.yaml');
  await writeFile(path, text);
  return readDirectoryFile(path, { CREDENTIALS_DIRECTORY: folder });
}
const faults = async (text: string) => {
  const fault = await read(text).catch((error: unknown) => error);
  expect(fault).toBeInstanceOf(ConfigurationFaults);
  const path = join(folder, 'directories.yaml: ');
  return (fault as ConfigurationFaults).faults.map((line) => line.replace(path, ''));
};

const SMALL = `
directories:
  - name: main
    kind: ad
    servers: [ldaps://dc1.example.org, 'ldaps://[fd00::1]:3269']
    bind: CN=reader,DC=example,DC=org
    people: {base: 'OU=people,DC=example,DC=org'}
`;

it('fills in what is usual for the kind', async () => {
  const [main] = await read(SMALL);
  expect(main).toMatchObject({
    settings: {
      ...{ name: 'main', kind: 'ad', logins: 'off', keepKeysDays: 0, missing: 'lock' },
      ...{ deleteAfterDays: 30, onConflict: 'fail', administrators: false, vcard: 'off' },
      ...{ share: [], pollMs: 30_000, fullMs: 3_600_000, brake: { percent: 10, atLeast: 20 } },
      digest: expect.stringMatching(/^[0-9a-f]{64}$/),
    },
    servers: [
      { host: 'dc1.example.org', port: 636, tls: 'direct', authorities: null },
      { host: 'fd00::1', port: 3269, tls: 'direct', authorities: null },
    ],
    passwordFile: join(folder, 'directory-main'),
    people: {
      map: { externalId: 'objectGUID', username: 'sAMAccountName', name: 'displayName' },
    },
    groups: null,
  });
});

it('knows an entry again in another order, with files elsewhere, and nothing else', async () => {
  const own = (more: string) => SMALL.replace('    kind: ad', `${more}    kind: ad`);
  const digestOf = async (text: string) => (await read(text))[0]!.settings.digest;
  await writeFile(join(folder, 'other'), 'secret');
  const main = join(folder, 'directory-main');
  const usual = await digestOf(own(`    logins: off\n    passwordFile: ${main}\n`));
  const elsewhere = `    passwordFile: ${join(folder, 'other')}\n    logins: 'off'\n`;
  expect(await digestOf(own(elsewhere))).toBe(usual);
  expect(await digestOf(own(`    logins: bind\n    passwordFile: ${main}\n`))).not.toBe(usual);
  const mapped = (to: string) => digestOf(own(`    map: {properties: {caFile: ${to}}}\n`));
  expect(await mapped('title')).not.toBe(await mapped('company'));
  expect(await digestOf(own('    logins: off\n').replace('OU=people', 'OU=staff'))).not.toBe(usual);
});

it('takes everything that a file may say', async () => {
  const [one] = await read(`
directories:
  - name: main
    kind: openldap
    servers: [ldap://ldap.example.org]
    startTls: true
    bind: cn=reader,dc=example
    people:
      base: ou=people,dc=example
      filter: |
        (&
          (objectClass=inetOrgPerson)
          (|(l=Bergen) (l=Oslo))
        )
      disabledWhen: '(employeeType=left)'
    groups: {base: 'ou=groups,dc=example', nested: true, memberIs: name, member: memberUid}
    map: {username: uid, name: '{givenName} {sn}', properties: {department: ou}, vcard: always}
    logins: bind
    keepKeysDays: 0
    missing: delete
    deleteAfterDays: 10
    onConflict: link
    administrators: true
    share: [{groups: 'Klasse *', to: members}, {groups: Lab, to: [Staff]}]
    poll: 5
    full: 300
    brake: {percent: 5, atLeast: 1}
`);
  expect(one!.people.filter.toString()).toBe('(&(objectClass=inetOrgPerson)(|(l=Bergen)(l=Oslo)))');
  expect(one!.settings).toMatchObject({
    share: [
      { groups: 'Klasse *', to: 'members' },
      { groups: 'Lab', to: ['Staff'] },
    ],
    brake: { percent: 5, atLeast: 1 },
  });
});

it('names all faults at once, each with its place', async () => {
  expect(
    await faults(`
directories:
  - name: Main
    kind: openldap
    servers: [ldap://dc1.example.org, http://x, ldaps://dc2]
    people: {base: 'dc=x', filter: '(cn=a', fliter: x}
    map: {username: '{}', externalId: uid}
    poll: 1
    share: [{groups: a, to: nobody}]
    passwordFile: /nowhere/password
    brake: {percent: many}
    what: else
  - name: other
    kind: other
    servers: []
    bind: cn=x
    passwordFile: /dev/null
`),
  ).toEqual([
    'directories[0] (Main).name: must be 1 to 30 of a-z, 0-9 and -',
    'directories[0] (Main).servers: ldap://dc1.example.org needs TLS: write ldaps://, or startTls: true',
    'directories[0] (Main).servers: http://x is no address such as ldaps://dc1.example.org',
    'directories[0] (Main).share[0].to: must be one of members, everybody',
    'directories[0] (Main).poll: must be a whole number from 5 to 3600',
    'directories[0] (Main).brake.percent: must be a whole number from 0 to 100',
    'directories[0] (Main).bind: is missing',
    'directories[0] (Main).passwordFile: /nowhere/password cannot be read (ENOENT)',
    'directories[0] (Main).map.externalId: is for kind other',
    'directories[0] (Main).map.username: {} names no attribute',
    'directories[0] (Main).people.filter: Unbalanced parens: (cn=a. Full string: (cn=a',
    'directories[0] (Main).people.fliter: there is no such member',
    'directories[0] (Main).what: there is no such member',
    'directories[1] (other).servers: must be a list',
    'directories[1] (other).passwordFile: /dev/null has no password',
    'directories[1] (other).map.externalId: is missing',
    'directories[1] (other).people.base: is missing',
    'directories[1] (other).people: is missing',
  ]);
});

it.each([
  ['directories: [', 'Flow sequence in block collection must be sufficiently indented'],
  ['', 'the file: must be members and values'],
  ['directories: main', 'the file.directories: must be a list'],
  ['directories: [1]', 'directories[0]: must be members and values'],
  [`${SMALL}${SMALL.replace('directories:', '')}`, 'two directories have the name main'],
  [
    SMALL.replace("DC=org'}", "DC=org', filter: '(cn=\\\\c3\\\\a9)'}"),
    'directories[0] (main).people.filter: write letters as they are, not as bytes',
  ],
  [
    `${SMALL.trimEnd()}\n    keepKeysDays: 7\n`,
    'directories[0] (main).keepKeysDays: must be 0: keeping keys is not supported yet',
  ],
])('refuses %j', async (text, fault) => {
  expect((await faults(text)).join('\n')).toContain(fault);
});

it('says when the file itself cannot be read', async () => {
  await expect(readDirectoryFile('/nowhere.yaml', {})).rejects.toThrow(
    '/nowhere.yaml cannot be read (ENOENT)',
  );
});
