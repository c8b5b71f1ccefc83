import { AuditReader } from '@chat-admin/domain/audit/audit-search';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { AuditRetention } from './audit-retention.js';

/** Holds so many entries that are too old, and notes what it is asked to forget. */
class SeededLog extends AuditReader {
  readonly asked: [days: number, limit: number][] = [];
  constructor(private old: number) {
    super();
  }
  async *search() {}
  async forget(days: number, limit: number): Promise<number> {
    this.asked.push([days, limit]);
    const forgotten = Math.min(limit, this.old);
    this.old -= forgotten;
    return forgotten;
  }
}

async function passOver(log: AuditReader, days: string | null, minDays = 0): Promise<unknown[]> {
  const errors: unknown[] = [];
  const { properties, propertyStore } = inMemoryPorts();
  if (days !== null) await propertyStore.put('audit.retention.days', days);
  const retention = new AuditRetention(log, properties, minDays, (error) => errors.push(error));
  await retention.run();
  await retention.stop();
  return errors;
}

describe('AuditRetention', () => {
  it('forgets in batches until nothing is too old', async () => {
    const log = new SeededLog(2500);
    await passOver(log, '30');
    expect(log.asked).toEqual([
      [30, 1000],
      [30, 1000],
      [30, 1000],
    ]);
  });

  it.each([
    ['1', 90],
    ['91', 91],
  ])('forgets what is older than %s days only where 90 have passed', async (days, asked) => {
    const log = new SeededLog(1);
    await passOver(log, days, 90);
    expect(log.asked).toEqual([[asked, 1000]]);
  });

  it.each(['0', '', 'never', '-1', null])(
    'keeps everything while the property is %j',
    async (days) => {
      const log = new SeededLog(10);
      await passOver(log, days);
      expect(log.asked).toEqual([]);
    },
  );

  it('reports a failure and does not fail itself', async () => {
    const log = new SeededLog(10);
    log.forget = () => Promise.reject(new Error('away'));
    expect(await passOver(log, '1')).toEqual([new Error('away')]);
  });
});
