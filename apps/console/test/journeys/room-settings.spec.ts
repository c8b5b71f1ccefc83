import type { ChatClient } from '@chat-admin/prosody-integration/chat-client';
import { xml } from '@chat-admin/prosody-integration/stanza';
import { until } from '@chat-admin/debian-programs/until';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('The settings of a room');
const ATRIUM = 'atrium@conference.example.org';
const OWNER = 'http://jabber.org/protocol/muc#owner';
const FORMS = 'jabber:x:data';
const SWITCHES = 11;
/** besides the switches; the subject is no part of the form */
const OTHERS = 6;

suite('The settings of a room', () => {
  let product: Product;
  let ola: ChatClient;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('ola');
    await product.world.api.done('POST', '/chatrooms', {
      ...{ roomName: 'atrium', naturalName: 'Atrium', description: 'Bright', subject: 'Sun' },
      owners: ['ola@example.org'],
    });
    ola = await product.world.online('ola');
    await ola.join(ATRIUM, 'Ola');
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  /** What an owner is shown, by the name of the field. */
  const ownersForm = async () => {
    const answer = await ola.get(xml('query', { xmlns: OWNER }), ATRIUM);
    const fields = answer.getChild('query')!.getChild('x', FORMS)!.getChildren('field');
    return Object.fromEntries(
      fields
        .filter(({ attrs }) => attrs['var'] !== 'FORM_TYPE')
        .map((field) => [
          String(field.attrs['var']).replace(/^.*_/, ''),
          field.getChildren('value').map((value) => value.text()),
        ]),
    );
  };
  const submit = (values: Readonly<Record<string, string>>) =>
    ola.set(
      xml(
        'query',
        { xmlns: OWNER },
        xml(
          'x',
          { xmlns: FORMS, type: 'submit' },
          ...Object.entries({
            FORM_TYPE: 'http://jabber.org/protocol/muc#roomconfig',
            ...values,
          }).map(([name, value]) => xml('field', { var: name }, xml('value', {}, value))),
        ),
      ),
      ATRIUM,
    );

  it('all take effect for who is inside', async () => {
    const before = await ownersForm();
    expect(Object.keys(before)).toHaveLength(SWITCHES + OTHERS);
    const console = await product.open({ as: ADMIN, at: '/rooms/conference/atrium' });
    const { page } = console;
    await console.field('rooms.fields.naturalName').fill('Atrium of the school');
    await console.field('rooms.fields.description').fill('Dark');
    await console.field('rooms.fields.subject').fill('Moon');
    await console.field('rooms.fields.password').fill('sesame');
    await console.field('rooms.fields.maxUsers').fill('7');
    await console.field('rooms.fields.allowPM').selectOption('moderators');
    const visitor = console.text('rooms.choices.broadcastPresenceRoles.visitor');
    await page.getByRole('checkbox', { name: visitor }).click();
    const switches = await page.locator('main').getByRole('switch').all();
    expect(switches).toHaveLength(SWITCHES);
    for (const one of switches) await one.click();
    await console.button('common.save').click();
    await ola.nextMessage((stanza) => stanza.getChildText('subject') === 'Moon');
    await console.toast('form.saved').waitFor();
    const after = await ownersForm();
    const same = Object.keys(before).filter((name) => `${before[name]}` === `${after[name]}`);
    expect(same).toEqual([]);
    expect(after).toMatchObject({
      ...{ roomname: ['Atrium of the school'], roomdesc: ['Dark'], roomsecret: ['sesame'] },
      ...{ maxusers: ['7'], allowpm: ['moderators'] },
    });
  });

  it('are shown to who may look alone, with what changes need', async () => {
    const key = await product.key('looks', 'rooms:read');
    const console = await product.open({ as: { key }, at: '/rooms/conference/atrium' });
    const note = console.page.getByRole('note');
    await note.filter({ hasText: console.text('form.readOnly') }).waitFor();
    expect(await note.textContent()).toContain('rooms:write');
    expect(await console.field('rooms.fields.naturalName').isDisabled()).toBe(true);
    const switches = await console.page.locator('main').getByRole('switch').all();
    expect(switches).toHaveLength(SWITCHES);
    for (const one of switches) expect(await one.isDisabled()).toBe(true);
    expect(await console.button('common.save').count()).toBe(0);
    expect(await console.faultsOfAccess()).toEqual([]);
  });

  it('show what somebody inside has changed, without reload', async () => {
    const console = await product.open({ as: ADMIN, at: '/rooms/conference/atrium' });
    const name = console.field('rooms.fields.naturalName');
    await name.waitFor();
    const moderated = console.page.getByRole('switch', {
      name: console.text('rooms.fields.moderated'),
    });
    const was = await moderated.getAttribute('aria-checked');
    await submit({
      'muc#roomconfig_roomname': 'By Ola',
      'muc#roomconfig_moderatedroom': was === 'true' ? '0' : '1',
    });
    await ola.send(
      xml('message', { to: ATRIUM, type: 'groupchat' }, xml('subject', {}, 'Stars by Ola')),
    );
    await console.heading('By Ola').waitFor();
    await until('the fields have it', async () => {
      const subject = await console.field('rooms.fields.subject').inputValue();
      return subject === 'Stars by Ola' && (await name.inputValue()) === 'By Ola';
    });
    expect(await moderated.getAttribute('aria-checked')).not.toBe(was);
  });
});
