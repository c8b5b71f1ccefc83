import type { Open } from './repositories.js';
import { anAccount, jid, name } from './samples.js';

/** What people have written to each other. */
export function messageArchiveSuite(open: Open): void {
  const ola = name('ola');
  const zoe = name('zoe');
  const at = (second: number) => new Date(Date.UTC(2025, 2, 4, 12, 0, second));

  beforeEach(async () => {
    await open().startOver();
    await open().users.add([anAccount('ola'), anAccount('zoe')]);
  });

  const store = async (seconds: readonly number[], received = true, username = ola) => {
    for (const second of seconds) {
      await open().archiveMessage(username, { sentAt: at(second), received });
    }
  };
  const unread = (username = ola) => open().archive.unread(username);

  it('what was received since the last logout is unread', async () => {
    await store([1, 2, 3, 4]);
    await store([5], false);
    await store([5], true, zoe);
    expect(await unread()).toBe(0);
    await open().logOut(ola, at(2));
    expect(await unread()).toBe(2);
    await open().logOut(ola, at(4));
    expect([await unread(), await unread(zoe), await unread(name('ghost'))]).toEqual([0, 0, 0]);
  });

  it('an archive goes with its account, to another name and away', async () => {
    await open().logOut(ola, at(0));
    await store([1, 2]);
    await open().userChanges.rename(ola, name('eva'), {}, null);
    expect([await unread(name('eva')), await unread()]).toEqual([2, 0]);
    await open().userChanges.remove(name('eva'), jid('admin'));
    await open().users.add([anAccount('eva')]);
    expect(await unread(name('eva'))).toBe(0);
  });

  it('messages are forgotten from the oldest one on, a piece at a time', async () => {
    const { archive } = open();
    await open().logOut(ola, at(0));
    await open().logOut(zoe, at(0));
    await store([3, 1]);
    await store([2], true, zoe);
    await open().archiveMessage(ola, { sentAt: new Date(), received: true });
    expect(await archive.forget(1, 2)).toBe(2);
    expect([await unread(), await unread(zoe)]).toEqual([2, 0]);
    expect(await archive.forget(99_999, 2)).toBe(0);
    expect(await archive.forget(1, 2)).toBe(1);
    expect(await unread()).toBe(1);
  });
}
