import type { Locator } from 'playwright-core';
import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Without a mouse, and on a phone');
/** More than any page has between its beginning and its end. */
const MOST_TABS = 80;

/** Goes there by Tab, as somebody does who has no mouse. */
async function reach({ page }: Console, control: Locator): Promise<void> {
  await control.waitFor();
  const isThere = () => control.evaluate((element) => element === document.activeElement);
  for (let pressed = 0; !(await isThere()); pressed++) {
    if (pressed === MOST_TABS) throw new Error(`${control.toString()} is not reached by Tab`);
    await page.keyboard.press('Tab');
  }
}

suite('Without a mouse', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const press = async (console: Console, control: Locator) => {
    await reach(console, control);
    await console.page.keyboard.press('Enter');
  };
  const type = async (console: Console, control: Locator, text: string) => {
    await reach(console, control);
    await console.page.keyboard.type(text);
  };

  it('a user is made with a generated password, found by the palette, locked, let in and deleted', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    const { keyboard } = console.page;
    await press(console, console.button('screens.newUser'));
    await console.field('users.fields.username').waitFor();
    await type(console, console.field('users.fields.username'), 'kim');
    await press(console, console.button('form.generate'));
    const password = await console.field('users.fields.password').inputValue();
    await type(console, console.field('users.fields.name'), 'Kim');
    await keyboard.press('Control+s');
    await console.heading('Kim').waitFor();
    const client = await product.world.online('kim', { password });

    await keyboard.press('Control+k');
    await console.page.locator('[role=dialog] input:focus').waitFor();
    await keyboard.type('kim');
    await console.page.getByRole('option', { name: /kim/ }).first().waitFor();
    await keyboard.press('Enter');
    await console.dialog().waitFor({ state: 'detached' });
    await console.heading('Kim').waitFor();

    await press(console, console.button('users.lock.lock'));
    await type(console, console.field('users.lock.reason'), 'Spam');
    await press(console, console.button('users.lock.act', { name: 'kim' }));
    await client.ended;
    await console.toast('users.lock.locked', { name: 'kim' }).waitFor();
    await keyboard.press('Control+z');
    await console.toast('common.undone').waitFor();
    await (await product.world.online('kim', { password })).close();

    await press(console, console.button('users.more'));
    const entry = console.page.getByRole('menuitem', { name: console.text('users.delete.delete') });
    await entry.waitFor();
    for (let moves = 0; moves < 10; moves++) {
      if (await entry.evaluate((element) => element === document.activeElement)) break;
      await keyboard.press('ArrowDown');
    }
    await keyboard.press('Enter');
    await type(console, console.dialog().getByRole('textbox'), 'kim');
    await keyboard.press('Enter');
    expect((await product.world.api.call('GET', '/users/kim')).status).toBe(200);
    await press(console, console.button('users.delete.act', { name: 'kim' }));
    await console.toast('users.delete.done', { name: 'kim' }).waitFor();
    expect((await product.world.api.call('GET', '/users/kim')).status).toBe(404);
  });

  it('a room is changed, for who is inside', async () => {
    await product.world.api.done('POST', '/chatrooms', {
      roomName: 'den',
      naturalName: 'Den',
      description: 'Quiet',
      persistent: true,
    });
    await product.world.accounts('ola');
    const ola = await product.world.online('ola');
    await ola.join('den@conference.example.org', 'Ola');
    const console = await product.open({ as: ADMIN, at: '/rooms/conference/den' });
    await type(console, console.field('rooms.fields.subject'), 'Milk');
    await console.page.keyboard.press('Control+s');
    await ola.nextMessage((stanza) => stanza.getChildText('subject') === 'Milk');
    await console.toast('form.saved').waitFor();
    await ola.close();
  });

  it('a list is walked through, rows are chosen and opened', async () => {
    await product.world.accounts('ada', 'ben', 'cleo');
    const console = await product.open({ as: ADMIN, at: '/users' });
    const { keyboard } = console.page;
    await console.row('ada').waitFor();
    await reach(console, console.page.getByRole('grid'));
    const chosen = (number: string) =>
      console.page
        .getByText(console.text('list.selected', { count: Number(number), number }))
        .waitFor();
    await keyboard.press('Home');
    await keyboard.press('Space');
    await chosen('1');
    await keyboard.press('Shift+ArrowDown');
    await keyboard.press('Shift+ArrowDown');
    await chosen('3');
    await keyboard.press('Escape');
    await keyboard.press('End');
    await keyboard.press('Home');
    await keyboard.press('Enter');
    await console.heading('ada').waitFor();
  });

  it.each(['en', 'zh'] as const)(
    'on a phone somebody is found, locked and gets a new password (%s)',
    async (language) => {
      const username = `phone-${language}`;
      await product.world.accounts(username);
      const console = await product.open({
        ...{ as: ADMIN, at: '/users', language, width: 360, height: 740 },
      });
      await console.page.getByRole('searchbox').fill(username);
      await console.row(username).click();
      await console.heading(username).waitFor();
      await console.button('users.lock.lock').click();
      await console.button('users.lock.act', { name: username }).click();
      await console.toast('users.lock.locked', { name: username }).waitFor();
      await expect(product.world.login(username)).rejects.toThrow();
      await console.button('common.undo').click();
      await console.toast('common.undone').waitFor();
      await console.button('users.password.reset').click();
      await console.button('users.password.act').click();
      const password = await console.page.locator('[data-password]').textContent();
      expect(await console.faultsOfAccess()).toEqual([]);
      await (await product.world.online(username, { password: password! })).close();
    },
  );
});
