import { auditSummaries } from './audit-summaries.js';
import { gate } from './gate.js';
import type { Open } from './repositories.js';
import { anAccount, anEntry, name } from './samples.js';

/** Transactions across repositories. */
export function transactionSuite(open: Open): void {
  beforeEach(() => open().startOver());

  it('commits the changes of all repositories together', async () => {
    const { transactions, users } = open();
    const value = await transactions.run(async () => {
      await users.add([anAccount('a')]);
      await users.add([anAccount('b')]);
      return 7;
    });
    expect(value).toBe(7);
    expect(await users.existing(['a', 'b'].map(name))).toEqual(new Set(['a', 'b']));
  });

  it('rolls back everything when the work fails', async () => {
    const { transactions, users, userChanges } = open();
    await users.add([anAccount('b', { name: 'B' })]);
    const failing = transactions.run(async () => {
      await users.add([anAccount('a')]);
      await userChanges.update(name('b'), { name: null }, null);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await users.find(name('a'))).toBeNull();
    expect(await users.find(name('b'))).toMatchObject({ name: 'B' });
  });

  it('undoes a part that fails, or is not kept, alone, with what waits for the commit', async () => {
    const { transactions, users } = open();
    const told: string[] = [];
    const part = (user: string, keeps: boolean, failure: Error | null = null) =>
      transactions.part(async () => {
        await transactions.run(() => users.add([anAccount(user)]));
        await transactions.afterCommit(async () => told.push(user));
        if (failure !== null) throw failure;
        return user;
      }, keeps);
    await transactions.run(async () => {
      expect(await part('a', true)).toBe('a');
      await expect(part('b', true, new Error('no'))).rejects.toThrow('no');
      expect(await part('c', false)).toBe('c');
      expect(await users.find(name('c'))).toBeNull();
      await part('d', true);
    });
    expect(await users.existing(['a', 'b', 'c', 'd'].map(name))).toEqual(
      new Set(['a', 'd'].map(name)),
    );
    expect(told).toEqual(['a', 'd']);
    await expect(part('e', true)).rejects.toThrow('There is no transaction');
  });

  it("joins the caller's transaction", async () => {
    const { transactions, users } = open();
    const failing = transactions.run(async () => {
      await transactions.run(() => users.add([anAccount('inner')]));
      throw new Error('outer fails');
    });
    await expect(failing).rejects.toThrow('outer fails');
    expect(await users.find(name('inner'))).toBeNull();
  });

  it('refuses code that outlives it', async () => {
    const { transactions, users } = open();
    const ended = gate();
    let straggler: Promise<unknown> | undefined;
    await transactions.run(async () => {
      straggler = ended.opened.then(() => users.find(name('a')));
      await users.find(name('a'));
    });
    ended.open();
    await expect(straggler).rejects.toThrow('has ended already');
  });

  it('writes the audit entry of the request once, and owes it again when the work fails', async () => {
    const { transactions, users, audit } = open();
    const owed = await audit.request(anEntry('twice'), async () => {
      await transactions.run(() => users.add([anAccount('a')]));
      await transactions.run(() => users.add([anAccount('b')]));
    });
    expect(owed).toBe(false);
    const failing = transactions.run(() => Promise.reject(new Error('no')));
    expect(await audit.request(anEntry('none'), () => failing.catch(() => undefined))).toBe(true);
    expect(await auditSummaries(open)).toEqual(['twice']);
  });

  describe('a rehearsal', () => {
    it('undoes the work, without what waits for the commit and without the audit entry', async () => {
      const { transactions, users, audit } = open();
      let isHeard = false;
      const owed = await audit.request(anEntry('tried'), async () => {
        const found = await transactions.rehearse(async () => {
          await transactions.run(() => users.add([anAccount('a')]));
          await transactions.afterCommit(async () => (isHeard = true));
          return users.find(name('a'));
        });
        expect(found?.username).toBe('a');
      });
      expect(owed).toBe(true);
      expect(isHeard).toBe(false);
      expect(await users.find(name('a'))).toBeNull();
    });

    it('fails as the work does', async () => {
      const { transactions, users } = open();
      const failing = transactions.rehearse(async () => {
        await users.add([anAccount('a')]);
        throw new Error('refused');
      });
      await expect(failing).rejects.toThrow('refused');
      expect(await users.find(name('a'))).toBeNull();
    });
  });

  describe('what waits for the commit', () => {
    it('runs in order after the commit, and sees what was stored', async () => {
      const { transactions, users } = open();
      const events: unknown[] = [];
      await transactions.run(async () => {
        await transactions.afterCommit(async () => events.push(await users.find(name('a'))));
        await transactions.run(() => transactions.afterCommit(async () => events.push('second')));
        await users.add([anAccount('a')]);
        events.push('work is done');
      });
      expect(events).toEqual(['work is done', anAccount('a').user, 'second']);
    });

    it('does not run when the work fails, and runs at once outside a transaction', async () => {
      const { transactions } = open();
      const events: string[] = [];
      const failing = transactions.run(async () => {
        await transactions.afterCommit(async () => events.push('failed'));
        throw new Error('no');
      });
      await expect(failing).rejects.toThrow('no');
      await transactions.afterCommit(async () => events.push('at once'));
      expect(events).toEqual(['at once']);
    });

    it('may itself be a transaction', async () => {
      const { transactions, users } = open();
      await transactions.run(() =>
        transactions.afterCommit(() => transactions.run(() => users.add([anAccount('later')]))),
      );
      expect(await users.find(name('later'))).not.toBeNull();
    });
  });
}
