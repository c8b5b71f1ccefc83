import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Times');
/** The browser is in Berlin. */
const ZONE = 'Pacific/Kiritimati';
const DAY_BEGINS = '2026-03-09T10:00:00Z';

suite('Times that are typed are those of the chosen zone', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('ada', 'ben', 'kim');
    const { world } = product;
    await world.sql(
      `update account set created_at = $1::timestamptz -
         case username when 'ben' then interval '1 second' else interval '0' end
       where username in ('ada', 'ben')`,
      [DAY_BEGINS],
    );
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const openFarAway = async (at: string) => {
    const console = await product.open({ as: ADMIN, at: '/preferences' });
    await console.field('preferences.zone').fill(ZONE);
    await console.page.getByText(/GMT\+14/).waitFor();
    await console.go(at);
    return console;
  };

  it('somebody is locked until a time there, which is shown as typed', async () => {
    const console = await openFarAway('/users/kim');
    await console.button('users.lock.lock').click();
    await console
      .field('users.lock.until')
      .selectOption({ label: console.text('users.lock.spans.date') });
    const date = console.field('users.lock.date');
    const act = console.button('users.lock.act', { name: 'kim' });
    expect(await date.inputValue()).toMatch(/T23:59$/);
    for (const [typed, why] of [
      ['2020-03-10T08:30', 'users.lock.past'],
      ['', 'users.lock.noDate'],
    ] as const) {
      await date.fill(typed);
      await console.page.getByText(console.text(why)).waitFor();
      expect(await act.getAttribute('aria-disabled')).toBe('true');
    }
    await date.fill('2099-03-10T08:30');
    expect(await date.inputValue()).toBe('2099-03-10T08:30');
    await act.click();
    await console.toast('users.lock.locked', { name: 'kim' }).waitFor();
    const lockout = await product.world.sql<{ until: Date }>(
      `select ends_at as until from lockout where username = 'kim'`,
    );
    expect(lockout[0]!.until.toISOString()).toBe('2099-03-09T18:30:00.000Z');
    await console.page.getByText(/10 Mar 2099/).waitFor();
  });

  it('users are found who were made since a day began there, and before it', async () => {
    const console = await openFarAway('/users');
    await console.row('kim').waitFor();
    await console.button('list.filter').click();
    const created = console.text('users.filters.createdTo');
    await console.page.getByRole('menuitem', { name: created }).click();
    await console.page.locator('input[type=date]').fill('2026-03-10');
    await console.button('list.apply').click();
    await console.row('kim').waitFor({ state: 'detached' });
    await console.page.getByText(`${created}: 10 Mar 2026`).waitFor();
    await console.row('ben').waitFor();
    expect(await console.row('ada').count()).toBe(0);
    await console.go('/users?createdFrom=2026-03-10');
    await console.row('ada').waitFor();
    expect(await console.row('ben').count()).toBe(0);
  });

  it('the audit log has the entries of a day there', async () => {
    await product.world.sql(`
      insert into audit_entry (username, occurred_at, summary, node, details)
      select 'eve', '${DAY_BEGINS}'::timestamptz + after * interval '1 second', 'Second ' || after, 'n1', ''
      from unnest(array[-1, 0, 86399, 86400]) after`);
    const console = await openFarAway('/audit?username=eve&from=2026-03-10&to=2026-03-10');
    await console.row('Second 86399').waitFor();
    await console.row('Second 0').waitFor();
    expect(await console.row('Second').count()).toBe(2);
  });
});
