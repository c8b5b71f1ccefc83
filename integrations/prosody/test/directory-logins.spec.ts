import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import { suiteNeeds, suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { DISABLED_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import { READER, startTemporarySlapd, SUFFIX } from '@chat-admin/slapd-server/temporary-slapd';
import type { TemporarySlapd } from '@chat-admin/slapd-server/temporary-slapd';
import type { LoginRefused, TransportName } from '../src/transport.js';
import { World, type WorldOptions } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';
import { RawClient } from './raw-client.js';

const TITLE = 'People whose passwords a directory keeps';
const installed = await suiteNeeds(describe, TITLE, ['prosody', 'slapd']);
const [suite, debian13] = await suiteWith(installed, TITLE, prosodyOfDebian13);

const PASSWORD = 'in the directory';
const PEOPLE = ['ola', 'zoe'];
const LDIF = PEOPLE.map(
  (uid) =>
    `dn: uid=${uid},ou=people,${SUFFIX}\nobjectClass: inetOrgPerson\nuid: ${uid}\ncn: ${uid}\nsn: N\nuserPassword: ${PASSWORD}\n`,
).join('\n');

interface Version {
  readonly version: string;
  readonly options: WorldOptions;
  readonly transports: readonly TransportName[];
}

const VERSIONS: readonly Version[] = [
  {
    version: '0.12',
    options: { prosody: { consider_bosh_secure: true, consider_websocket_secure: true } },
    transports: ['tcp', 'bosh', 'websocket'],
  },
  {
    version: '13.0, by SASL2',
    options: {
      programs: debian13 === null ? null : [debian13],
      prosody: { modules_disabled: DISABLED_MODULES },
    },
    transports: ['tcp', 'tls'],
  },
];

suite(TITLE, () => {
  let slapd: TemporarySlapd;
  let folder: string;
  beforeAll(async () => {
    slapd = await startTemporarySlapd(LDIF);
    folder = await mkdtemp(join(tmpdir(), 'chat-admin-logins-'));
    const entry = {
      ...{ name: 'main', kind: 'openldap', servers: [slapd.tlsUrl], caFile: slapd.caFile },
      ...{ bind: READER, passwordFile: slapd.passwordFile, logins: 'bind' },
      people: { base: `ou=people,${SUFFIX}` },
    };
    await writeFile(join(folder, 'directories.yaml'), JSON.stringify({ directories: [entry] }));
  });
  afterAll(async () => {
    await slapd?.stop();
    if (folder) await rm(folder, { recursive: true });
  });

  describe.each(VERSIONS)('Prosody $version', ({ options, transports }) => {
    let world: World;
    beforeAll(async () => {
      const directoriesFile = join(folder, 'directories.yaml');
      world = await World.start({ ...options, api: { directoriesFile } });
      await world.accounts('local');
      await until('the people are here, and SCRAM is hidden', async () => {
        const raw = await RawClient.connect(world.prosody.place);
        raw.cut();
        return !raw.text.includes('SCRAM') && (await attempt('ola')) === 'in';
      });
    });
    afterAll(async () => {
      // clients that have not begun TLS yet
      const complaints = (world ? complaintsOf(world) : []).filter(
        (line) => !line.includes('are forbidden on insecure connections'),
      );
      await world?.stop();
      expect(complaints).toEqual([]);
    });

    const attempt = async (
      username: string,
      { password = PASSWORD, transport = 'tcp' as TransportName } = {},
    ) => {
      try {
        const login = { mechanism: 'PLAIN', password, transport } as const;
        await (await world.login(username, login)).close();
        return 'in';
      } catch (error) {
        return (error as LoginRefused).condition;
      }
    };

    it.each(transports)('log in with them over %s', async (transport) => {
      expect(await attempt('ola', { transport })).toBe('in');
      expect(await attempt('ola', { transport, password: 'other' })).toBe('not-authorized');
    });

    it('stay out while they are locked out', async () => {
      await world.api.done('POST', '/lockouts/zoe');
      expect(await attempt('zoe')).toBe('account-disabled');
      await world.api.done('DELETE', '/lockouts/zoe');
      expect(await attempt('zoe')).toBe('in');
    });

    it('hold nobody else up, and may go before there is an answer', async () => {
      const gone = await RawClient.connectTls(world.prosody.place, 'TLSv1.3');
      slapd.pause();
      const message = Buffer.from(`\0zoe\0${PASSWORD}`).toString('base64');
      gone.send(
        `<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${message}</auth>`,
      );
      const waiting = attempt('ola');
      expect(await attempt('local', { password: 'password-of-local' })).toBe('in');
      gone.cut();
      slapd.goOn();
      expect(await waiting).toBe('in');
    });

    it('are told that it is not their password while the directory is away', async () => {
      await slapd.halt();
      expect(await attempt('ola')).toBe('temporary-auth-failure');
      await slapd.start();
      expect(await attempt('ola')).toBe('in');
    });
  });
});
