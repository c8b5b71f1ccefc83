import type { Locator } from 'playwright-core';
import type { TextKey } from '../../src/shared/texts/texts';
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
    // what is still asked for keeps its button from acting
    await control.and(console.page.locator(':enabled:not([aria-disabled=true])')).waitFor();
    await reach(console, control);
    await console.page.keyboard.press('Enter');
  };
  const type = async (console: Console, control: Locator, text: string) => {
    await reach(console, control);
    await console.page.keyboard.type(text);
  };
  const toggle = async (console: Console, control: Locator) => {
    await reach(console, control);
    await console.page.keyboard.press('Space');
  };
  /** Goes by arrows to an entry of a select. */
  const choose = async (console: Console, control: Locator, label: string) => {
    await reach(console, control);
    const chosen = () =>
      control.evaluate((select) => (select as HTMLSelectElement).selectedOptions[0]!.label);
    for (const arrow of ['ArrowUp', 'ArrowDown']) {
      for (let before = ''; before !== (await chosen()) && (await chosen()) !== label;) {
        before = await chosen();
        await console.page.keyboard.press(arrow);
      }
    }
    expect(await chosen()).toBe(label);
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
    await console.page.locator('[data-password]').waitFor();
    await keyboard.press('Escape');
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
    await choose(console, console.field('users.lock.until'), console.text('users.lock.spans.hour'));
    await press(console, console.button('users.lock.act', { name: 'Kim (kim)' }));
    await client.ended;
    await console.toast('users.lock.locked', { name: 'Kim (kim)' }).waitFor();
    const [lock] = await product.world.sql<{ reason: string; minutes: number }>(`
      select reason, round(extract(epoch from ends_at - now()) / 60)::int as minutes
      from lockout where username = 'kim'`);
    expect(lock).toMatchObject({ reason: 'Spam' });
    expect(lock!.minutes).toBeGreaterThan(50);
    expect(lock!.minutes).toBeLessThanOrEqual(60);
    await expect(product.world.login('kim', { password })).rejects.toThrow();
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
    await press(console, console.button('users.delete.act', { name: 'Kim (kim)' }));
    await console.toast('users.delete.done', { name: 'Kim (kim)' }).waitFor();
    expect((await product.world.api.call('GET', '/users/kim')).status).toBe(404);
  });

  it('a room is changed, for who is inside', async () => {
    await product.world.api.done('POST', '/chatrooms', {
      roomName: 'den',
      naturalName: 'Den',
      description: 'Quiet',
      persistent: true,
      moderated: false,
      broadcastPresenceRoles: ['moderator'],
    });
    await product.world.accounts('ola');
    const ola = await product.world.online('ola');
    await ola.join('den@conference.example.org', 'Ola');
    const console = await product.open({ as: ADMIN, at: '/rooms/conference/den' });
    const { page } = console;
    const labelled = (role: 'switch' | 'checkbox', key: TextKey) =>
      page.getByRole(role, { name: console.text(key), exact: true });
    await reach(console, console.field('rooms.fields.description'));
    await page.keyboard.press('Control+End');
    await page.keyboard.type(' and dark');
    await type(console, console.field('rooms.fields.subject'), 'Milk');
    await type(console, console.field('rooms.fields.password'), 'sesame');
    await type(console, console.field('rooms.fields.maxUsers'), '7');
    await toggle(console, labelled('switch', 'rooms.fields.moderated'));
    const whispers = console.text('rooms.choices.allowPM.moderators');
    await choose(console, console.field('rooms.fields.allowPM'), whispers);
    await toggle(console, labelled('checkbox', 'rooms.choices.broadcastPresenceRoles.visitor'));
    await page.keyboard.press('Control+s');
    await ola.nextMessage((stanza) => stanza.getChildText('subject') === 'Milk');
    await console.toast('form.saved').waitFor();
    const room = await product.world.api.done('GET', '/chatrooms/den');
    expect(room.json()).toMatchObject({
      ...{ description: 'Quiet and dark', subject: 'Milk', password: 'sesame', maxUsers: 7 },
      ...{ moderated: true, allowPM: 'moderators' },
      broadcastPresenceRoles: ['moderator', 'visitor'],
    });
    await ola.close();
  });

  it('a file of people is imported, in all its steps; what failed is imported again', async () => {
    await product.world.accounts('there');
    const console = await product.open({ as: ADMIN, at: '/users' });
    const { page } = console;
    const { keyboard } = page;
    const atStep = (number: number, step: 'columns' | 'check' | 'rules' | 'dryRun' | 'run') =>
      page
        .getByRole('heading', {
          name: console.text('import.stepOf', {
            number,
            name: console.text(`import.steps.${step}`),
          }),
        })
        .waitFor();
    const counted = (what: 'created' | 'changed' | 'failed', number: string) =>
      page
        .getByRole('listitem')
        .filter({ hasText: `${number} ${console.text(`import.counts.${what}`)}` })
        .waitFor();
    const run = (count: number) =>
      press(console, console.button('import.run.start', { count, number: String(count) }));

    await press(console, console.button('screens.importUsers'));
    const chooser = page.waitForEvent('filechooser');
    await press(console, console.button('import.file.choose'));
    const lines = ['who,name,password,shoe', 'max,Max,p1-secret,40', 'm ia,Mia,p1-secret,38'];
    await (
      await chooser
    ).setFiles({
      ...{ name: 'people.csv', mimeType: 'text/csv' },
      buffer: Buffer.from([...lines, 'there,There,p1-secret,39', ''].join('\n')),
    });
    await page.getByRole('cell', { name: 'Mia' }).waitFor();
    await press(console, console.button('import.next'));

    await atStep(2, 'columns');
    const becomes = (name: string) =>
      console.page.getByLabel(console.text('import.columns.becomes', { name }));
    await choose(console, becomes('shoe'), console.text('import.targets.skip'));
    await choose(console, becomes('who'), console.text('import.targets.username'));
    await press(console, console.button('import.next'));

    await atStep(3, 'check');
    const wrong = page.getByRole('listitem', {
      ...{ name: console.text('import.check.row', { number: '3' }), exact: true },
    });
    await reach(console, wrong.getByRole('textbox'));
    await keyboard.press('Control+a');
    await keyboard.type('mia');
    await keyboard.press('Enter');
    await wrong.getByText(console.text('import.check.fine')).waitFor();
    await press(console, console.button('import.next'));

    await atStep(4, 'rules');
    await press(console, console.button('import.dryRun.start'));
    await atStep(5, 'dryRun');
    await counted('created', '2');
    await counted('failed', '1');
    await run(3);
    await atStep(6, 'run');
    await counted('created', '2');
    await press(console, console.button('import.run.mend'));

    await atStep(3, 'check');
    await press(console, console.button('import.next'));
    await atStep(4, 'rules');
    const rule = (name: 'fail' | 'update') =>
      page.getByRole('radio', { name: console.text(`import.rules.existingChoices.${name}`) });
    await reach(console, rule('fail'));
    for (let moves = 0; moves < 3 && !(await rule('update').isChecked()); moves++) {
      await keyboard.press('ArrowDown');
    }
    await press(console, console.button('import.dryRun.start'));
    await atStep(5, 'dryRun');
    await counted('changed', '1');
    await run(1);
    await atStep(6, 'run');
    await counted('changed', '1');
    for (const [username, name] of [
      ['max', 'Max'],
      ['mia', 'Mia'],
      ['there', 'There'],
    ]) {
      const user = await product.world.api.done('GET', `/users/${username}`);
      expect(user.json()).toMatchObject({ name });
    }
    await (await product.world.online('mia', { password: 'p1-secret' })).close();
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
