import type { World } from '@chat-admin/prosody-integration/world';
import type { Console } from './console';

type Detail = readonly [name: 'changed' | 'to' | 'reason' | 'users', text: string];

/** What the log says of it, newest first: the lines of a job are one. */
export const SHOWN: readonly (readonly [
  act: string,
  object: string,
  via: 'account' | 'job',
  ...Detail[],
])[] = [
  ['admin deleted kimi', '/users/kimi', 'account'],
  ['admin ran job 1 to lock moe and mona', '/jobs/1', 'job', ['users', 'moe mona']],
  ['admin changed the setting site.motto', '/system/properties', 'account'],
  [
    'admin changed the room den: Subject and Moderated',
    '/chatrooms/den',
    'account',
    ['changed', 'subject moderated'],
  ],
  ['admin renamed kim to kimi', '/users/kim', 'account', ['to', 'kimi']],
  ['admin added admin@example.org to the contacts of kim', '/users/kim/roster', 'account'],
  ['admin added kim to Crew', '/users/kim/groups/Crew', 'account'],
  ['admin ended the sessions of kim', '/sessions/kim', 'account'],
  ['admin set a new password for kim', '/users/kim', 'account', ['changed', 'password']],
  ['admin unlocked kim', '/lockouts/kim', 'account'],
  ['admin locked kim: Spam', '/lockouts/kim', 'account', ['reason', 'Spam']],
  ['admin changed kim: Name and E-mail', '/users/kim', 'account', ['changed', 'name email']],
  ['admin created kim', '/users', 'account'],
];

export const facts = ({
  page,
}: Console): Promise<readonly (readonly [name: string, text: string])[]> =>
  page.evaluate(`[...document.querySelectorAll('main dl > div')].map((one) => [
    one.querySelector('dt').textContent,
    one.querySelector('dd').innerText.replaceAll('\\n', ' '),
  ])`);

/** What is there before. */
export async function prepareDay(world: World): Promise<void> {
  const { api } = world;
  await world.accounts('moe', 'mona');
  await api.done('POST', '/groups', { name: 'Crew' });
  await api.done('POST', '/chatrooms', {
    ...{ roomName: 'den', naturalName: 'Den', description: 'Quiet', persistent: true },
  });
  await api.done('POST', '/system/properties', { key: 'site.motto', value: 'a' });
}

/** What an administrator does in a day. */
export async function changeAll(console: Console): Promise<void> {
  const { page } = console;
  const inDialog = (name: string) => console.dialog().getByRole('button', { name, exact: true });
  await console.field('users.fields.username').fill('kim');
  await console.field('users.fields.password').fill('p1-secret');
  await console.button('users.new.create').click();
  await console.heading('kim').waitFor();

  await console.field('users.fields.name').fill('Kim');
  await console.field('users.fields.email').fill('kim@school.example');
  await console.button('common.save').click();
  await console.heading('Kim').waitFor();

  await console.button('users.lock.lock').click();
  await console.field('users.lock.reason').fill('Spam');
  await console.button('users.lock.act', { name: 'Kim (kim)' }).click();
  await console.toast('users.lock.locked', { name: 'Kim (kim)' }).waitFor();
  await console.button('common.undo').click();
  await console.toast('common.undone').waitFor();

  await console.button('users.password.reset').click();
  await console.button('users.password.act').click();
  await page.locator('[data-password]').waitFor();
  await page.keyboard.press('Escape');

  await console.tab('users.tabs.groups').click();
  await console.field('users.memberships.group').fill('Crew');
  await page.getByRole('option', { name: 'Crew' }).click();
  await console.button('users.memberships.add').click();
  await console.toast('users.memberships.added', { name: 'Crew' }).waitFor();

  await console.tab('users.tabs.contacts').click();
  await console.field('users.contacts.jid').fill('admin@example.org');
  await console.button('users.contacts.add').click();
  await console.toast('users.contacts.added', { name: 'admin@example.org' }).waitFor();

  await console.button('users.more').click();
  await page.getByRole('menuitem', { name: console.text('users.rename.rename') }).click();
  await console.dialog().getByLabel(console.text('users.fields.username')).fill('kimi');
  await inDialog(console.text('users.rename.rename')).click();
  await console.toast('users.rename.done', { name: 'kimi' }).waitFor();

  await console.go('/rooms/conference/den');
  await console.field('rooms.fields.subject').fill('Milk');
  await page.getByRole('switch', { name: console.text('rooms.fields.moderated') }).click();
  await console.button('common.save').click();
  await console.toast('form.saved').waitFor();

  await console.go('/settings?key=site.motto');
  await console.field('system.value').fill('b');
  await console.button('common.save').click();
  await page.getByText('b', { exact: true }).waitFor();

  await console.go('/users?text=mo');
  for (const name of ['moe', 'mona']) {
    await page.getByRole('checkbox', { name: console.text('list.select', { name }) }).click();
  }
  const act = console.text('users.lock.lock');
  await console.button('users.lock.lock').click();
  await console.button('users.bulk.of', { act, count: 2, number: '2' }).click();
  const counts = { succeeded: '2', unchanged: '0', failed: '0' };
  await page.getByText(console.text('progress.result', counts)).waitFor();
  await page.keyboard.press('Escape');

  await console.go('/users/kimi');
  await console.button('users.more').click();
  await page.getByRole('menuitem', { name: console.text('users.delete.delete') }).click();
  await page.getByRole('checkbox', { name: console.text('users.delete.keep') }).click();
  await console.dialog().getByRole('textbox').fill('kimi');
  await console.button('users.delete.act', { name: 'Kim (kimi)' }).click();
  await console.toast('users.delete.done', { name: 'Kim (kimi)' }).waitFor();
}
