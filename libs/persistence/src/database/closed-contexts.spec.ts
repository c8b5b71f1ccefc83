import { AuditedRequests } from '@chat-admin/domain/testing/audited-requests';
import { perSuite } from '../../test/open-database.js';
import { CurrentTransaction } from './current-transaction.js';
import { TypeormTransactions } from './transactions.js';
import { Callers } from './callers.js';

const open = perSuite();

describe('after the close of a database no promise of the process carries', () => {
  it('a caller', () => {
    const callers = new Callers();
    callers.run('ola', () => {
      expect(callers.current).toBe('ola');
      callers.close();
      expect(callers.current).toBeNull();
    });
  });

  it('a transaction, nor what is to be done after it', async () => {
    const db = new CurrentTransaction(open().dataSource);
    const transactions = new TypeormTransactions(db, new AuditedRequests());
    const done: string[] = [];
    await transactions.run(async () => {
      await transactions.afterCommit(async () => void done.push('after the commit'));
      transactions.close();
      await transactions.afterCommit(async () => void done.push('at once'));
      expect(done).toEqual(['at once']);
      expect(transactions.isRunning).toBe(true);
      db.close();
      expect(transactions.isRunning).toBe(false);
    });
    expect(done).toEqual(['at once', 'after the commit']);
  });
});
