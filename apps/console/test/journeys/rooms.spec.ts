import { until } from '@chat-admin/debian-programs/until';
import { statusCodes, xml } from '@chat-admin/prosody-integration/stanza';
import { ADMIN, journeys, Product } from '../support/product';
import { LANGUAGES } from '../support/texts';

const suite = await journeys('Rooms');
const HOSTILE = '<img src=x onerror=window.__xss=1> {{name}} $t(common.close) \u202Egnp.exe';
const NEWS = 'news@conference.example.org';
const TEAROOM = 'tearoom@conference.example.org';

suite('Rooms', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start({ api: { consoleInsecureCookie: true } });
    await product.world.accounts('ola', 'ben');
    await product.world.api.done('POST', '/chatrooms', {
      roomName: 'tearoom',
      naturalName: 'Tea room',
      description: HOSTILE,
      subject: HOSTILE.slice(0, 60),
      persistent: true,
      publicRoom: true,
      logEnabled: true,
    });
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  it('are made, entered, and listed with who is inside', async () => {
    const console = await product.open({ at: '/rooms', as: ADMIN, language: 'de' });
    await console.row('tearoom').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('screens.newRoom').click();
    await console.field('rooms.fields.roomName').fill('lab');
    await console.field('rooms.fields.naturalName').fill('Labor');
    await console.button('rooms.new.create').click();
    await console.heading('Labor').waitFor();
    const ola = await product.world.online('ola');
    await ola.join('lab@conference.example.org', 'Ola');
    await console.tab('rooms.tabs.occupants').click();
    await console.page.getByText('ola@example.org/').waitFor();
    await ola.close();
    await console.page.getByText(console.text('rooms.occupants.empty')).waitFor();
  });

  it('of a new service are made, and entered', async () => {
    const console = await product.open({ at: '/services', as: ADMIN });
    await console.button('services.new').click();
    await console.dialog().getByLabel(console.text('services.fields.serviceName')).fill('clubs');
    await console.button('services.create').click();
    await console.row('clubs').getByRole('link').click();
    // the empty list has one, too
    await console.button('screens.newRoom').first().click();
    await console.page.getByLabel(console.text('rooms.service')).selectOption('clubs');
    await console.field('rooms.fields.roomName').fill('chess');
    await console.field('rooms.fields.naturalName').fill('Chess');
    await console.button('rooms.new.create').click();
    await console.heading('Chess').waitFor();
    const ola = await product.world.online('ola');
    await ola.join('chess@clubs.example.org', 'Ola');
    await ola.say('chess@clubs.example.org', 'e4');
    await ola.close();
  });

  it('show on a phone which flags are set, by their names', async () => {
    const console = await product.open({ at: '/rooms', as: ADMIN, width: 320 });
    await console.row('tearoom').getByText(console.text('rooms.fields.persistent')).waitFor();
    const flags = ['common.yes', 'common.no', 'rooms.fields.membersOnly'] as const;
    for (const flag of flags) {
      const shown = console.row('tearoom').getByText(console.text(flag), { exact: true });
      expect(await shown.filter({ visible: true }).count()).toBe(0);
    }
  });

  it('and groups of any service are found by the palette, under their names', async () => {
    await product.world.api.done('POST', '/groups', { name: 'Chess team' });
    const console = await product.open({ at: '/users', as: ADMIN });
    await console.page.keyboard.press('Control+k');
    await console.page.locator('[role=dialog] input:focus').waitFor();
    await console.page.keyboard.type('chess');
    await console.page.getByRole('option', { name: /^Chess team\b/ }).waitFor();
    await console.page.getByRole('option', { name: 'Chess (chess@clubs)' }).click();
    await console.heading('Chess').waitFor();
  });

  it('show who has come and gone within six seconds', async () => {
    const console = await product.open({
      ...{ at: '/rooms/conference/tearoom?tab=occupants', as: ADMIN },
    });
    const { page } = console;
    await page.getByText(console.text('rooms.occupants.empty')).waitFor();
    await page.clock.install();
    await page.clock.pauseAt(Date.now() + 1_000);
    const afterSixSeconds = async () => {
      const asked = page.waitForResponse(/\/occupants\?/);
      await page.clock.runFor(5_500);
      await asked;
      await page.clock.runFor(500); // to draw it
    };
    const ola = await product.world.online('ola');
    await ola.join(TEAROOM, 'Ola');
    await afterSixSeconds();
    await page.getByText('ola@example.org/').waitFor();
    await ola.leave(TEAROOM, 'Ola');
    await afterSixSeconds();
    await page.getByText('ola@example.org/').waitFor({ state: 'detached' });
    await ola.close();
  });

  it('change at once for who is inside', async () => {
    const ola = await product.world.online('ola');
    await ola.join(TEAROOM, 'Ola');
    const console = await product.open({ at: '/rooms/conference/tearoom', as: ADMIN, width: 320 });
    await console.field('rooms.fields.subject').fill('Milk');
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('common.save').click();
    await ola.nextMessage((stanza) => stanza.getChildText('subject') === 'Milk');
    await console.toast('form.saved').waitFor();
    expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    await ola.close();
  });

  it('without any name or description are changed like others, and named', async () => {
    await product.world.api.done('POST', '/chatrooms', { roomName: 'bare', persistent: true });
    const console = await product.open({ at: '/rooms/conference/bare', as: ADMIN });
    const stored = async () =>
      JSON.parse((await product.world.api.call('GET', '/chatrooms/bare')).text) as object;
    await console.field('rooms.fields.subject').fill('Open');
    await console.button('common.save').click();
    await console.toast('form.saved').waitFor();
    expect(await stored()).toMatchObject({ subject: 'Open' });
    expect(await stored()).not.toHaveProperty('naturalName');
    await console.field('rooms.fields.naturalName').fill('Bare');
    await console.button('common.save').click();
    await console.heading('Bare').waitFor();
    expect(await stored()).toMatchObject({ naturalName: 'Bare', subject: 'Open' });
  });

  it('for announcements let visitors listen', async () => {
    await product.world.accounts('cleo');
    await product.world.api.done('POST', '/chatrooms', {
      ...{ roomName: 'news', naturalName: 'News', description: 'Of the school', persistent: true },
      ...{ owners: ['ola@example.org'] },
    });
    const console = await product.open({ at: '/rooms/conference/news', as: ADMIN, language: 'zh' });
    await console.button('rooms.presets.announcement').click();
    await console.button('common.save').click();
    await console.toast('form.saved').waitFor();
    const [ola, cleo] = [await product.world.online('ola'), await product.world.online('cleo')];
    await ola.join(NEWS, 'Ola');
    await cleo.join(NEWS, 'Cleo');
    await ola.say(NEWS, 'Holidays begin');
    await cleo.nextMessage((stanza) => stanza.getChildText('body') === 'Holidays begin');
    await cleo.send(xml('message', { to: NEWS, type: 'groupchat' }, xml('body', {}, 'Why?')));
    const refusal = await cleo.nextMessage((stanza) => stanza.attrs.type === 'error');
    expect(refusal.getChild('error')?.getChild('forbidden')).toBeDefined();
    await Promise.all([ola.close(), cleo.close()]);
  });

  it('put people out: once, and for good', async () => {
    const ben = await product.world.online('ben');
    await ben.join(TEAROOM, 'Ben');
    const console = await product.open({
      at: '/rooms/conference/tearoom?tab=people',
      as: ADMIN,
      language: 'es',
      theme: 'dark',
    });
    await console.row('@example.org').first().waitFor();
    await console.tab('rooms.tabs.occupants').click();
    await console.button('rooms.occupants.kick', { name: 'Ben' }).click();
    await console.field('rooms.reason').fill('Spam');
    await console.button('rooms.occupants.kickAct').click();
    const out = await ben.nextPresence((stanza) => statusCodes(stanza).includes(307));
    expect(String(out)).toContain('Spam');
    await ben.join(TEAROOM, 'Ben');
    await console.button('rooms.occupants.ban', { name: 'Ben' }).click();
    await console.button('rooms.occupants.banAct').click();
    await ben.nextPresence((stanza) => statusCodes(stanza).includes(301));
    await expect(ben.join(TEAROOM, 'Ben')).rejects.toThrow();
    await console.tab('rooms.tabs.people').click();
    await console.row('ben@example.org').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.row('ben@example.org').getByRole('checkbox').click();
    await console.button('rooms.people.change').click();
    expect(await console.dialog().getByRole('combobox').inputValue()).toBe('outcast');
    await console
      .dialog()
      .getByRole('button', { name: console.text('common.cancel') })
      .click();
    await console.button('rooms.people.unban').click();
    await console.dialog().getByText(console.text('rooms.people.unbanText')).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await console
      .dialog()
      .getByRole('button', { name: console.text('rooms.people.unban') })
      .click();
    await console.row('ben@example.org').waitFor({ state: 'detached' });
    await until('ben may enter again', () => ben.join(TEAROOM, 'Ben'));
    await ben.close();
  });

  it('let in or ban people who are not inside, for whoever may change rooms but begins no jobs', async () => {
    const key = await product.key('rooms', 'rooms:read', 'rooms:write', 'users:read');
    const console = await product.open({
      ...{ as: { key }, at: '/rooms/conference/tearoom?tab=people', language: 'de', width: 320 },
    });
    await console.button('rooms.people.add').first().click();
    await console
      .dialog()
      .getByLabel(console.text('rooms.people.names'))
      .fill('ben\nola@example.org');
    await console
      .dialog()
      .getByLabel(console.text('rooms.people.affiliation'))
      .selectOption('outcast');
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('rooms.people.addAct', { count: 2 }).click();
    await console.toast('rooms.people.added', { count: 2 }).waitFor();
    await console.row('ola@example.org').waitFor();
    const ben = await product.world.online('ben');
    await expect(ben.join(TEAROOM, 'Ben')).rejects.toThrow();
    await ben.close();
    for (const name of ['ben', 'ola'])
      await product.world.api.done('DELETE', `/chatrooms/tearoom/outcasts/${name}`);
  });

  it('read, searched and exported as they were said', async () => {
    const ola = await product.world.online('ola');
    await ola.join(TEAROOM, 'Ola');
    for (let index = 1; index <= 130; index++) {
      await ola.send(
        xml('message', { to: TEAROOM, type: 'groupchat' }, xml('body', {}, `line ${index}`)),
      );
    }
    await ola.say(TEAROOM, HOSTILE.replace('\u202E', ''));
    const console = await product.open({
      at: '/rooms/conference/tearoom?tab=history',
      as: ADMIN,
      language: 'zh',
    });
    await console.page.getByText('line 130', { exact: true }).waitFor();
    expect(await console.page.getByText('line 1', { exact: true }).count()).toBe(0);
    await console.button('rooms.history.older').click();
    await console.page.getByText('line 1', { exact: true }).waitFor();
    await console.button('list.export').click();
    const [file] = await Promise.all([
      console.page.waitForEvent('download'),
      console.page.getByRole('menuitem', { name: console.text('rooms.history.as.json') }).click(),
    ]);
    const { readFile } = await import('node:fs/promises');
    const said = JSON.parse(await readFile((await file.path())!, 'utf8')) as { body: string }[];
    expect(said.filter(({ body }) => /^line /.test(body))).toHaveLength(130);
    await console.field('rooms.history.search').fill('line 77');
    await console.button('rooms.history.find').click();
    await console.page.getByText('line 78', { exact: true }).waitFor({ state: 'detached' });
    await console.page.getByText('line 77', { exact: true }).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    await ola.close();
  });

  it('end with the typed name, a reason and another room', async () => {
    const ola = await product.world.online('ola');
    await ola.join('lab@conference.example.org', 'Ola');
    const console = await product.open({ at: '/rooms/conference/lab', as: ADMIN });
    await console.button('rooms.destroy.act').click();
    const act = console.button('rooms.destroy.actNamed', { name: 'lab' });
    await console.field('rooms.reason').fill('Moved');
    await console.field('rooms.destroy.other').fill(TEAROOM);
    expect(await act.isEnabled()).toBe(false);
    const typed = console.page.getByLabel(console.text('common.typeToConfirm', { name: 'lab' }));
    await typed.fill('lab');
    await typed.press('Enter');
    await act.click();
    const gone = await ola.nextPresence((stanza) => /<destroy/.test(String(stanza)));
    expect(String(gone)).toContain(`jid="${TEAROOM}"`);
    expect(String(gone)).toContain('Moved');
    await console.row('tearoom').waitFor();
    await ola.close();
  });

  it.each(LANGUAGES)('and services show on a phone (%s)', async (language) => {
    const console = await product.open({
      at: '/services',
      as: ADMIN,
      language,
      width: 320,
      theme: language === 'en' ? 'dark' : 'light',
    });
    await console.row('conference').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.go('/rooms');
    await console.row('tearoom').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
  });
});
