import { setImmediate } from 'node:timers/promises';
import { ReverseLookups } from './reverse-lookups.js';

const MINUTE_MS = 60_000;

/** A name server that answers when it is told to. */
function lookups() {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  let nowMs = 0;
  const names: Record<string, string[]> = { '192.0.2.7': ['client7.example.net', 'other'] };
  const hosts = new ReverseLookups({
    nowMs: () => nowMs,
    reverse: (address) => {
      asked.push(address);
      return new Promise((resolve, reject) => {
        waiting.push(() => {
          const found = names[address];
          if (found) resolve(found);
          else reject(new Error('ENOTFOUND'));
        });
      });
    },
  });
  return {
    hosts,
    asked,
    names,
    pass: (minutes: number) => (nowMs += minutes * MINUTE_MS),
    answer: async () => {
      for (const one of waiting.splice(0)) one();
      await setImmediate();
    },
  };
}

it('a name is known once it was found, for ten minutes, and asked for meanwhile once', async () => {
  const { hosts, asked, names, pass, answer } = lookups();
  expect(hosts.nameOf('192.0.2.7')).toBeNull();
  expect(hosts.nameOf('192.0.2.7')).toBeNull();
  await answer();
  expect(hosts.nameOf('192.0.2.7')).toBe('client7.example.net');
  pass(9);
  expect(hosts.nameOf('192.0.2.7')).toBe('client7.example.net');
  expect(asked).toEqual(['192.0.2.7']);
  names['192.0.2.7'] = ['new.example.net'];
  pass(1);
  expect(hosts.nameOf('192.0.2.7')).toBe('client7.example.net');
  await answer();
  expect(hosts.nameOf('192.0.2.7')).toBe('new.example.net');
});

it.each([undefined, 'a b', '<x/>', 'x'.repeat(254), ''])(
  'there is no name when the name server says %j, and it is not asked again soon',
  async (name) => {
    const { hosts, asked, names, answer } = lookups();
    if (name === undefined) delete names['192.0.2.7'];
    else names['192.0.2.7'] = [name];
    hosts.nameOf('192.0.2.7');
    await answer();
    expect(hosts.nameOf('192.0.2.7')).toBeNull();
    expect(asked).toHaveLength(1);
  },
);

it.each(['127.0.0.1', '127.8.8.8', '::1', '::ffff:127.0.0.1'])('%s is localhost', (address) => {
  const { hosts, asked } = lookups();
  expect(hosts.nameOf(address)).toBe('localhost');
  expect(asked).toEqual([]);
});

it.each(['', 'unknown', 'fe80::1%'])('%j is not looked up', (address) => {
  const { hosts, asked } = lookups();
  expect(hosts.nameOf(address)).toBeNull();
  expect(asked).toEqual([]);
});

it('at most eight are looked up at once, the others when they are asked for again', async () => {
  const { hosts, asked, answer } = lookups();
  const addresses = Array.from({ length: 10 }, (_, index) => `198.51.100.${index}`);
  for (const address of addresses) hosts.nameOf(address);
  expect(asked).toHaveLength(8);
  await answer();
  for (const address of addresses) hosts.nameOf(address);
  expect(asked).toEqual(addresses);
});
