import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Many rooms, and many people in one');
const ROOMS = 200_000;
const PEOPLE = 20_000;

suite('Many rooms, and many people in one', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    // without triggers: events of so many would let lists ask again while it is counted how often they do
    await product.world.sql(`
      begin; set local session_replication_role = replica;
      insert into room (service, name, natural_name, public_room, members_only, moderated, persistent, password)
      select 'conference', 'r' || lpad(n::text, 6, '0'), 'Room ' || n, n = 150001, n = 150002, n = 150003,
        n = 150004, case when n = 150005 then 'secret' end
      from generate_series(1, ${ROOMS}) n;
      insert into room_affiliation (room_id, jid, affiliation)
      select id, 'ola@example.org', 'member' from room where name = 'r150006';
      insert into room_affiliation (room_id, jid, affiliation)
      select id, 'person' || lpad(n::text, 5, '0') || '@example.org',
        case when n < 3 then 'owner' when n < 5 then 'admin' when n < 19999 then 'member' else 'outcast' end
      from room, generate_series(0, ${PEOPLE - 1}) n where name = 'r000001';
      commit; analyze room; analyze room_affiliation`);
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const lists = (console: Console, path: RegExp) =>
    console.requests.filter((one) => path.test(one.url()));
  const shown = (console: Console, number: string) =>
    console.page.getByText(console.text('list.more', { number }));

  it('20,000 people of a room open with the first 100', async () => {
    const at = '/rooms/conference/r000001?tab=people';
    const console = await product.open({ as: ADMIN, at });
    await console.row('person00000@example.org').waitFor();
    await shown(console, '100').waitFor();
    expect(lists(console, /\/(owners|admins|members|outcasts)\?/).length).toBeLessThanOrEqual(3);
    expect(await console.page.getByRole('row').count()).toBeLessThanOrEqual(60);
    expect(await console.faultsOfAccess()).toEqual([]);
    await console.go(`${at}&affiliation=outcast`);
    await console.row('person19999@example.org').waitFor();
    await console.page.getByText(console.text('list.all', { number: '1' })).waitFor();
  });

  it('200,000 rooms open with the first 100, and are searched', async () => {
    const console = await product.open({ as: ADMIN, at: '/rooms' });
    await console.row('r000001').waitFor();
    await shown(console, '100').waitFor();
    expect(lists(console, /\/chatrooms\?.*after=/)).toEqual([]);
    expect(await console.page.getByRole('row').count()).toBeLessThanOrEqual(60);
    await console.page.getByRole('searchbox').fill('room 150007');
    await console.row('r150007').waitFor();
    await console.page.getByText(console.text('list.all', { number: '1' })).waitFor();
    expect(await console.row('r0').count()).toBe(0);
  });

  it.each([
    ['type=public', 'r150001'],
    ['membersOnly=true', 'r150002'],
    ['moderated=true', 'r150003'],
    ['persistent=true', 'r150004'],
    ['passwordProtected=true', 'r150005'],
    ['affiliated=ola%40example.org', 'r150006'],
  ])('200,000 rooms are filtered by %s', async (filter, found) => {
    const console = await product.open({ as: ADMIN, at: `/rooms?${filter}` });
    await console.row(found).waitFor();
    await console.page.getByText(console.text('list.all', { number: '1' })).waitFor();
  });
});
