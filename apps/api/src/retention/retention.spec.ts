import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { MessageExpiry } from '@chat-admin/domain/retention/retention-repository';
import type { RemovedMessages } from '@chat-admin/domain/retention/retention-repository';
import { Retention } from './retention.js';
import type { ExpiringData } from './retention.js';
import { ruledMessages } from './ruled-messages.js';

/** A source with this many expired items; `asked`: the calls received. */
function aRule(what: string, old: number, minDays?: number) {
  const asked: [days: number, limit: number][] = [];
  const rule: ExpiringData = {
    what,
    keptFor: systemProperty.auditRetention,
    ...(minDays === undefined ? {} : { minDays }),
    forget: (days, limit) => {
      asked.push([days, limit]);
      const amount = Math.min(limit, old);
      old -= amount;
      return Promise.resolve(amount);
    },
  };
  return { rule, asked };
}

/** @returns the messages logged */
async function passOver(days: string | null, ...rules: ExpiringData[]) {
  const forgotten: unknown[] = [];
  const failed: unknown[] = [];
  const { properties, propertyStore } = inMemoryPorts();
  if (days !== null) await propertyStore.put(systemProperty.auditRetention.key, days);
  const retention = new Retention(rules, properties, {
    forgotten: ({ what }, amount) => forgotten.push([what, amount]),
    failed: (...told) => failed.push(told),
  });
  await retention.run();
  await retention.stop();
  return { forgotten, failed };
}

describe('Retention', () => {
  it('deletes in batches until nothing is expired', async () => {
    const { rule, asked } = aRule('entries', 2500);
    const told = await passOver('30', rule);
    expect(asked).toEqual([
      [30, 1000],
      [30, 1000],
      [30, 1000],
    ]);
    expect(told).toEqual({ forgotten: [['entries', 2500]], failed: [] });
  });

  it.each([
    ['1', 90],
    ['91', 91],
  ])('forgets what is older than %s days only where 90 have passed', async (days, expected) => {
    const { rule, asked } = aRule('entries', 1, 90);
    await passOver(days, rule);
    expect(asked).toEqual([[expected, 1000]]);
  });

  it('deletes everything at 0 days, where that means nothing', async () => {
    const { rule, asked } = aRule('originals', 1);
    await passOver('0', { ...rule, zero: 'nothing' });
    expect(asked).toEqual([[0, 1000]]);
  });

  it.each(['0', '', 'never', '-1', null])(
    'keeps everything while the property is %j',
    async (days) => {
      const { rule, asked } = aRule('entries', 10, 90);
      await passOver(days, rule);
      expect(asked).toEqual([]);
    },
  );

  it('stops between batches when the property changes', async () => {
    const { properties, propertyStore } = inMemoryPorts();
    const { key } = systemProperty.auditRetention;
    await propertyStore.put(key, '1');
    const { rule, asked } = aRule('entries', 5000);
    const setBack: ExpiringData = {
      ...rule,
      forget: async (...given) => {
        await propertyStore.put(key, '0');
        return rule.forget(...given);
      },
    };
    const silent = { forgotten: () => undefined, failed: () => undefined };
    await new Retention([setBack], properties, silent).run();
    expect(asked).toHaveLength(1);
  });

  it('reports a failure, continues with the other rules, and does not fail itself', async () => {
    const broken: ExpiringData = {
      ...aRule('entries', 1).rule,
      forget: () => Promise.reject(new Error('away')),
    };
    const told = await passOver('1', broken, aRule('messages', 3).rule);
    expect(told).toEqual({
      failed: [['entries', new Error('away')]],
      forgotten: [['messages', 3]],
    });
  });
});

it('rules keep their place while another instance deletes', async () => {
  const asked: string[] = [];
  const told: RemovedMessages[] = [
    { removed: 1, next: '7' },
    { removed: 0, next: '7', isBusy: true },
    { removed: 2, next: null },
    { removed: 0, next: null },
  ];
  class Expiry extends MessageExpiry {
    hasRules = () => Promise.resolve(true);
    step(_kind: string, after: string) {
      asked.push(after);
      return Promise.resolve(told.shift()!);
    }
    forget = () => Promise.resolve(0);
  }
  const forget = ruledMessages('room', new Expiry(), () => Promise.reject(new Error('has rules')));
  const done: boolean[] = [];
  while (told.length > 0) done.push((await forget(1, 10)).isDone);
  expect(asked).toEqual(['0', '7', '7', '0']);
  expect(done).toEqual([false, true, true, true]);
});
