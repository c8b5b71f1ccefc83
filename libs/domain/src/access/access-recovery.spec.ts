import { localpart } from '../shared/jid.js';
import { inMemoryPorts } from '../testing/in-memory-ports.js';
import type { InMemoryPorts } from '../testing/in-memory-ports.js';
import { AccessRecovery } from './access-recovery.js';

const ENABLEMENT = 'adminConsole.access.allow-wildcards-in-excludes';
const SOUND: Readonly<Record<string, string>> = {
  [ENABLEMENT]: 'true',
  'plugin.restapi.enabled': 'true',
  'plugin.restapi.httpAuth': 'secret',
  'plugin.restapi.secret': 'sesame',
  'plugin.userservice.enabled': 'true',
  'xmpp.domain': 'example.org',
};
const tools = {
  isUsable: (list: string) => /\d/.test(list),
  covers: (list: string, wanted: string) => list.includes(wanted),
  newSecret: () => 'fresh',
};

let ports: InMemoryPorts;
let recovery: AccessRecovery;
beforeEach(async () => {
  ports = inMemoryPorts();
  for (const [key, value] of Object.entries(SOUND)) await ports.propertyStore.put(key, value);
  recovery = new AccessRecovery({ ...ports, recoveryTools: tools });
});

async function store(changes: Readonly<Record<string, string | null>>): Promise<void> {
  for (const [key, value] of Object.entries(changes)) {
    if (value === null) await ports.propertyStore.remove([key]);
    else await ports.propertyStore.put(key, value);
  }
}

async function account(name: string): Promise<void> {
  const username = localpart(name)!;
  const credentials = await ports.hasher.derive('p1-secret');
  const user = { username, name: null, email: null, properties: [] };
  await ports.users.add([{ user, credentials }]);
}

/** The barriers found, and the properties stored after their removal. */
async function restore(allowFrom: string | null = null) {
  const barriers = await recovery.barriers(allowFrom);
  await recovery.mend(barriers);
  const stored = new Map((await ports.propertyStore.all()).map(({ key, value }) => [key, value]));
  return { found: barriers.map(({ what }) => what), stored };
}

describe('AccessRecovery', () => {
  it('finds nothing and changes nothing where callers are let in', async () => {
    const { found, stored } = await restore();
    expect(found).toEqual([]);
    expect(Object.fromEntries(stored)).toEqual(SOUND);
  });

  it.each([
    [ENABLEMENT, 'every request is redirected to the login page'],
    ['plugin.restapi.enabled', 'the API is switched off'],
    ['plugin.userservice.enabled', 'the user service is switched off'],
  ])('sets %s, whether it is false or absent', async (key, what) => {
    for (const value of ['false', 'yes', null]) {
      await store({ [key]: value });
      const { found, stored } = await restore();
      expect(found).toEqual([`${key} is not true: ${what}`]);
      expect(Object.fromEntries(stored)).toEqual(SOUND);
    }
  });

  it('restores the shared secret if the authentication scheme is unknown', async () => {
    await store({ 'plugin.restapi.httpAuth': 'digest', 'plugin.restapi.secret': '' });
    const { found, stored } = await restore();
    expect(found).toEqual([
      'plugin.restapi.httpAuth is none of secret, basic and both: every request is refused',
      'plugin.restapi.secret is absent or empty: nothing matches the shared secret',
    ]);
    expect(stored.get('plugin.restapi.httpAuth')).toBe('secret');
    expect(stored.get('plugin.restapi.secret')).toBe('fresh');
  });

  it('leaves Basic alone while one administrator can log in', async () => {
    await store({
      'plugin.restapi.httpAuth': 'basic',
      'admin.authorizedJIDs': 'ghost@example.org, ann@example.org',
    });
    await account('ann');
    expect((await restore()).found).toEqual([]);
  });

  it('needs the secret or an administrator who can log in where both are accepted', async () => {
    await store({ 'plugin.restapi.httpAuth': 'both' });
    expect((await restore()).found).toEqual([]);
    await store({ 'plugin.restapi.secret': '' });
    expect((await restore()).stored.get('plugin.restapi.secret')).toBe('fresh');
    await account('admin');
    await store({ 'plugin.restapi.secret': '', 'plugin.userservice.secret': 'own' });
    expect((await restore()).found).toEqual([]);
  });

  it('restores the shared secret when no administrator can log in, and reports why', async () => {
    await account('ann');
    await ports.lockouts.lock(localpart('ann')!, 'secret');
    for (const [listed, why] of [
      ['', 'admin does not exist'],
      ['ann@example.org ghost@example.org', 'ann is locked out, ghost does not exist'],
      ['ann@other.example', 'admin.authorizedJIDs names nobody of example.org'],
    ]) {
      await store({ 'plugin.restapi.httpAuth': 'basic', 'admin.authorizedJIDs': listed! });
      const { found, stored } = await restore();
      expect(found).toEqual([
        `plugin.restapi.httpAuth is basic, and no administrator can log in: ${why}`,
      ]);
      expect(stored.get('plugin.restapi.httpAuth')).toBe('secret');
      expect(stored.get('plugin.restapi.secret')).toBe('sesame');
    }
  });

  it.each([null, ''])('generates a secret where the stored one is %j', async (secret) => {
    await store({ 'plugin.restapi.secret': secret });
    const barriers = await recovery.barriers();
    expect(barriers.flatMap(({ remedy }) => remedy)).toEqual([
      { key: 'plugin.restapi.secret', value: 'fresh', secret: true },
    ]);
  });

  it('gives the user service a secret where that of the API is not needed or not used', async () => {
    await store({ 'plugin.userservice.secret': '' });
    expect((await restore()).stored.get('plugin.userservice.secret')).toBe('fresh');
    await account('admin');
    await store({
      'plugin.userservice.secret': null,
      'plugin.restapi.secret': null,
      'plugin.restapi.httpAuth': 'basic',
    });
    const { stored } = await restore();
    expect(stored.get('plugin.userservice.secret')).toBe('fresh');
    expect(stored.has('plugin.restapi.secret')).toBe(false);
  });

  it.each(['plugin.restapi.allowedIPs', 'plugin.userservice.allowedIPs'])(
    'adds an address to %s once it is given one, and never empties the list',
    async (key) => {
      await store({ [key]: 'office' });
      const untold = await restore();
      expect(untold.found).toEqual([`${key} lists no address: every request is refused`]);
      expect(untold.stored.get(key)).toBe('office');
      expect((await recovery.barriers())[0]!.missing).toBe('an address');
      expect((await restore('192.0.2.7')).stored.get(key)).toBe('office,192.0.2.7');
      expect((await restore('192.0.2.7')).found).toEqual([]);
      const other = await restore('2001:db8::/32');
      expect(other.found).toEqual([`${key} does not let 2001:db8::/32 in`]);
      expect(other.stored.get(key)).toBe('office,192.0.2.7,2001:db8::/32');
    },
  );

  it('does not restrict what is unrestricted', async () => {
    await store({ 'plugin.restapi.allowedIPs': ' , ' });
    expect((await restore('192.0.2.7')).found).toEqual([]);
  });

  it('changes everything or nothing', async () => {
    await store({ [ENABLEMENT]: 'false', 'plugin.restapi.allowedIPs': 'x'.repeat(4000) });
    const barriers = await recovery.barriers('192.0.2.7');
    await expect(recovery.mend(barriers)).rejects.toThrow('longer than 4000 characters');
    expect(await ports.propertyStore.find(ENABLEMENT)).toBe('false');
  });
});
