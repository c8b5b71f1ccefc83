import { perSuite } from '../../test/open-database.js';
import { anAccount, anEntry, name } from '@chat-admin/port-suites/samples';

const open = perSuite();

const auditSummaries = async () =>
  (await open().query<{ summary: string }>('select summary from audit_entry order by log_id')).map(
    ({ summary }) => summary,
  );

beforeEach(async () => {
  await open().query('delete from account');
  await open().query('delete from audit_entry');
});

/**
 * In a request that owes an audit entry. @returns [names taken, whether the entry is still owed]
 */
async function request(text: string) {
  const { audit, users } = open();
  let taken: readonly string[] | undefined;
  const owed = await audit.request(anEntry(`POST user ${text}`), async () => {
    taken = await users.add([anAccount(text)]);
  });
  return [taken, owed];
}

describe('additions in the same turn', () => {
  it('are stored with the audit entries of their own requests', async () => {
    const results = await Promise.all(['a', 'b', 'c'].map(request));
    expect(results).toEqual([
      [[], false],
      [[], false],
      [[], false],
    ]);
    expect(await auditSummaries()).toEqual(['POST user a', 'POST user b', 'POST user c']);
  });

  it('share one transaction', async () => {
    await Promise.all(['a', 'b'].map(request));
    const transactions = await open().query('select distinct xmin::text from account');
    expect(transactions).toHaveLength(1);
  });

  it('skip taken names, without an audit entry', async () => {
    await request('a');
    const results = await Promise.all(['b', 'a'].map(request));
    expect(results).toEqual([
      [[], false],
      [['a'], true],
    ]);
    expect(await auditSummaries()).toEqual(['POST user a', 'POST user b']);
  });

  it('with the same name: one wins', async () => {
    const results = await Promise.all(['a', 'a', 'a', 'b'].map(request));
    expect(results.filter(([taken]) => (taken as string[]).length === 0)).toHaveLength(2);
    expect((await auditSummaries()).sort()).toEqual(['POST user a', 'POST user b']);
  });

  it('do not fail because of others', async () => {
    const { audit, users } = open();
    const bad = anAccount('bad', { name: 'U+0000 cannot be stored: \0' });
    let owed: Promise<boolean> | undefined;
    const results = await Promise.allSettled([
      request('a'),
      new Promise((resolve, reject) => {
        owed = audit.request(anEntry('POST user bad'), () =>
          users.add([bad]).then(resolve, reject),
        );
      }),
      request('b'),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await owed).toBe(true);
    expect(await users.existing(['a', 'b', 'bad'].map(name))).toEqual(new Set(['a', 'b']));
    expect(await auditSummaries()).toEqual(['POST user a', 'POST user b']);
  });

  it('work without an audited request', async () => {
    expect(await open().users.add([anAccount('a')])).toEqual([]);
    expect(await auditSummaries()).toEqual([]);
  });

  it('work in large numbers', async () => {
    const texts = Array.from({ length: 600 }, (_, index) => `many${index}`);
    const results = await Promise.all(texts.map(request));
    expect(results.every(([taken, owed]) => (taken as string[]).length === 0 && !owed)).toBe(true);
    expect(await auditSummaries()).toHaveLength(600);
  });
});
