import { directoriesOf } from './directories.js';
import { isOfDirectory } from './directory-provider.js';

const LDAP = 'org.jivesoftware.openfire.ldap';
const AD = {
  'provider.user.className': `${LDAP}.LdapUserProvider`,
  'provider.auth.className': `${LDAP}.LdapAuthProvider`,
  'provider.group.className': `${LDAP}.LdapGroupProvider`,
  'ldap.host': 'dc1.corp.example, dc2.corp.example',
  'ldap.port': '636',
  'ldap.sslEnabled': 'true',
  'ldap.baseDN': 'DC=corp,DC=example',
  'ldap.adminDN': 'CN=reader,DC=corp,DC=example',
  'ldap.adminPassword': 's3cret',
  'ldap.usernameField': 'sAMAccountName',
  'ldap.searchFilter': '(objectClass=organizationalPerson)',
  'ldap.nameField': '{givenName} {sn}',
  'ldap.connectTimeout': '2000',
  'ldap.pagedResultsSize': '100',
  'ldap.autoFollowReferrals': 'true',
};
const found = (changed: Readonly<Record<string, string | null>> = {}, file: string | null = null) =>
  directoriesOf(new Map(Object.entries({ ...AD, ...changed })), file);
const MAIN = {
  ...{
    name: 'main',
    kind: 'ad',
    servers: ['ldaps://dc1.corp.example', 'ldaps://dc2.corp.example'],
  },
  bind: 'CN=reader,DC=corp,DC=example',
  people: {
    base: 'DC=corp,DC=example',
    filter: '(&(sAMAccountName=*)(objectClass=organizationalPerson))',
  },
  groups: {
    ...{ base: 'DC=corp,DC=example', filter: '(cn=*)', nested: false, name: 'cn' },
    ...{ description: 'description', member: 'member', memberIs: 'dn' },
  },
  map: { username: 'sAMAccountName', name: '{givenName} {sn}', email: 'mail' },
  logins: 'bind',
};

it('says what an Openfire reads of Active Directory', () => {
  const { entries, password, notes } = found({}, '/etc/main.password');
  expect(entries).toEqual([{ ...MAIN, passwordFile: '/etc/main.password' }]);
  expect(password).toBe('s3cret');
  // paging, referrals and time-outs are no news
  expect(notes.map((note) => note.split(':')[0])).toEqual(['kind', 'caFile', 'logins']);
});

it('takes the second base, posix groups, nested groups, and a filter that has the place of the name', () => {
  const { entries, notes } = found({
    'ldap.usernameField': null,
    'ldap.searchFilter': '(&(uid={0})(active=yes))',
    'ldap.groupSearchFilter': '(objectClass=posixGroup)',
    'ldap.groupMemberField': 'memberUid',
    'ldap.posixMode': 'true',
    'ldap.flattenNestedGroups': 'TRUE',
    'ldap.alternateBaseDN': 'OU=more,DC=corp,DC=example',
    ...{ 'ldap.sslEnabled': 'false', 'ldap.startTlsEnabled': 'true', 'ldap.port': '1389' },
    'ldap.host': 'a.example ::1',
  });
  const [main, other] = entries;
  expect(main).toMatchObject({
    ...{ kind: 'openldap', servers: ['ldap://a.example:1389', 'ldap://[::1]:1389'] },
    startTls: true,
    people: { filter: '(&(uid=*)(active=yes))' },
    groups: {
      filter: '(&(cn=*)(objectClass=posixGroup))',
      ...{ member: 'memberUid', memberIs: 'name', nested: true },
    },
    map: { username: 'uid' },
  });
  const base = 'OU=more,DC=corp,DC=example';
  expect(other).toEqual({
    ...{ ...main, name: 'main-2' },
    ...{ people: { ...main!.people, base }, groups: { ...main!.groups, base } },
  });
  expect(notes.join('\n')).toContain('main-2 is ldap.alternateBaseDN');
});

it('names what has no counterpart, without secrets', () => {
  const { entries, notes } = found({
    'provider.user.className': null,
    'provider.group.className': 'org.jivesoftware.openfire.group.DefaultGroupProvider',
    'provider.vcard.className': `${LDAP}.LdapVCardProvider`,
    'ldap.vcard-mapping':
      '<vCard xmlns="vcard-temp"><FN>{displayName}</FN><N><GIVEN>{givenName}</GIVEN></N><ADR><HOME/><LOCALITY>{l}</LOCALITY></ADR><TITLE/><EMAIL><USERID>{proxyAddresses}</USERID></EMAIL></vCard>',
    'ldap.usernameSuffix': '@corp.example',
    'ldap.subTreeSearch': 'false',
    'ldap.trustPassword': 'hidden',
    'ldap.unread': null,
    'admin.authorizedJIDs': 'ann@corp.example',
    'ldap.authorizeField': 'k5login',
  });
  expect(entries[0]).not.toHaveProperty('groups');
  expect(entries[0]!.map).toMatchObject({ vcard: 'always' });
  expect(notes.slice(4)).toEqual([
    'ldap.vcard-mapping: ADR/LOCALITY ({l}) is not read here.',
    'ldap.vcard-mapping: EMAIL/USERID ({proxyAddresses}) is not read here.',
    'Accounts are in the tables of Openfire, and their passwords in the directory: "onConflict: link" hands over accounts that are moved first.',
    'Administrators (admin.authorizedJIDs) who are people of the directory need "administrators: true", which lets it manage their accounts.',
    'ldap.subTreeSearch=false: here all levels below a base are read.',
    'ldap.usernameSuffix: people get their names here with that suffix, unless map.username names another attribute.',
    'ldap.authorizeField=k5login has no counterpart here.',
    'ldap.trustPassword has no counterpart here.',
    'ldap.unread has no counterpart here.',
  ]);
  expect(notes.join('\n')).not.toContain('hidden');
});

it.each([
  [{ 'ldap.host': null }, 'ldap.host is not set'],
  [{ 'ldap.sslEnabled': null }, 'Directories are spoken to with TLS only'],
  [{ 'ldap.adminDN': null }, 'ldap.adminDN is missing'],
  [{ 'ldap.baseDN': ' ' }, 'ldap.baseDN is not set'],
])('refuses %j', (changed, message) => {
  expect(() => found(changed)).toThrow(message);
});

it('speaks without TLS on the same machine alone', () => {
  const clear = { 'ldap.sslEnabled': null, 'ldap.port': null };
  expect(found({ ...clear, 'ldap.host': '127.0.0.1' }).entries[0]!.servers).toEqual([
    'ldap://127.0.0.1',
  ]);
  expect(() => found({ ...clear, 'ldap.host': 'localhost 10.0.0.1' })).toThrow('TLS only');
});

it('tells providers of a directory from others, through those that join several', () => {
  const user = 'org.jivesoftware.openfire.user';
  const others = (name: string) => isOfDirectory(`${user}.HybridUserProvider`, [name]);
  expect(others(`${LDAP}.LdapUserProvider`)).toBe(true);
  expect(others(`${user}.JDBCUserProvider`)).toBe(false);
  expect(isOfDirectory(`${user}.JDBCUserProvider`, [`${LDAP}.LdapAuthProvider`])).toBe(false);
  expect(isOfDirectory('org.jivesoftware.openfire.auth.MappedAuthProvider', [])).toBe(false);
  const hybrid = {
    'provider.auth.className': 'org.jivesoftware.openfire.auth.HybridAuthProvider',
    'hybridAuthProvider.primaryProvider.className':
      'org.jivesoftware.openfire.auth.DefaultAuthProvider',
  };
  const { entries } = found({ ...hybrid });
  expect(entries[0]).not.toHaveProperty('logins');
  const secondary = {
    'hybridAuthProvider.secondaryProvider.className': `${LDAP}.LdapAuthProvider`,
  };
  expect(found({ ...hybrid, ...secondary }).entries[0]).toMatchObject({ logins: 'bind' });
});
