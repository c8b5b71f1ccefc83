import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { Api } from '../src/api.js';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { passwordOf, World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';
import { saying } from './room-scene.js';

const suite = await suiteNeeds(describe, 'Renamed accounts', ['prosody']);

const PUBSUB = 'http://jabber.org/protocol/pubsub';
const AVATAR = 'urn:xmpp:avatar:data';
const BOOKMARKS = 'urn:xmpp:bookmarks:1';
const DEVICES = 'eu.siacs.conversations.axolotl.devicelist';

/** Offline messages, block lists, personal events and private XML lie in tables of Prosody's own. */
suite('Renamed accounts', () => {
  let world: World;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('bob', 'eve');
  });
  afterEach(async () => {
    for (const name of ['ann', 'una']) await world.api.call('DELETE', `/users/${name}`);
    await world.api.call('GET', '/sessions');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const jidOf = (username: string) => `${username}@${world.domain}`;
  const note = (text: string) =>
    xml('query', { xmlns: 'jabber:iq:private' }, xml('note', { xmlns: 'note' }, text));
  const publish = (client: ChatClient, node: string, text: string) =>
    client.set(
      xml(
        'pubsub',
        PUBSUB,
        xml(
          'publish',
          { node },
          xml('item', { id: 'current' }, xml('data', { xmlns: node }, text)),
        ),
      ),
    );
  const published = async (client: ChatClient, node: string, owner?: string) => {
    const wanted = xml('pubsub', PUBSUB, xml('items', { node }));
    const reply = await client.get(wanted, owner && jidOf(owner));
    const items = reply.getChild('pubsub')?.getChild('items')?.getChildren('item') ?? [];
    return items.map((item) => item.getChildText('data'));
  };
  const block = (client: ChatClient, username: string) =>
    client.set(xml('block', { xmlns: 'urn:xmpp:blocking' }, xml('item', { jid: jidOf(username) })));
  const blocked = async (client: ChatClient) => {
    const reply = await client.get(xml('blocklist', { xmlns: 'urn:xmpp:blocking' }));
    const items = reply.getChild('blocklist')?.getChildren('item') ?? [];
    return items.map(({ attrs }) => String(attrs['jid']));
  };
  const noted = async (client: ChatClient) =>
    (await client.get(note(''))).getChild('query')?.getChildText('note');
  const write = (client: ChatClient, username: string, text: string) =>
    client.send(xml('message', { to: jidOf(username), type: 'chat' }, xml('body', {}, text)));
  const rename = (from: string, to: string, api: Api = world.api) =>
    api.done('PUT', `/users/${from}`, { username: to });
  const kept = (username: string) =>
    world.sql<{ store: string }>(
      `select store, value from prosody.prosody where "user" = $1
       union all select store, value from prosody.prosodyarchive where "user" = $1`,
      [username],
    );

  /** Avatars are base64. */
  const contentOf = (node: string, username: string) =>
    Buffer.from(`${node} of ${username}`).toString(node === AVATAR ? 'base64' : 'utf8');

  /** Everything that Prosody keeps for somebody, who is offline afterwards. */
  async function settled(username: string): Promise<void> {
    await world.accounts(username);
    const client = await world.online(username);
    await client.set(note(`of ${username}`));
    await block(client, 'eve');
    for (const node of [AVATAR, BOOKMARKS, DEVICES]) {
      await publish(client, node, contentOf(node, username));
    }
    await client.close();
    const bob = await world.online('bob');
    await write(bob, username, `for ${username}`);
    await bob.get(xml('query', { xmlns: 'jabber:iq:roster' }));
    await bob.close();
  }

  /** What somebody finds after a login. */
  async function found(username: string, password: string) {
    const client = await world.login(username, { password });
    await client.available();
    await write(client, username, 'end of the offline messages');
    const messages: Stanza[] = [];
    for (;;) {
      const message = await client.nextMessage((stanza) => stanza.getChild('body') !== undefined);
      if (saying('end of the offline messages')(message)) break;
      messages.push(message);
    }
    const state = {
      messages: messages.map((message) => [message.attrs['to'], message.getChildText('body')]),
      blocked: await blocked(client),
      private: await noted(client),
      avatar: await published(client, AVATAR).catch(() => []),
      bookmarks: await published(client, BOOKMARKS).catch(() => []),
      devices: await published(client, DEVICES).catch(() => []),
    };
    await client.close();
    return state;
  }

  const everythingOf = (username: string, now: string) => ({
    messages: [[jidOf(now), `for ${username}`]],
    blocked: [jidOf('eve')],
    private: `of ${username}`,
    avatar: [contentOf(AVATAR, username)],
    bookmarks: [`${BOOKMARKS} of ${username}`],
    devices: [`${DEVICES} of ${username}`],
  });
  const nothing = {
    messages: [],
    blocked: [],
    private: '',
    avatar: [],
    bookmarks: [],
    devices: [],
  };

  it('take everything along that Prosody keeps', async () => {
    await settled('ann');
    await rename('ann', 'una');
    expect(await found('una', passwordOf('ann'))).toEqual(everythingOf('ann', 'una'));
  });

  it('leave their rows to the owner of the database, and to nobody else', async () => {
    const rights = await world.sql(`
      select relname, grantee = (select nspowner from pg_namespace where nspname = 'engine') as owner,
        array_agg(privilege_type order by privilege_type) as rights
      from pg_class, aclexplode(relacl)
      where relnamespace = 'prosody'::regnamespace and relkind = 'r' and grantee <> relowner
      group by 1, 2 order by 1`);
    expect(rights).toEqual(
      ['prosody', 'prosodyarchive'].map((relname) => ({
        relname,
        owner: true,
        rights: ['DELETE', 'SELECT', 'UPDATE'],
      })),
    );
  });

  it('leave nothing to a later account of the old name', async () => {
    await settled('ann');
    await rename('ann', 'una');
    await world.accounts('ann');
    expect(await found('ann', passwordOf('ann'))).toEqual(nothing);
    for (const { value } of (await kept('una')) as unknown as { value: string }[]) {
      expect(value).not.toContain(jidOf('ann'));
    }
  });

  it('find nothing of an earlier account of the new name', async () => {
    await settled('una');
    await found('una', passwordOf('una'));
    await world.api.done('DELETE', '/users/una');
    await settled('ann');
    await rename('ann', 'una');
    expect(await found('una', passwordOf('ann'))).toEqual(everythingOf('ann', 'una'));
  });

  /** The rounds of Prosody, which may come at any time, go on and find nobody who is gone. */
  const forgetNobody = () =>
    world.sql(`
      begin;
      alter function engine.stale(jsonb) rename to current_stale;
      create function engine.stale(live jsonb) returns jsonb language sql stable as $$
        select engine.current_stale(live) || '{"gone": [], "departed": []}'
      $$;
      grant execute on function engine.stale to public;
      commit`);
  const remember = `
    begin;
    drop function engine.stale;
    alter function engine.current_stale(jsonb) rename to stale;
    commit`;

  it('keep what is theirs when Prosody has yet to forget the earlier account', async () => {
    const unseen = await world.anotherApi({ chatServerUrl: null, chatServerToken: null });
    await settled('una');
    await settled('ann');
    await forgetNobody();
    try {
      await unseen.done('DELETE', '/users/una');
      await rename('ann', 'una', unseen);
      expect(await found('una', passwordOf('ann'))).toEqual(everythingOf('ann', 'una'));
    } finally {
      await world.sql(remember);
    }
  });
});
