import { WHOLE_LOG } from '@chat-admin/domain/audit/audit-search';
import type { AuditFilter, AuditPage } from '@chat-admin/domain/audit/audit-search';
import type { Position } from '@chat-admin/domain/shared/paging';
import type { Open } from './repositories.js';
import { anEntry } from './samples.js';

/** The audit log, written through transactions. */
export function auditReaderSuite(open: Open): void {
  const { details } = WHOLE_LOG;
  const all = { ...WHOLE_LOG, limit: 100 };

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
      const concerns = second === 200 ? ['kim', 'bo@example.org'] : [];
      const entry = { ...anEntry(`at ${second}`), username, timestamp, concerns };
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
    [{ concerns: 'kim' }, ['zoe 200', 'ola 200']],
    [{ concerns: 'bo', username: 'ola' }, ['ola 200']],
    [{ concerns: 'nobody' }, []],
    [{ concerns: '' }, []],
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

  it.each([1, 2, 3, 4])('is walked by pages of %i', async (limit) => {
    const walked: string[] = [];
    let after: Position | null = null;
    do {
      const page: AuditPage = await open().auditReader.page({ ...all, limit, after });
      for await (const batch of page.batches) {
        walked.push(...batch.map((one) => `${one.username} ${one.timestamp.getTime() / 1000}`));
      }
      after = page.next;
    } while (after !== null);
    expect(walked).toEqual(['zoe 300', 'zoe 200', 'ola 200', 'ola 100']);
  });

  it('tells changes from attempts, dry runs, sign-ins and sign-outs', async () => {
    const { transactions, audit, startOver } = open();
    await startOver();
    for (const [summary, details] of [
      ['PUT user ola', 'object=/users/ola; outcome=200'],
      ['PUT user zoe', 'object=/users/zoe; outcome=404; exception=UserNotFoundException'],
      ['DELETE user kim', 'object=/users/kim; outcome=200; dryRun=true'],
      ['POST session', 'object=/session; outcome=201'],
      ['DELETE session', 'object=/session; outcome=200'],
      ['DELETE session ola/desk', 'object=/sessions/ola/desk; outcome=200; reason=dryRun%3Dtrue'],
      ['property set a', 'object=/system/properties; outcome=200; request=503'],
      ['import openfire', 'source=x; rows=3'],
    ] as const) {
      const entry = { ...anEntry(summary), summary, details };
      await audit.request(entry, () => transactions.run(() => Promise.resolve()));
    }
    const summaries = async (changes: boolean) => {
      const all: string[] = [];
      for await (const batch of open().auditReader.search({ ...WHOLE_LOG, limit: 9, changes }))
        all.push(...batch.map(({ summary }) => summary));
      return all.sort();
    };
    expect(await summaries(true)).toEqual([
      'DELETE session ola/desk',
      'PUT user ola',
      'import openfire',
      'property set a',
    ]);
    expect(await summaries(false)).toEqual([
      'DELETE session',
      'DELETE user kim',
      'POST session',
      'PUT user zoe',
    ]);
  });

  it.each<[Partial<AuditFilter['details']>, number]>([
    [{ object: '/users' }, 4],
    [{ object: '/users', outcome: '201' }, 4],
    [{ object: '/user' }, 0],
    [{ object: '' }, 0],
    [{ outcome: '20' }, 0],
    [{ request: '/users' }, 0],
  ])('finds those with the details %j', async (wanted, count) => {
    expect(await found({ details: { ...details, ...wanted } })).toHaveLength(count);
  });

  it('shows entries verbatim', async () => {
    const { kind: _kind, accountId: _id, concerns: _concerns, ...shown } = anEntry('at 300.75');
    for await (const [entry] of open().auditReader.search({ ...all, limit: 1 })) {
      expect(entry).toEqual({
        ...shown,
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
