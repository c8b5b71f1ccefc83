import { WriteWatch } from './write-watch.js';
import type { WriteFault } from './write-watch.js';

let told: (WriteFault | null)[];
let probes: number;
let answer: string | null;
let watch: WriteWatch;

beforeEach(() => {
  told = [];
  probes = 0;
  answer = null;
  watch = new WriteWatch((fault) => told.push(fault), 1);
});
afterEach(() => watch.close());

/** What it is answered with is seen on the connection, as in life. */
const probe = async () => {
  probes += 1;
  if (answer === null) return;
  watch.saw(answer);
  throw new Error(answer);
};
const until = async (expected: () => boolean) => {
  while (!expected()) await new Promise(setImmediate);
};

it('writes once at the start, and never again while all is well', async () => {
  await watch.start(probe);
  watch.saw('23505');
  watch.saw(undefined);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect({ probes, fault: watch.fault, told }).toEqual({ probes: 1, fault: null, told: [] });
});

it.each([
  ['25006', 'read-only'],
  ['53100', 'no space'],
  ['53200', 'out of memory'],
])('%s means %s until a write succeeds', async (code, fault) => {
  await watch.start(probe);
  answer = code;
  watch.saw(code);
  expect(watch.fault).toBe(fault);
  await until(() => probes > 3);
  answer = null;
  await until(() => watch.fault === null);
  expect(told).toEqual([fault, null]);
});

it('a database that takes no writes at the start is noticed', async () => {
  answer = '25006';
  await watch.start(probe);
  expect(watch.fault).toBe('read-only');
  answer = null;
  await until(() => watch.fault === null);
});

it('a probe that fails for another reason changes nothing, and is repeated', async () => {
  await watch.start(probe);
  watch.saw('53100');
  answer = '57P01';
  await until(() => probes > 3);
  expect(watch.fault).toBe('no space');
});
