import { jest } from '@jest/globals';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { ServiceDomain } from '@chat-admin/domain/shared/service-domain';
import { AccessWatch } from './access-watch.js';

const domain = new ServiceDomain(domainpart('example.org')!);
const KEY = 'adminConsole.access.allow-wildcards-in-excludes';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('AccessWatch warns at startup and every minute while nobody is let in', async () => {
  const { properties, propertyStore } = inMemoryPorts();
  const warnings: string[] = [];
  const watch = new AccessWatch(properties, domain, { warn: (message) => warnings.push(message) });
  expect(warnings).toEqual([expect.stringContaining(KEY)]);
  jest.advanceTimersByTime(120_000);
  expect(warnings).toHaveLength(3);
  await propertyStore.put(KEY, 'true');
  jest.advanceTimersByTime(120_000);
  expect(warnings).toHaveLength(3);
  await propertyStore.put(KEY, 'no');
  jest.advanceTimersByTime(60_000);
  expect(warnings).toHaveLength(4);
  watch.stop();
  jest.advanceTimersByTime(120_000);
  expect(warnings).toHaveLength(4);
});

it('AccessWatch warns when nobody administers any longer, and tells it beside readiness', async () => {
  const { properties, propertyStore } = inMemoryPorts();
  await propertyStore.put(KEY, 'true');
  const warnings: string[] = [];
  const watch = new AccessWatch(properties, domain, { warn: (message) => warnings.push(message) });
  expect([watch.remark, warnings]).toEqual([null, []]);
  for (let times = 1; times <= 2; times += 1) {
    await propertyStore.put('admin.authorizedJIDs', '-');
    jest.advanceTimersByTime(120_000);
    expect(watch.remark).toBe('nobody administers');
    expect(warnings).toHaveLength(times);
    await propertyStore.put('admin.authorizedJIDs', 'ola@example.org');
    jest.advanceTimersByTime(60_000);
    expect(watch.remark).toBeNull();
  }
  expect(warnings[0]).toMatch(/^Nobody administers, .*admin\.authorizedJIDs.*admin grant/);
  watch.stop();
});
