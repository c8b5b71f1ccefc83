import { createHash, createHmac, pbkdf2Sync, randomBytes } from 'node:crypto';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import { passwordOf, World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';
import { RawClient } from './raw-client.js';

const suite = await suiteNeeds(describe, 'Accounts with the keys of one hash', ['prosody']);

const RAW = 'ﬁn-ﬁsh'; // SASLprep makes "fin-fish" of it
const refused = { condition: 'not-authorized' };

suite('Accounts with the keys of one hash', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('full');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const keep = async (username: string, gone: 'sha1' | 'sha256') => {
    await world.accounts(username);
    const columns = ['salt', 'iterations', 'stored_key', 'server_key'];
    await world.sql(
      `update account_credential set ${columns.map((column) => `${gone}_${column} = null`).join(', ')}
       where username = $1`,
      [username],
    );
  };
  const scramSha1 = (password: string) => {
    const salt = randomBytes(24);
    const salted = pbkdf2Sync(password, salt, 4096, 20, 'sha1');
    const hmac = (text: string) => createHmac('sha1', salted).update(text).digest();
    const storedKey = createHash('sha1').update(hmac('Client Key')).digest();
    return [salt, 4096, storedKey, hmac('Server Key')];
  };

  /** Whether the mechanism is among those that a client may choose from. */
  const offers = async (mechanism: string) => {
    const raw = await RawClient.connect(world.prosody.place);
    raw.cut();
    return raw.text.includes(`<mechanism>${mechanism}</mechanism>`);
  };
  const isOffered = (mechanism: string) =>
    until(`${mechanism} is offered`, () => offers(mechanism));
  const isHidden = (mechanism: string) =>
    until(`${mechanism} is hidden`, async () => !(await offers(mechanism)));
  const hashesOf = async (username: string) => {
    const [row] = await world.sql(
      `select sha1_stored_key is not null as sha1, sha256_stored_key is not null as sha256
       from account_credential where username = $1`,
      [username],
    );
    return row;
  };
  /** Sends any text; the stock client takes Latin-1 alone. */
  const plain = async (username: string, password: string) => {
    const raw = await RawClient.connectTls(world.prosody.place, 'TLSv1.3');
    const message = Buffer.from(`\0${username}\0${password}`).toString('base64');
    raw.send(`<auth xmlns="urn:ietf:params:xml:ns:xmpp-sasl" mechanism="PLAIN">${message}</auth>`);
    const [, answer] = await raw.next(/<(success|failure)/);
    raw.cut();
    return answer;
  };
  const logsIn = async (...login: Parameters<World['login']>) =>
    (await world.login(...login)).close();

  it('log in by SHA-1 and by PLAIN at once, by SHA-256 after the first PLAIN', async () => {
    await isOffered('SCRAM-SHA-256');
    await keep('ann', 'sha256');
    await keep('bob', 'sha256');
    await isHidden('SCRAM-SHA-256');
    expect(await offers('SCRAM-SHA-1')).toBe(true);
    await logsIn('ann', { mechanism: 'SCRAM-SHA-1' });
    await expect(world.login('ann', { mechanism: 'SCRAM-SHA-256' })).rejects.toMatchObject(refused);
    const wrong = { mechanism: 'PLAIN', password: 'other' } as const;
    await expect(world.login('ann', wrong)).rejects.toMatchObject(refused);
    expect(await hashesOf('ann')).toEqual({ sha1: true, sha256: false });

    await logsIn('ann', { mechanism: 'PLAIN' });
    expect(await hashesOf('ann')).toEqual({ sha1: true, sha256: true });
    for (const mechanism of ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN'] as const) {
      await logsIn('ann', { mechanism });
    }
    expect(await offers('SCRAM-SHA-256')).toBe(false);
    await logsIn('bob', { mechanism: 'PLAIN' });
    await isOffered('SCRAM-SHA-256');
    await logsIn('full');
  });

  it('get both hashes of the prepared password when their keys are of what was typed', async () => {
    await keep('cid', 'sha256');
    const [salt, iterations, storedKey, serverKey] = scramSha1(RAW);
    await world.sql(
      `update account_credential set sha1_salt = $2, sha1_iterations = $3, sha1_stored_key = $4, sha1_server_key = $5
       where username = $1`,
      ['cid', salt, iterations, storedKey, serverKey],
    );
    await isHidden('SCRAM-SHA-256');
    expect(await plain('cid', `${RAW}!`)).toBe('failure');
    expect(await plain('cid', RAW)).toBe('success');
    await isOffered('SCRAM-SHA-256');
    for (const mechanism of ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN'] as const) {
      await logsIn('cid', { mechanism, password: 'fin-fish' });
    }
    expect(await plain('cid', RAW)).toBe('success');
  });

  it('with those of SHA-256 are the other way round', async () => {
    await keep('dan', 'sha1');
    await isHidden('SCRAM-SHA-1');
    await logsIn('dan', { mechanism: 'SCRAM-SHA-256' });
    await expect(world.login('dan', { mechanism: 'SCRAM-SHA-1' })).rejects.toMatchObject(refused);
    await logsIn('dan', { mechanism: 'PLAIN' });
    await isOffered('SCRAM-SHA-1');
    await logsIn('dan', { mechanism: 'SCRAM-SHA-1' });
  });

  it('are shut out of SHA-256 when the operator wants it offered', async () => {
    await keep('eve', 'sha256');
    await isHidden('SCRAM-SHA-256');
    await world.sql(`insert into system_property values ('xmpp.auth.offerSha256', 'always')`);
    await isOffered('SCRAM-SHA-256');
    await expect(world.login('eve', { mechanism: 'SCRAM-SHA-256' })).rejects.toMatchObject(refused);
    await logsIn('eve', { mechanism: 'SCRAM-SHA-1' });
    await world.sql(`delete from system_property where key = 'xmpp.auth.offerSha256'`);
    await isHidden('SCRAM-SHA-256');
    await world.api.done('DELETE', '/users/eve');
    await isOffered('SCRAM-SHA-256');
  });

  it('without any password log in once it is set', async () => {
    await world.accounts('fay');
    await world.sql(`delete from account_credential where username = 'fay'`);
    for (const mechanism of ['SCRAM-SHA-1', 'SCRAM-SHA-256', 'PLAIN'] as const) {
      await expect(world.login('fay', { mechanism })).rejects.toMatchObject(refused);
    }
    await world.api.done('PUT', '/users/fay', { password: passwordOf('fay') });
    await logsIn('fay');
  });
});
