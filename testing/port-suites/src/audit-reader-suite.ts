import type { AuditFilter } from '@chat-admin/domain/audit/audit-search';
import type { Open } from './repositories.js';
import { anEntry } from './samples.js';

/** The audit log, written through transactions. */
export function auditReaderSuite(open: Open): void {
  const all = { username: null, from: null, to: null, offset: 0, limit: 100 };

  beforeEach(async () => {
    const { transactions, audit, startOver } = open();
    await startOver();
    for (const [second, username] of [
      [100, 'ola'],
      [300.75, 'zoe'],
      [200, 'ola'],
      [200, 'zoe'],
    ] as const) {
      const timestamp = new Date(second * 1000);
      const entry = { ...anEntry(`at ${second}`), username, timestamp };
      await audit.request(entry, () => transactions.run(() => Promise.resolve()));
    }
  });

  const found = async (filter: Partial<AuditFilter>) => {
    const entries: string[] = [];
    for await (const batch of open().auditReader.search({ ...all, ...filter })) {
      entries.push(...batch.map((one) => `${one.username} ${one.timestamp.getTime() / 1000}`));
    }
    return entries;
  };

  it('shows the newest first, with a resolution of seconds, then by insertion', async () => {
    expect(await found({})).toEqual(['zoe 300', 'zoe 200', 'ola 200', 'ola 100']);
  });

  it.each<[Partial<AuditFilter>, readonly string[]]>([
    [{ username: 'ola' }, ['ola 200', 'ola 100']],
    [{ username: '' }, []],
    [{ from: 200 }, ['zoe 300', 'zoe 200', 'ola 200']],
    [{ to: 200 }, ['zoe 200', 'ola 200', 'ola 100']],
    [{ from: 300, to: 300 }, ['zoe 300']],
    [{ from: 101, to: 299, username: 'zoe' }, ['zoe 200']],
    [{ offset: 1, limit: 2 }, ['zoe 200', 'ola 200']],
    [{ offset: 10 }, []],
    [{ limit: 0 }, []],
    [{ limit: -1 }, []],
  ])('finds %j', async (filter, expected) => {
    expect(await found(filter)).toEqual(expected);
  });

  it('shows entries verbatim', async () => {
    for await (const [entry] of open().auditReader.search({ ...all, limit: 1 })) {
      expect(entry).toEqual({
        ...anEntry('at 300.75'),
        username: 'zoe',
        timestamp: new Date(300_000),
        logId: expect.any(Number) as number,
      });
    }
  });

  it('deletes the oldest ones, up to the limit', async () => {
    expect(await open().auditReader.forget(1, 2)).toBe(2);
    expect(await found({})).toEqual(['zoe 300', 'zoe 200']);
    expect(await open().auditReader.forget(100_000, 2)).toBe(0);
    expect(await open().auditReader.forget(1, 7)).toBe(2);
  });
}
