import { until } from '@chat-admin/debian-programs/until';
import { xml } from '@chat-admin/prosody-integration/stanza';
import { ADMIN, journeys, Product } from '../support/product';
import { LANGUAGES } from '../support/texts';

const SAMPLE = `insert into session_sample (taken_at, sessions, users)
  values (date_trunc('minute', now() - $1::interval), $2, $3)`;

/** What the role of a moderator may do, as far as it matters here. */
const MODERATES = [
  ...['reports:read', 'reports:write', 'users:read', 'lockouts:read', 'lockouts:write'],
  ...['rooms:read', 'history:read', 'history:write', 'sessions:read', 'sessions:write'],
];

const suite = await journeys('Now');

suite('Now', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('ola', 'ben');
  });
  afterEach(() => product.closeConsoles());
  afterAll(() => product?.stop());

  describe('the sessions', () => {
    it('are listed, and one resource is ended while the other stays', async () => {
      const desk = await product.world.online('ola', { resource: 'desk' });
      const phone = await product.world.online('ola', { resource: 'phone' });
      const console = await product.open({ as: ADMIN, at: '/sessions?text=ola' });
      await console.row('phone').getByRole('checkbox').click();
      await console.button('sessions.end').click();
      await console.dialog().getByLabel(console.text('sessions.reason')).fill('Lost phone');
      expect(await console.faultsOfAccess()).toEqual([]);
      await console
        .dialog()
        .getByRole('button', { name: console.text('sessions.end') })
        .click();
      await phone.ended;
      await console.row('phone').waitFor({ state: 'detached' });
      await console.row('desk').waitFor();
      expect((await product.world.api.done('GET', '/sessions/ola')).text).toContain('desk');
      await desk.close();
    });

    it('of several users are ended by one job', async () => {
      const clients = await Promise.all(
        ['ola', 'ben'].flatMap((name) =>
          ['one', 'two'].map((resource) => product.world.online(name, { resource })),
        ),
      );
      const console = await product.open({ as: ADMIN, at: '/sessions', language: 'de' });
      for (const jid of ['ola@example.org/one', 'ben@example.org/two']) {
        await console.page
          .getByRole('checkbox', { name: console.text('list.select', { name: jid }) })
          .click();
      }
      await console.button('sessions.endOfUsers').click();
      await console
        .dialog()
        .getByRole('button', { name: console.text('sessions.end') })
        .click();
      await Promise.all(clients.map(({ ended }) => ended));
      const counts = { succeeded: '2', unchanged: '0', failed: '0' };
      await console.toast('progress.result', counts).waitFor();
      await console.page.keyboard.press('Escape');
      await console.page.getByText(console.text('sessions.empty'), { exact: true }).waitFor();
      const jobs = await product.world.api.done('GET', '/jobs?type=sessions');
      expect(jobs.json<{ jobs: unknown[] }>().jobs).toHaveLength(1);
    });

    it.each(LANGUAGES)('show on a phone (%s)', async (language) => {
      const client = await product.world.online('ola');
      const console = await product.open({
        ...{ as: ADMIN, at: '/sessions?address=127.0.0.0/8', language, width: 320 },
        theme: language === 'de' ? 'dark' : 'light',
      });
      await console.row('ola').waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await client.close();
    });
  });

  describe('a message', () => {
    it.each(LANGUAGES)(
      'to a group reaches who is online, and the others later (%s)',
      async (language) => {
        const name = `class-${language}`;
        const { api } = product.world;
        await api.done('POST', '/groups', { name });
        for (const member of ['ola', 'ben'])
          await api.done('POST', `/users/${member}/groups/${name}`);
        const ola = await product.world.online('ola');
        const isPhone = language === 'en' || language === 'es';
        const console = await product.open({
          ...{ as: ADMIN, at: `/messages?to=group&name=${name}`, language },
          ...{ theme: isPhone ? 'dark' : 'light', width: isPhone ? 320 : 1440 },
        });
        const text = `Room 12 at ten, ${language}`;
        await console.field('messages.body').fill(text);
        expect(await console.faultsOfAccess()).toEqual([]);
        await console.button('messages.check').click();
        await console
          .dialog()
          .locator('p')
          .filter({ hasText: /(^|\D)2(\D|$)/ })
          .waitFor();
        expect(await console.faultsOfAccess()).toEqual([]);
        const arrives = ola.nextMessage((stanza) => stanza.getChildText('body') === text);
        await console
          .dialog()
          .getByRole('button', { name: console.text('messages.send') })
          .click();
        await arrives;
        await console.toast('messages.done').waitFor();
        const ben = await product.world.login('ben');
        const waits = ben.nextMessage((stanza) => stanza.getChildText('body') === text);
        await ben.available();
        await waits;
        await Promise.all([ola.close(), ben.close()]);
      },
    );

    it('to nobody is refused at once, with nothing lost', async () => {
      const console = await product.open({ as: ADMIN, at: '/messages?to=user&name=nobody' });
      await console.field('messages.body').fill('Are you there?');
      await console.button('messages.check').click();
      await console.page.getByRole('alert').waitFor();
      expect(await console.field('messages.body').inputValue()).toBe('Are you there?');
    });
  });

  it('a report waits for a moderator, who locks the accused out and closes it in a few clicks', async () => {
    await product.world.accounts('eve', 'mia');
    const [eve, mia] = [await product.world.online('eve'), await product.world.online('mia')];
    const arrives = mia.nextMessage((stanza) => stanza.getChildText('body') === 'Buy a watch');
    await eve.send(
      xml('message', { to: 'mia@example.org', type: 'chat' }, xml('body', {}, 'Buy a watch')),
    );
    await arrives;
    const report = xml(
      'report',
      { xmlns: 'urn:xmpp:reporting:1', reason: 'urn:xmpp:reporting:spam' },
      xml('text', {}, 'Sells watches'),
    );
    const blocked = xml('item', { jid: 'eve@example.org' }, report);
    await mia.set(xml('block', { xmlns: 'urn:xmpp:blocking' }, blocked));
    const reported = async () => {
      const { reports } = (await product.world.api.done('GET', '/reports')).json<{
        reports: readonly [{ readonly id: string }];
      }>();
      return reports;
    };
    const key = await product.key('moderator', ...MODERATES);
    const console = await product.open({ as: { key }, language: 'de' });
    const entry = console.page
      .getByRole('navigation')
      .getByRole('link', { name: new RegExp(`^${console.text('screens.reports')}`) });
    await entry.getByText('1', { exact: true }).waitFor();
    await entry.click();
    const isOpen = console.text('reports.choices.status.open');
    const row = console.row('eve@example.org');
    await row.getByText('Sells watches').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await row.getByText(isOpen, { exact: true }).click();
    await console.page.getByText('Buy a watch', { exact: true }).waitFor();
    await console.page.getByText('Sells watches', { exact: true }).waitFor();
    const [{ id, ...untouched }] = await reported();
    const close = async () => {
      const name = console.text('reports.steps.close');
      await console.dialog().getByRole('button', { name, exact: true }).click();
    };
    await console.button('reports.steps.close').click();
    await close();
    await console.button('common.undo').click();
    await console.toast('common.undone').waitFor();
    expect(await reported()).toEqual([{ id, ...untouched }]);
    const colleague = (note: string) =>
      product.world.api.done('PATCH', `/reports/${id}`, { status: 'acting', note });
    await colleague('Known');
    await console.button('reports.steps.begin').click();
    await console.page.getByText(console.text('errors.status412')).first().waitFor();
    await console.button('reports.steps.begin').waitFor({ state: 'detached' });
    const note = console.field('reports.fields.note');
    await until('the note is that of the colleague', async () => {
      return (await note.inputValue()) === 'Known';
    });
    const readings = () =>
      console.requests.filter(
        (one) => one.method() === 'GET' && one.url().endsWith(`/reports/${id}`),
      ).length;
    const before = readings();
    await note.fill('Known well');
    await console.button('common.save').click();
    await console.toast('form.saved').waitFor();
    expect(readings()).toBe(before);
    await console.button('reports.steps.close').click();
    await console.dialog().getByRole('textbox').fill('Mine');
    await colleague('Known to all');
    await close();
    await console.dialog().getByRole('alert').waitFor();
    await console.dialog().getByText('Known to all').waitFor();
    expect(await reported()).toMatchObject([{ status: 'acting', note: 'Known to all' }]);
    await console
      .dialog()
      .getByRole('button', { name: console.text('common.cancel') })
      .click();
    await console.button('reports.steps.close').click();
    await close();
    await console.toast('reports.steps.closed').waitFor();
    expect(await console.button('common.undo').count()).toBe(0);
    await console.button('reports.steps.reopen').click();
    await console.toast('reports.steps.reopened').waitFor();
    await console.button('reports.steps.begin').click();
    await console.toast('reports.steps.begun').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    const tick = (name: Parameters<typeof console.text>[0]) =>
      console.page
        .getByRole('checkbox', { name: console.text(name, { name: 'eve' }), exact: true })
        .click();
    for (const name of ['lock', 'sessions', 'close', 'notify'] as const) {
      await tick(`reports.measures.${name}`);
    }
    await console.button('reports.measures.act').click();
    const would = ['parts.lock', 'parts.report'] as const;
    for (const one of would) {
      await console
        .dialog()
        .getByText(console.text(`reports.measures.${one}`))
        .waitFor();
    }
    const ending = console.text('reports.measures.parts.sessions', { count: 1, number: '1' });
    await console.dialog().getByText(ending).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    expect(await reported()).toMatchObject([{ status: 'acting' }]);
    const all = console
      .dialog()
      .getByRole('button', { name: console.text('reports.measures.all') });
    await colleague('Known to everybody');
    await all.click();
    await console.dialog().getByRole('alert').waitFor();
    await console
      .dialog()
      .getByRole('button', { name: console.text('common.cancel') })
      .click();
    await console.button('reports.measures.act').click();
    await all.click();
    await eve.ended;
    await console.toast('reports.measures.done').waitFor();
    await console.button('reports.steps.reopen').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    await entry.getByText('1', { exact: true }).waitFor({ state: 'detached' });
    expect(await reported()).toMatchObject([
      { accused: 'eve@example.org', reporter: 'mia@example.org', status: 'acted' },
    ]);
    expect(await reported()).toMatchObject([
      { note: 'Known to everybody', closedBy: 'key:moderator' },
    ]);
    await product.world.api.done('DELETE', '/lockouts/eve');
    await mia.close();
  });

  describe('the overview', () => {
    it.each(LANGUAGES)('shows what is and what was, and leads to it (%s)', async (language) => {
      await product.world.api.done('POST', '/groups', { name: `crew-${language}` });
      const isPhone = language === 'de' || language === 'zh';
      const console = await product.open({
        ...{ as: ADMIN, at: '/', language, theme: isPhone ? 'dark' : 'light' },
        width: isPhone ? 320 : 1440,
      });
      await console.heading(console.text('screens.overview')).waitFor();
      await console.page.getByText(console.text('overview.allWell'), { exact: true }).waitFor();
      await console.page.getByRole('link', { name: `crew-${language}` }).waitFor();
      await console.page.getByText(console.text('overview.attention.none')).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.page.getByRole('link', { name: console.text('overview.tiles.locked') }).click();
      await console.page.getByText(console.text('list.nothingFound')).waitFor();
      expect(console.page.url()).toContain('/users?locked=true');
    });

    it('shows the people online as a line and as a table', async () => {
      const minutes = [30, 20, 10];
      for (const [index, ago] of minutes.entries()) {
        await product.world.sql(SAMPLE, [`${ago} minutes`, 7 + index, 5 + index]);
      }
      const console = await product.open({ as: ADMIN, at: '/' });
      await console.page.getByRole('img', { name: /^Users online, from/ }).waitFor();
      await console.button('overview.chart.asTable').click();
      const rows = console.page.getByRole('table').getByRole('row');
      expect(await rows.count()).toBeGreaterThanOrEqual(minutes.length);
      expect(await console.faultsOfAccess()).toEqual([]);
    });

    it('opens with four requests, and one for the names of people', async () => {
      await product.world.sql(SAMPLE, ['5 minutes', 7, 5]);
      await product.world.api.done('PUT', '/users/ola', { name: 'Ola Berg' });
      await product.world.api.done('POST', '/groups', { name: 'Shown' });
      const console = await product.open({ as: ADMIN, at: '/about' });
      await console.heading(console.text('screens.about')).waitFor();
      // the navigation's own request
      await until('it counts reports', () =>
        console.requests.some((one) => one.url().includes('/reports?')),
      );
      const before = console.requests.length;
      await console.go('/');
      await console.page.getByText(console.text('overview.allWell'), { exact: true }).waitFor();
      for (const tile of ['online', 'users', 'rooms', 'locked', 'failedJobs'] as const) {
        const label = console.text(`overview.tiles.${tile}`);
        await console.page.getByRole('link', { name: new RegExp(`^${label} \\d+$`) }).waitFor();
      }
      await console.page.getByRole('img', { name: /^Users online, from/ }).waitFor();
      const act = { who: 'secret', group: 'Shown' };
      const created = console.page.getByText(console.text('sentences.createGroup', act));
      await created.getByRole('link', { name: 'Shown' }).waitFor();
      // the name comes in a request after the entries
      await console.page.getByText('Ola Berg').first().waitFor();
      // a sign-in changes nothing
      const signIn = console.text('sentences.signIn', { who: ADMIN.username });
      expect(await console.page.getByText(signIn).count()).toBe(0);
      // not the stream, which each page has
      const paths = console.requests
        .slice(before)
        .filter((one) => one.headers()['x-background'] === undefined)
        .map((one) => new URL(one.url()).pathname.replace('/plugins/restapi/v1', ''))
        .filter((path) => path !== '/events');
      expect(paths.sort()).toEqual([
        ...['/logs/security', '/system/health', '/system/overview'],
        ...['/system/statistics/sessions/history', '/users'],
      ]);
    });

    it('names what needs attention', async () => {
      const end = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
      await product.world.api.done('PUT', '/lockouts/ben', { until: end(3) });
      await product.world.api.done('POST', '/keys', {
        ...{ name: 'old-portal', scopes: ['users:read'], expires: end(48) },
      });
      const console = await product.open({ as: ADMIN, at: '/' });
      await console.page.getByRole('link', { name: /: old-portal$/ }).waitFor();
      await console.page.getByRole('link', { name: /: ben$/ }).click();
      await console.row('ben').waitFor();
      await product.world.api.done('DELETE', '/lockouts/ben');
    });

    it('says within 20 s that the chat server has stopped, and is right again without reload', async () => {
      const console = await product.open({ as: ADMIN, at: '/' });
      const isWell = console.page.getByText(console.text('overview.allWell'), { exact: true });
      await isWell.waitFor();
      await product.world.prosody.stop();
      const parts = console.text('health.parts.chatserver');
      await console.page
        .getByText(console.text('overview.failing', { parts }), { exact: true })
        .waitFor({ timeout: 20_000 });
      await product.world.prosody.startAgain();
      await product.world.prosody.untilAttached();
      await isWell.waitFor();
    });
  });

  it.each([
    { does: 'reads', scopes: [], ticks: [] },
    { does: 'closes', scopes: ['reports:write'], ticks: ['close'] },
    {
      does: 'locks',
      scopes: ['reports:write', 'lockouts:write', 'sessions:write'],
      ticks: ['lock', 'sessions', 'close'],
    },
  ] as const)('a report offers who $does what they may do', async ({ does, scopes, ticks }) => {
    const { api } = product.world;
    const told = await api.done('POST', '/reports', { accused: 'ben@example.org', kind: 'abuse' });
    const key = await product.key(does, 'reports:read', ...scopes);
    const at = `/reports/${told.json<{ id: string }>().id}`;
    const console = await product.open({ as: { key }, at });
    await console.page
      .getByText(console.text('reports.measures.others'), { exact: true })
      .waitFor();
    const named = ticks.map((one) => console.text(`reports.measures.${one}`, { name: 'ben' }));
    const shown = console.page.getByRole('main').getByRole('checkbox');
    expect(
      await shown.evaluateAll((all) => all.map((one) => one.parentElement!.textContent)),
    ).toEqual(named);
    expect(await console.button('reports.measures.act').count()).toBe(ticks.length > 0 ? 1 : 0);
  });
});
