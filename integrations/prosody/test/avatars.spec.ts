import { createHash } from 'node:crypto';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { until } from '@chat-admin/debian-programs/until';
import type { ChatClient } from '../src/chat-client.js';
import { type Stanza, xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { Capabilities } from './capable-client.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'Avatars', ['prosody']);

const PUBSUB = 'http://jabber.org/protocol/pubsub';
const DATA = 'urn:xmpp:avatar:data';
const METADATA = 'urn:xmpp:avatar:metadata';

/** A picture as far as anybody looks: the first bytes of the format. */
function picture(text: string) {
  const bytes = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.from(text)]);
  const hash = createHash('sha1').update(bytes).digest('hex');
  return { base64: bytes.toString('base64'), hash, size: bytes.length };
}

const vcard = (base64: string) =>
  `<vCard xmlns="vcard-temp"><FN>Ann</FN><PHOTO><TYPE>image/png</TYPE><BINVAL>${base64}</BINVAL></PHOTO></vCard>`;

suite('The avatar', () => {
  let world: World;
  let ann: ChatClient;
  let bob: ChatClient;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
    for (const [owner, jid] of [
      ['ann', 'bob'],
      ['bob', 'ann'],
    ] as const) {
      const contact = { jid: `${jid}@example.org`, subscriptionType: 3 };
      await world.api.done('POST', `/users/${owner}/roster`, contact);
    }
    ann = await world.online('ann');
    await logBobIn();
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    const stopped = (line: string) => line.endsWith('Received SIGTERM');
    await world?.stop();
    expect(complaints.filter((line) => !stopped(line))).toEqual([]);
  });

  async function logBobIn(): Promise<void> {
    const wishes = new Capabilities(METADATA);
    bob = await world.login('bob');
    await bob.available(wishes.presence);
    await wishes.tell(bob);
  }

  const put = async (base64: string) => {
    const { status } = await world.api.call('PUT', '/users/ann/vcard', 'xml', vcard(base64));
    expect(status).toBe(200);
  };
  const stored = async () => (await world.api.call('GET', '/users/ann/vcard', 'xml')).text;
  const itemsIn = (stanza: Stanza) =>
    (stanza.getChild('event', `${PUBSUB}#event`) ?? stanza.getChild('pubsub', PUBSUB))?.getChild(
      'items',
    );

  /** What bob is told next: the id in the metadata, `null` for none. */
  async function told(): Promise<string | null> {
    const message = await bob.nextMessage((one) => itemsIn(one)?.attrs['node'] === METADATA);
    const metadata = itemsIn(message)!.getChild('item')!.getChild('metadata', METADATA)!;
    return (metadata.getChild('info')?.attrs['id'] as string | undefined) ?? null;
  }

  async function item(node: string): Promise<Stanza | undefined> {
    const question = xml('pubsub', { xmlns: PUBSUB }, xml('items', { node }));
    return itemsIn(await bob.get(question, 'ann@example.org'))?.getChild('item');
  }

  const publish = (node: string, id: string, payload: Stanza, access?: string) =>
    ann.set(
      xml(
        'pubsub',
        { xmlns: PUBSUB },
        xml('publish', { node }, xml('item', { id }, payload)),
        ...(access === undefined ? [] : [options(access)]),
      ),
    );
  const options = (access: string) => {
    const field = (name: string, value: string) =>
      xml('field', { var: name }, xml('value', {}, value));
    const type = xml(
      'field',
      { var: 'FORM_TYPE', type: 'hidden' },
      xml('value', {}, `${PUBSUB}#publish-options`),
    );
    const form = xml(
      'x',
      { xmlns: 'jabber:x:data', type: 'submit' },
      type,
      field('pubsub#access_model', access),
    );
    return xml('publish-options', {}, form);
  };

  it('of a client is the PHOTO of the vCard, whose other parts stay', async () => {
    await world.api.call(
      'PUT',
      '/users/ann/vcard',
      'xml',
      '<vCard xmlns="vcard-temp"><FN>Ann</FN></vCard>',
    );
    const { base64, hash, size } = picture('by a client');
    await publish(DATA, hash, xml('data', { xmlns: DATA }, base64), 'presence');
    const info = { id: hash, bytes: String(size), type: 'image/png' };
    await publish(
      METADATA,
      hash,
      xml('metadata', { xmlns: METADATA }, xml('info', info)),
      'presence',
    );
    expect(await told()).toBe(hash);
    expect(await stored()).toContain(
      `<PHOTO><TYPE>image/png</TYPE><BINVAL>${base64}</BINVAL></PHOTO>`,
    );
    expect(await stored()).toContain('<FN>Ann</FN>');
  });

  it('that the API puts is told at once, and can be fetched', async () => {
    const { base64, hash, size } = picture('by the API');
    await put(base64);
    expect(await told()).toBe(hash);
    const metadata = (await item(METADATA))?.getChild('metadata', METADATA)?.getChild('info');
    expect(metadata?.attrs).toEqual({ id: hash, bytes: String(size), type: 'image/png' });
    const data = await item(DATA);
    expect(data?.attrs['id']).toBe(hash);
    expect(data?.getChildText('data')).toBe(base64);
  });

  it('is that of a client that sets its vCard', async () => {
    const { base64, hash } = picture('in a vCard');
    const photo = xml('PHOTO', {}, xml('TYPE', {}, 'image/png'), xml('BINVAL', {}, base64));
    await ann.set(xml('vCard', { xmlns: 'vcard-temp' }, xml('FN', {}, 'Ann'), photo));
    expect(await told()).toBe(hash);
    expect((await item(DATA))?.attrs['id']).toBe(hash);
    expect(await stored()).toContain(base64);
  });

  it('has its hash in presences', async () => {
    const { base64, hash } = picture('for presences');
    await put(base64);
    expect(await told()).toBe(hash);
    await ann.send(xml('presence', {}, xml('status', {}, 'with a picture')));
    const presence = await bob.nextPresence(
      (one) => one.getChildText('status') === 'with a picture',
    );
    expect(presence.getChild('x', 'vcard-temp:x:update')?.getChildText('photo')).toBe(hash);
  });

  it('that was put while no chat server ran is told to who logs in', async () => {
    const { base64, hash } = picture('meanwhile');
    await world.prosody.stop();
    await put(base64);
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    const reached = async () => (await world.api.call('GET', '/sessions')).status === 200;
    await until('the API reaches it', reached);
    ann = await world.online('ann');
    await logBobIn();
    expect(await told()).toBe(hash);
    expect((await item(DATA))?.getChildText('data')).toBe(base64);
  });

  it('is a picture', async () => {
    const published = publish(DATA, 'x', xml('data', { xmlns: DATA }, '?'));
    await expect(published).rejects.toMatchObject({ condition: 'bad-request' });
  });

  it('that a client takes away is none of the vCard either', async () => {
    await publish(METADATA, 'none', xml('metadata', { xmlns: METADATA }), 'presence');
    expect(await told()).toBeNull();
    expect(await stored()).toContain('<FN>Ann</FN>');
    expect(await stored()).not.toContain('PHOTO');
    expect(await item(DATA)).toBeUndefined();
  });

  it('goes with the vCard that the API removes', async () => {
    const { base64, hash } = picture('again');
    await put(base64);
    expect(await told()).toBe(hash);
    await world.api.done('DELETE', '/users/ann/vcard');
    expect(await told()).toBeNull();
    await until('there is none', async () => (await item(METADATA)) === undefined);
  });
});
