import { jest } from '@jest/globals';
import { inMemoryPorts } from '@chat-admin/domain/testing/in-memory-ports';
import { AccessWatch } from './access-watch.js';

const KEY = 'adminConsole.access.allow-wildcards-in-excludes';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

it('AccessWatch warns at startup and every minute while nobody is let in', async () => {
  const { properties, propertyStore } = inMemoryPorts();
  const warnings: string[] = [];
  const watch = new AccessWatch(properties, { warn: (message) => warnings.push(message) });
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
