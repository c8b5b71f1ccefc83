import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { prosodyOfDebian13 } from '@chat-admin/debian-programs/debian-13';
import { suiteWith } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { GLOBAL_MODULES, STOCK_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import { xml } from '../src/stanza.js';
import { passwordOf, World } from '../src/world.js';
import { RawClient } from './raw-client.js';

const TITLE = "Accounts, roles and invitations in Prosody's shell";
const [suite, debian13] = await suiteWith(describe, TITLE, prosodyOfDebian13);

const REGISTER = 'jabber:iq:register';
const tried = ['admin_shell', 'account_activity', 'invites_register', 'register_limits'];

suite(TITLE, () => {
  let world: World;

  beforeAll(async () => {
    world = await World.start({
      programs: [debian13!],
      prosody: {
        modules_enabled: [...STOCK_MODULES, ...tried, ...GLOBAL_MODULES],
        registration_invite_only: false,
        registration_delete_grace_period: '1 day',
      },
    });
    await world.accounts('ann', 'bob');
  });
  afterAll(() => world?.stop());

  /** What a command of `prosodyctl shell` prints. @throws an error with what it prints when it fails */
  async function shell(...words: string[]): Promise<string> {
    const configuration = join(world.prosody.directory, 'prosody.cfg.lua');
    const environment = { ...process.env, CHAT_BRIDGE_TOKEN: 'x', PGPASSWORD: 'x' };
    const args = ['--root', '--config', configuration, 'shell', ...words];
    try {
      const { stdout } = await promisify(execFile)(join(debian13!, 'prosodyctl'), args, {
        env: environment,
      });
      return stdout;
    } catch (error) {
      const { stdout, stderr } = error as { stdout: string; stderr: string };
      throw new Error(`${stdout}${stderr}`, { cause: error });
    }
  }

  describe('user:disable', () => {
    const locked = async () =>
      (await world.api.done('GET', '/users?locked=true'))
        .json<{ users: { username: string }[] }>()
        .users.map(({ username }) => username);
    const lastEntry = async () =>
      (await world.api.done('GET', '/logs/security')).json<{ logs: object[] }>().logs[0];

    it('locks out as the API does, with an audit entry; user:enable ends it', async () => {
      const ann = await world.login('ann');
      await shell('user', 'disable', 'ann@example.org');
      expect(await ann.ended).toBe('not-authorized');
      expect(await locked()).toEqual(['ann']);
      expect(await lastEntry()).toMatchObject({
        username: 'chat server',
        summary: 'disable user ann',
        details: 'object=/lockouts/ann; outcome=200',
      });
      await expect(world.login('ann')).rejects.toMatchObject({ condition: 'account-disabled' });
      await shell('user', 'enable', 'ann@example.org');
      expect(await locked()).toEqual([]);
      expect(await lastEntry()).toMatchObject({ summary: 'enable user ann' });
      await (await world.login('ann')).close();
    });

    it('ends what the API has begun, and the other way round', async () => {
      await world.api.done('POST', '/lockouts/ann');
      await shell('user', 'enable', 'ann@example.org');
      await (await world.login('ann')).close();
      await shell('user', 'disable', 'ann@example.org');
      await world.api.done('DELETE', '/lockouts/ann');
      await (await world.login('ann')).close();
    });

    it('knows who has no account', async () => {
      await expect(shell('user', 'disable', 'ghost@example.org')).rejects.toThrow('No such user');
    });
  });

  describe('user:role', () => {
    const role = async (username: string) =>
      (await shell('user', 'role', `${username}@example.org`)).trim();
    const administrators = (value: string) =>
      world.sql(
        `insert into system_property values ('admin.authorizedJIDs', $1)
         on conflict (key) do update set value = excluded.value`,
        [value],
      );

    it('shows the administrators of the service', async () => {
      await administrators('bob@example.org');
      expect(await role('bob')).toBe('OK: prosody:admin');
      expect(await role('ann')).toBe('OK: prosody:member');
    });

    it('cannot be changed here, and says where', async () => {
      await administrators('bob@example.org');
      const change = (jid: string, given: string) => shell('user', 'set_role', jid, given);
      for (const given of ['prosody:admin', 'prosody:operator', 'prosody:registered']) {
        await expect(change('ann@example.org', given)).rejects.toThrow('chat-admin admin grant');
      }
      await expect(change('bob@example.org', 'prosody:member')).rejects.toThrow(
        'chat-admin admin revoke',
      );
      await change('bob@example.org', 'prosody:admin'); // it is
      expect(await role('ann')).toBe('OK: prosody:member');
    });

    it('changes with the service, which closes sessions of the former role', async () => {
      await administrators('bob@example.org');
      await world.prosody.bridge('POST', '/bridge/reconcile', {});
      const ann = await world.login('ann');
      const bob = await world.login('bob');
      await administrators('bob@example.org,ann@example.org');
      expect(await ann.ended).toBe('reset');
      await bob.get(xml('ping', { xmlns: 'urn:xmpp:ping' }));
      expect(await role('ann')).toBe('OK: prosody:admin');
      await bob.close();
    });
  });

  it('user:create makes an account of the service', async () => {
    await shell('user', 'create', 'cid@example.org', passwordOf('cid'), 'prosody:member'); // as adduser does
    await world.api.done('GET', '/users/cid');
    await (await world.login('cid')).close();
  });

  it('an account whose owner has deleted it is locked out for a while, and may come back', async () => {
    await world.accounts('dan');
    const pending = async () =>
      world.sql(`select distinct "user" from prosody.prosody where store = 'accounts_cleanup'`);
    const remove = async () => {
      const dan = await world.login('dan');
      await dan.set(xml('query', REGISTER, xml('remove'))).catch(() => undefined); // may be closed first
      expect(await dan.ended).toBe('not-authorized');
      await expect(world.login('dan')).rejects.toMatchObject({ condition: 'account-disabled' });
      expect(await pending()).toEqual([{ user: 'dan' }]);
    };
    await remove();
    await world.api.done('DELETE', '/lockouts/dan');
    expect(await pending()).toEqual([]);
    await (await world.login('dan')).close();
    await remove();
    await shell('user', 'restore', 'dan@example.org');
    expect(await pending()).toEqual([]);
    await (await world.login('dan')).close();
  });

  it('the activity of accounts is known, and goes where they go', async () => {
    await world.accounts('eve');
    await (await world.login('eve')).close();
    const activity = (username: string) => shell('user', 'activity', `${username}@example.org`);
    await until('she is offline', async () => (await activity('eve')).includes('(offline)'));
    await world.api.done('PUT', '/users/eve', { username: 'eva' });
    expect(await activity('eva')).toContain('(offline)');
    expect(await activity('eve')).toContain('No activity');
    await world.sql(
      `update account set created_at = now() - interval '2 days' where username = 'bob'`,
    );
    await world.sql(
      `delete from prosody.prosody where store = 'account_activity' and "user" = 'bob'`,
    );
    expect(await shell('user', 'list_inactive', 'example.org', '1d')).toMatch(/^bob\b/m);
  });

  describe('an invitation', () => {
    const invite = async (...words: string[]) => {
      const text = await shell('invite', ...words);
      return /(?:;|\?)(?:preauth|token)=([^;\s]+)/.exec(text)![1]!;
    };
    async function accept(token: string, username: string): Promise<string> {
      const client = await RawClient.connect(world.prosody.place);
      expect(await client.ask(`<preauth xmlns="urn:xmpp:pars:0" token="${token}"/>`)).toContain(
        'result',
      );
      const answer = await client.ask(
        `<query xmlns="${REGISTER}"><username>${username}</username>` +
          `<password>${passwordOf(username)}</password></query>`,
      );
      client.cut();
      return answer;
    }

    it('makes an account, once', async () => {
      const token = await invite('create_account', 'example.org');
      expect(await accept(token, 'fay')).toContain('result');
      await world.api.done('GET', '/users/fay');
      await (await world.login('fay')).close();
      const client = await RawClient.connect(world.prosody.place);
      expect(await client.ask(`<preauth xmlns="urn:xmpp:pars:0" token="${token}"/>`)).toContain(
        'forbidden',
      );
      client.cut();
    });

    it('of a contact makes both contacts of each other', async () => {
      const token = await invite('create_contact', 'ann@example.org', '--allow-registration');
      expect(await accept(token, 'gus')).toContain('result');
      const items = async (username: string) =>
        (await world.api.done('GET', `/users/${username}/roster`)).json<{ rosterItem: object[] }>()
          .rosterItem;
      expect(await items('ann')).toContainEqual(
        expect.objectContaining({ jid: 'gus@example.org', subscriptionType: 3 }),
      );
      expect(await items('gus')).toContainEqual(
        expect.objectContaining({ jid: 'ann@example.org', subscriptionType: 3 }),
      );
    });

    it('to another password replaces it', async () => {
      await world.api.done('PUT', '/users/fay', { password: 'forgotten' });
      const token = await invite('create_reset', 'fay@example.org');
      expect(await accept(token, 'fay')).toContain('result');
      await (await world.login('fay')).close();
    });

    it('gives no role', async () => {
      const token = await invite('create_account', 'example.org', '--role=prosody:admin');
      expect(await accept(token, 'hal')).toContain('result');
      expect(await shell('user', 'role', 'hal@example.org')).toContain('prosody:member');
      expect(world.prosody.output()).toMatch(/Could not set role prosody:admin .* hal/);
    });
  });
});

suite('Limits of registration, in Prosody 13.0', () => {
  let world: World;
  beforeAll(async () => {
    const settings = {
      modules_enabled: [...STOCK_MODULES, 'register_limits', ...GLOBAL_MODULES],
      min_seconds_between_registrations: 3600,
      registration_allowlist: ['192.0.2.1'], // by default, this machine
    };
    world = await World.start({ programs: [debian13!], prosody: settings });
  });
  afterAll(() => world?.stop());

  it('hold for accounts of the service', async () => {
    const register = async (username: string) => {
      const client = await RawClient.connect(world.prosody.place);
      const credentials = `<username>${username}</username><password>${passwordOf(username)}</password>`;
      const answer = await client.ask(`<query xmlns="${REGISTER}">${credentials}</query>`);
      client.cut();
      return answer;
    };
    expect(await register('ann')).toContain('result');
    expect(await register('bob')).toMatch(/type=.wait./);
    const { users } = (await world.api.done('GET', '/users')).json<{
      users: { username: string }[];
    }>();
    expect(users.map(({ username }) => username)).toEqual(['ann']);
  });
});
