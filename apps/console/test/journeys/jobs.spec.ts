import { readFileSync } from 'node:fs';
import { until } from '@chat-admin/debian-programs/until';
import type { Console } from '../support/console';
import { awaySchool, leaving } from '../support/directory';
import type { School } from '../support/directory';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Jobs', 'slapd');

suite('Jobs', () => {
  const crowd = Array.from({ length: 120 }, (_, at) => `crowd${String(at).padStart(3, '0')}`);
  const pupils = Array.from({ length: 12 }, (_, at) => `pupil${String(at).padStart(2, '0')}`);
  let product: Product;
  let school: School;
  beforeAll(async () => {
    school = await awaySchool(pupils);
    product = await Product.start({ api: { directoriesFile: school.file } });
    const users = crowd.map((username) => ({ username, password: 'p1-secret' }));
    await product.world.api.done('POST', '/users', { users });
  });
  afterEach(() => product?.closeConsoles());
  afterAll(async () => {
    await product?.stop();
    await school?.remove();
  });

  const box = (console: Console, name: string) =>
    console.page.getByRole('checkbox', { name: console.text('list.select', { name }) });
  const jobsSent = (console: Console) =>
    console.requests.filter((one) => one.method() === 'POST' && /\/jobs\?/.test(one.url())).length;

  it('say in the list how many of their lines failed', async () => {
    await product.world.api.job('users', [{ username: 'n o t' }]);
    const console = await product.open({ as: ADMIN, at: '/jobs' });
    await console.page.getByText(console.text('jobs.doneWithFailures', { failed: '1' })).waitFor();
  });

  it('lead from each result to what it is about', async () => {
    const { api } = product.world;
    const [group, people] = [
      await api.job('groups', [{ name: 'Seven' }]),
      await api.job('lockouts', [{ username: 'crowd000', action: 'remove' }]),
    ];
    await api.done('PUT', '/users/crowd000', { name: 'Crowd Zero' });
    const console = await product.open({ as: ADMIN, at: `/jobs/${group}` });
    await console.page.getByRole('link', { name: 'Seven', exact: true }).click();
    await console.heading('Seven').waitFor();
    await console.go(`/jobs/${people}`);
    await console.page.getByRole('link', { name: 'Crowd Zero crowd000' }).click();
    await console.heading('Crowd Zero').waitFor();
  });

  it('add fifty people, chosen with Shift, to a group: one job', async () => {
    await product.world.api.done('POST', '/groups', { name: 'Crew' });
    const console = await product.open({ as: ADMIN, at: '/users' });
    await box(console, 'crowd000').click();
    await console.page.evaluate('document.querySelector("[data-grid]").scrollTo(0, 1500)');
    await box(console, 'crowd049').click({ modifiers: ['Shift'] });
    await console.page.getByText(console.text('list.selected', { count: 50 })).waitFor();
    await console.button('users.bulk.group').click();
    const group = console.field('users.memberships.group');
    // the list of what fits hides the dialog from roles
    const name = console.text('users.bulk.groupAdd');
    const add = console.page.getByRole('button', { name, exact: true, includeHidden: true });
    await group.fill('CREW');
    const meant = console.text('users.bulk.groupMeant', { name: 'CREW', other: 'Crew' });
    await console.page.getByText(meant).waitFor();
    expect(await add.getAttribute('aria-disabled')).toBe('true');
    await group.fill('Crew');
    await console.page.getByRole('option', { name: 'Crew' }).click();
    expect(await console.faultsOfAccess()).toEqual([]);
    await add.click();
    await console.page
      .getByText(console.text('progress.result', { succeeded: '50', unchanged: '0', failed: '0' }))
      .waitFor();
    expect(jobsSent(console)).toBe(1);
    const crew = await product.world.api.done('GET', '/groups/Crew');
    expect(crew.json<{ members: readonly string[] }>().members).toHaveLength(50);
  });

  it.each([
    ['lock', 'en', 1440],
    ['unlock', 'de', 320],
  ] as const)(
    '%s all that match; the number is stated first (%s, %i px)',
    async (bulk, language, width) => {
      const console = await product.open({ as: ADMIN, at: '/users', language, width });
      const client =
        bulk === 'lock' && (await product.world.online('crowd110', { password: 'p1-secret' }));
      await box(console, ADMIN.username).click();
      await console.button('list.selectAll').click();
      await console.page.getByText(console.text('list.selected', { count: 121 })).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      const act = console.text(`users.lock.${bulk}`);
      const count = bulk === 'lock' ? 120 : 121; // nobody locks himself out
      await console.button(`users.lock.${bulk}`).click();
      const number = String(count);
      await console.button('users.bulk.of', { act, count, number }).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('users.bulk.of', { act, count, number }).click();
      const [unchanged, failed] = [String(count - 120), '0'];
      await console.page
        .getByText(console.text('progress.result', { succeeded: '120', unchanged, failed }))
        .waitFor();
      if (client) await client.ended;
      expect(jobsSent(console)).toBe(1);
    },
  );

  it('delete several only when their number is typed', async () => {
    const console = await product.open({ as: ADMIN, at: '/users?text=crowd11' });
    await box(console, 'crowd118').click();
    await box(console, 'crowd119').click();
    await console.button('users.delete.delete').click();
    const act = console.button('users.bulk.of', {
      act: console.text('users.delete.delete'),
      count: 2,
      number: '2',
    });
    expect(await act.getAttribute('aria-disabled')).toBe('true');
    await console.dialog().getByRole('textbox').fill('2');
    await act.click();
    await console.page
      .getByText(console.text('progress.result', { succeeded: '2', unchanged: '0', failed: '0' }))
      .waitFor();
    expect((await product.world.api.call('GET', '/users/crowd118')).status).toBe(404);
    expect((await product.world.api.call('GET', '/users/crowd117')).status).toBe(200);
  });

  it('export all that is kept of a person, as an archive', async () => {
    const console = await product.open({ as: ADMIN, at: '/users/crowd001', language: 'de' });
    await console.button('users.more').click();
    await console.page.getByRole('menuitem', { name: console.text('users.exportData') }).click();
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.button('personal.make').click();
    await console.button('personal.fetch').waitFor();
    const kept = console.page.waitForEvent('download');
    await console.button('personal.fetch').click();
    const file = readFileSync(await (await kept).path());
    expect(file.subarray(0, 2).toString()).toBe('PK');
    expect(file.includes('person.xml')).toBe(true);
  });

  it('export names that begin with = so that a spreadsheet takes them for text', async () => {
    await product.world.api.done('PUT', '/users/crowd002', { name: '=HYPERLINK("http://a")' });
    const console = await product.open({ as: ADMIN, at: '/users?text=crowd00' });
    await console.row('crowd002').waitFor();
    const kept = console.page.waitForEvent('download');
    await console.button('list.export').click();
    const file = readFileSync(await (await kept).path(), 'utf8');
    expect(file).toContain(`"'=HYPERLINK(""http://a"")"`);
    expect(file.trim().split('\r\n')).toHaveLength(11);
  });

  describe('of a directory', () => {
    const started = async (console: Console, isDry: boolean) => {
      await console.button('directories.start').click();
      await console
        .field('directories.fields.mode')
        .selectOption(console.text('directories.choices.mode.full'));
      if (!isDry) await console.page.getByLabel(console.text('directories.onlyShow')).uncheck();
      await console
        .dialog()
        .getByRole('button', {
          name: console.text(isDry ? 'directories.startDry' : 'directories.start'),
        })
        .click();
    };
    /** The API looks again soon after a run that fails. */
    const notByItself = async () => {
      const later = () =>
        product.world.sql(`update directory_state set next_at = now() + interval '1 hour'`);
      await later();
      await until('no run is under way', async () => {
        const running = await product.world.sql(
          'select from directory_run where finished_at is null',
        );
        return running.length === 0;
      });
      await later();
    };
    const status = (console: Console, name: 'done' | 'waiting' | 'cancelled') =>
      console.page
        .locator('main header')
        .getByText(console.text(`directories.choices.status.${name}`), { exact: true });

    it('say why it fails, which step of a test does, and try a login', async () => {
      const console = await product.open({ as: ADMIN, at: '/directories' });
      await console.page.getByText(console.text('directories.states.failing')).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.page.getByRole('link', { name: 'main', exact: true }).click();
      await console.heading('main').waitFor();
      await console.page.getByText(console.text('directories.endedEarly')).first().waitFor();
      const test = async () => {
        await console
          .dialog()
          .getByRole('button', { name: console.text('directories.test') })
          .click();
      };
      const step = (name: 'connect' | 'people' | 'login') =>
        console
          .dialog()
          .getByRole('listitem')
          .filter({ hasText: console.text(`directories.steps.${name}`) });
      await console.button('directories.test').click();
      await test();
      await step('connect').getByText(console.text('directories.outcomes.failed')).waitFor();
      await notByItself();
      await school.slapd.start();
      await console.field('signIn.username').fill('pupil01');
      await console.field('signIn.password').fill('wrong');
      await test();
      await step('login').getByText(console.text('directories.logins.wrong')).waitFor();
      await step('people').getByText(console.text('directories.outcomes.ok')).waitFor();
      expect(await console.field('signIn.password').inputValue()).toBe('');
      expect(await console.faultsOfAccess()).toEqual([]);
      await test();
      await console.dialog().getByRole('alert').waitFor();
      await console.field('signIn.password').fill('of-pupil01');
      await test();
      await step('login').getByText(console.text('directories.outcomes.ok')).waitFor();
      const message = 'nobody below ou=a, dc=b, dc=b is found';
      const steps = [{ name: 'people', outcome: 'failed', message, milliseconds: 1 }];
      await console.page.route(/\/main\/test$/, (route) => route.fulfill({ json: { steps } }));
      await console.field('signIn.username').fill('');
      await test();
      await step('people').getByText(message, { exact: true }).waitFor();
    });

    it('show what a dry run would do, then do it', async () => {
      const console = await product.open({
        as: ADMIN,
        at: '/directories/main',
        language: 'de',
        width: 320,
      });
      await started(console, true);
      await status(console, 'done').waitFor();
      await console.page.getByText('pupil01', { exact: true }).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      expect((await product.world.api.call('GET', '/users/pupil01')).status).toBe(404);
      await console.page.getByRole('main').getByRole('link', { name: 'main' }).click();
      await started(console, false);
      await status(console, 'done').waitFor();
      await console.page.getByRole('link', { name: /pupil11/ }).click();
      await console.heading('Pupil pupil11').waitFor();
    });

    it('wait until the number of people is typed', async () => {
      await school.slapd.change(leaving(pupils.slice(0, 7)));
      const console = await product.open({ as: ADMIN, at: '/directories/main' });
      await started(console, false);
      await status(console, 'waiting').waitFor();
      const taken = { of: '12', locked: '7', removed: '0', renamed: '0' };
      await console.page.getByText(console.text('directories.taken.people', taken)).waitFor();
      await console.button('directories.confirm').click();
      const dialog = console.dialog();
      const confirm = dialog.getByRole('button', { name: console.text('directories.confirm') });
      expect(await confirm.getAttribute('aria-disabled')).toBe('true');
      await dialog.getByRole('textbox').fill('6');
      expect(await confirm.getAttribute('aria-disabled')).toBe('true');
      await dialog.getByRole('textbox').fill('7');
      expect(await console.faultsOfAccess()).toEqual([]);
      await product.world.sql(
        `update directory_run set message = replace(message, 'lock 7', 'lock 8') where status = 'waiting'`,
      );
      await confirm.click();
      await dialog.getByText(console.text('errors.status412')).waitFor();
      const more = console.text('directories.taken.people', { ...taken, locked: '8' });
      await dialog.getByText(more).waitFor();
      expect(console.requests.filter((one) => one.url().endsWith('/confirm'))).toEqual([]);
      expect(await confirm.getAttribute('aria-disabled')).toBe('true');
      await dialog.getByRole('textbox').fill('8');
      await confirm.click();
      await status(console, 'done').waitFor();
      expect((await product.world.api.call('GET', '/lockouts/pupil06')).status).toBe(200);
      expect((await product.world.api.call('GET', '/lockouts/pupil07')).status).toBe(404);
    });

    it('are paused and resumed, by whoever may', async () => {
      const scopes = ['directories:read', 'directories:write'] as const;
      const key = await product.key('directories', ...scopes);
      const console = await product.open({ as: { key }, at: '/directories/main' });
      await console.button('directories.pause').click();
      await console.page
        .getByText(console.text('directories.states.off'), { exact: true })
        .waitFor();
      expect(await console.button('directories.start').count()).toBe(0);
      await console.button('directories.resume').click();
      await console.button('directories.pause').waitFor();
      const reader = await product.key('directories-reader', scopes[0]);
      const other = await product.open({ as: { key: reader }, at: '/directories/main' });
      await other.page.getByText(other.text('directories.runs')).waitFor();
      expect(await other.button('directories.pause').count()).toBe(0);
    });
  });
});
