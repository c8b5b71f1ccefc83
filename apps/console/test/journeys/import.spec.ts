import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Import');

suite('An import', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('there');
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const choose = (console: Console, name: string, buffer: Buffer) =>
    console.page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer });
  const row = (console: Console, number: number) =>
    console.page.getByRole('listitem', {
      name: console.text('import.check.row', { number: String(number) }),
      exact: true,
    });
  const atStep = (
    console: Console,
    number: number,
    step: 'columns' | 'check' | 'rules' | 'dryRun' | 'run',
  ) =>
    console.page
      .getByRole('heading', {
        name: console.text('import.stepOf', { number, name: console.text(`import.steps.${step}`) }),
      })
      .waitFor();
  const count = (
    console: Console,
    what: 'created' | 'changed' | 'skipped' | 'failed',
    number: string,
  ) =>
    console.page
      .getByRole('listitem')
      .filter({ hasText: `${number} ${console.text(`import.counts.${what}`)}` })
      .waitFor();
  const jobsSent = ({ requests }: Console) =>
    requests.filter((one) => one.method() === 'POST' && /\/jobs\b/.test(one.url())).length;
  const there = async (username: string) =>
    (await product.world.api.call('GET', `/users/${username}`)).status === 200;

  it.each([
    ['en', 1440],
    ['de', 320],
    ['es', 768],
    ['zh', 320],
  ] as const)(
    'guesses how the file is stored, is mended, tried and done, and hands passwords out (%s, %i px)',
    async (language, width) => {
      const console = await product.open({ as: ADMIN, at: '/users', language, width });
      await console.button('screens.importUsers').click();
      const name = `jo-${language}`;
      const lines = [
        'Benutzername;Vorname;Nachname;Klasse;Schrank',
        `${name};J\u00f6rg;M\u00fcller;7b;12`,
        `an na ${language};<img src=x onerror=window.__xss=1>;B\u00f6ll;7b;13`,
        'there;Da;Schon;7b;14',
      ];
      await choose(console, 'klasse.csv', Buffer.from(`${lines.join('\r\n')}\r\n`, 'latin1'));
      await console.page.getByRole('cell', { name: 'M\u00fcller' }).waitFor();
      expect(await console.field('import.file.encoding').inputValue()).toBe('windows-1252');
      expect(await console.field('import.file.separator').inputValue()).toBe(';');
      expect(await console.faultsOfAccess()).toEqual([]);

      await console.button('import.next').click();
      await atStep(console, 2, 'columns');
      const targets = await console.page.getByRole('combobox').all();
      expect(await Promise.all(targets.map((one) => one.inputValue()))).toEqual([
        ...['username', 'firstName', 'lastName', 'groups', 'skip'],
      ]);
      expect(await console.faultsOfAccess()).toEqual([]);

      await console.button('import.next').click();
      await atStep(console, 3, 'check');
      await row(console, 3).getByText(console.text('import.problems.nameInvalid')).waitFor();
      expect(await console.button('import.next').getAttribute('aria-disabled')).toBe('true');
      expect(await console.faultsOfAccess()).toEqual([]);
      await row(console, 3).getByRole('textbox').fill(`anna-${language}`);
      await row(console, 3).getByRole('textbox').press('Enter');
      await row(console, 3).getByText(console.text('import.check.fine')).waitFor();

      await console.button('import.next').click();
      await atStep(console, 4, 'rules');
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('import.dryRun.start').click();
      await atStep(console, 5, 'dryRun');
      await console.page.getByText(console.text('import.dryRun.done')).waitFor();
      expect(await console.page.getByText(console.text('import.run.status.done')).count()).toBe(0);
      await count(console, 'created', '2');
      await count(console, 'failed', '1');
      await row(console, 4).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      expect(await there(name)).toBe(false);

      await console.button('import.run.start', { count: 3, number: '3' }).click();
      await atStep(console, 6, 'run');
      await count(console, 'created', '2');
      await count(console, 'failed', '1');
      await row(console, 4).waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      const user = (await product.world.api.done('GET', `/users/${name}`)).json<{ name: string }>();
      expect(user.name).toBe('J\u00f6rg M\u00fcller');
      const groups = await product.world.api.done('GET', '/groups/7b');
      expect(groups.json<{ members: readonly string[] }>().members).toContain(
        `anna-${language}@example.org`,
      );

      await console.button('passwords.fetch').click();
      await console
        .dialog()
        .getByText(console.text('passwords.here', { count: 2, number: '2' }))
        .waitFor();
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.page.evaluate(`window.print = () => {
        window.printed = [...document.querySelectorAll('[data-print] section')].map((one) =>
          [...one.querySelectorAll('h2, dd')].map(({ textContent }) => textContent));
      }`);
      await console.button('passwords.print').click();
      await console.page.waitForFunction('window.printed !== undefined');
      const printed = (await console.page.evaluate('window.printed')) as readonly string[][];
      const [title, , jid, password] = printed.find(([, username]) => username === name)!;
      expect([title, jid]).toEqual(['Jörg Müller', `${name}@example.org`]);
      await (await product.world.online(name, { password: password! })).close();
      expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    },
  );

  it('of 10,000 rows is one job and goes on without its tab; what failed is mended, and imported again', async () => {
    const people = Array.from({ length: 10_000 }, (_, at) => `pupil${at},=Pupil ${at},p1-secret`);
    people[1] = ',Nobody,p1-secret'; // row 3
    people[698] = 'pupil0,Twice,p1-secret'; // row 700
    people[9] = 'there,There,p1-secret'; // row 11
    people[10] = 'pupil\uE000,There,p1-secret'; // row 12: the service alone knows that this is no name
    // most are there already, since passwords take long
    await product.world.sql(
      "insert into account (username) select 'pupil' || n from generate_series(100, 9999) n",
    );
    const file = Buffer.from(`\ufeffusername,name,password\n${people.join('\n')}\n`, 'utf8');
    const first = await product.open({ as: ADMIN, at: '/import/users' });
    const rows = () => first.page.locator('table tbody tr, main ul > li').count();
    await choose(first, 'pupils.csv', file);
    await first.page.getByRole('columnheader', { name: 'username', exact: true }).waitFor();
    expect(await first.field('import.file.encoding').inputValue()).toBe('utf-8');
    await first.button('import.next').click();
    await first.button('import.next').click();
    await row(first, 3).getByText(first.text('import.problems.nameMissing')).waitFor();
    const twice = first.text('import.problems.nameTwice', { number: '2' });
    await row(first, 700).getByText(twice).waitFor();
    expect(await rows()).toBeLessThanOrEqual(60);
    await first.button('import.check.leaveAll', { number: '2' }).click();
    await first.page.getByText(first.text('import.check.allFine', { number: '9,998' })).waitFor();
    await first.button('import.next').click();
    await first.page.getByText(first.text('import.rules.existingChoices.skip')).click();
    expect(jobsSent(first)).toBe(0);
    await first.button('import.dryRun.start').click();
    await count(first, 'created', '97');
    await count(first, 'skipped', '9,900');
    await count(first, 'failed', '1');
    expect(await rows()).toBeLessThanOrEqual(60);
    await first.button('import.run.start', { count: 9_998, number: '9,998' }).click();
    await atStep(first, 6, 'run');
    expect(jobsSent(first)).toBe(2);
    const open = first.page.getByRole('link', { name: /\d/ }).last();
    const address = (await open.getAttribute('href'))!.replace(/^.*#/, '');
    const second = await product.openTab(first, address);
    await first.close();
    await second.page
      .getByText(second.text('progress.lines', { processed: '9,998', lines: '9,998' }))
      .waitFor();

    await second.button('jobs.again').click();
    await choose(second, 'pupils.csv', file);
    await second.button('import.next').click();
    await second.button('import.next').click();
    await second.page.getByText(second.text('import.check.allFine', { number: '1' })).waitFor();
    await second.button('import.next').click();
    await second.page.getByText(second.text('import.rules.existingChoices.update')).click();
    await second.button('import.dryRun.start').click();
    await count(second, 'failed', '1');
    await row(second, 12).getByRole('textbox').first().fill('there');
    await row(second, 12).getByRole('textbox').first().press('Enter');
    await second.button('import.dryRun.again').click();
    await count(second, 'changed', '1');
    const nameOf = async (username: string) =>
      (await product.world.api.done('GET', `/users/${username}`)).json<{ name?: string }>().name;
    expect(await nameOf('there')).not.toBe('There');
    await second.button('import.run.start', { count: 1, number: '1' }).click();
    await atStep(second, 6, 'run');
    await count(second, 'changed', '1');
    expect(await nameOf('there')).toBe('There');
    expect(await nameOf('pupil99')).toBe('=Pupil 99');
  });
});
