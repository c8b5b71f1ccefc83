import { KeyUses } from './key-uses.js';

const at = (second: number) => new Date(second * 1000);
let written: string[];
let fails: boolean;
const uses = () =>
  new KeyUses({
    noteUse: async (id, time, address) => {
      if (fails) throw new Error('away');
      written.push(`${id} ${time.getTime() / 1000} ${address}`);
    },
  });

beforeEach(() => {
  written = [];
  fails = false;
});

it('a use is written at once, and then once a minute', async () => {
  const noted = uses();
  for (const second of [0, 1, 59, 60, 61]) noted.note('a', at(second), '192.0.2.1');
  noted.note('b', at(61), '192.0.2.2');
  await noted.close();
  expect(written).toEqual(['a 0 192.0.2.1', 'a 60 192.0.2.1', 'b 61 192.0.2.2']);
});

it('what cannot be written is tried again at the next use', async () => {
  const noted = uses();
  fails = true;
  noted.note('a', at(0), '192.0.2.1');
  await noted.close();
  fails = false;
  noted.note('a', at(1), '192.0.2.1');
  await noted.close();
  expect(written).toEqual(['a 1 192.0.2.1']);
});
