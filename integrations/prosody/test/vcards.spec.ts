import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import type { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';
import { complaintsOf } from './quiet-log.js';

const suite = await suiteNeeds(describe, 'vCards', ['prosody']);

const VCARD = 'vcard-temp';

suite('vCards', () => {
  let world: World;
  let ann: ChatClient;
  beforeAll(async () => {
    world = await World.start();
    await world.accounts('ann', 'bob');
    ann = await world.online('ann');
  });
  afterAll(async () => {
    const complaints = world ? complaintsOf(world) : [];
    await world?.stop();
    expect(complaints).toEqual([]);
  });

  const question = xml('vCard', { xmlns: VCARD });

  const stored = (username: string) => world.api.call('GET', `/users/${username}/vcard`, 'xml');

  it('that clients set are those of the API', async () => {
    expect((await stored('ann')).status).toBe(204);
    await ann.set(
      xml(
        'vCard',
        { xmlns: VCARD },
        xml('FN', {}, 'Ann & Co'),
        xml('N', {}, xml('GIVEN', {}, 'Ann')),
      ),
    );
    const { status, text } = await stored('ann');
    expect(status).toBe(200);
    expect(text).toContain('Ann &amp; Co');
    expect(text).toContain('<GIVEN>Ann</GIVEN>');
  });

  it('that the API sets are those of the next question', async () => {
    const vcard =
      '<vCard xmlns="vcard-temp"><!-- note --><FN>Bob</FN><DESC>\n two\tlines </DESC></vCard>';
    expect((await world.api.call('PUT', '/users/bob/vcard', 'xml', vcard)).status).toBe(200);
    const reply = await ann.get(question, 'bob@example.org');
    expect(reply.getChild('vCard')?.getChildText('FN')).toBe('Bob');
    expect(reply.getChild('vCard')?.getChildText('DESC')).toBe('\n two\tlines ');

    const next = '<vCard xmlns="vcard-temp"><FN>Robert</FN></vCard>';
    await world.api.call('PUT', '/users/bob/vcard', 'xml', next);
    const again = await ann.get(question, 'bob@example.org');
    expect(again.getChild('vCard')?.getChildText('FN')).toBe('Robert');
  });

  it('that the API removes are gone', async () => {
    await world.api.done('DELETE', '/users/bob/vcard');
    await expect(ann.get(question, 'bob@example.org')).rejects.toMatchObject({
      condition: 'item-not-found',
    });
  });

  it('of others cannot be set', async () => {
    await expect(ann.set(question, 'bob@example.org')).rejects.toMatchObject({
      condition: 'forbidden',
    });
    expect((await stored('bob')).status).toBe(204);
  });
});
