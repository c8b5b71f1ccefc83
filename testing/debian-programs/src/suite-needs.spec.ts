import { suiteWith, testNeeds } from './suite-needs.js';

const { CI } = process.env;
const { write } = process.stderr;
let printed: string;

beforeEach(() => {
  printed = '';
  process.stderr.write = (text: string | Uint8Array) => {
    printed += String(text);
    return true;
  };
});
afterEach(() => {
  process.stderr.write = write;
  if (CI === undefined) delete process.env['CI'];
  else process.env['CI'] = CI;
});

const refused = () => Promise.reject(new Error('no disk'));
interface Suite {
  (): string;
  readonly skip: Suite;
}
const suite: Suite = Object.assign(() => 'runs', { skip: (() => 'skipped') as Suite });

it('a suite that has what it needs runs', async () => {
  expect(await suiteWith(suite, 'disks', async () => 7)).toEqual([suite, 7]);
  expect(printed).toBe('');
});

it('one that lacks something is skipped with the reason', async () => {
  delete process.env['CI'];
  expect(await suiteWith(suite, 'disks', refused)).toEqual([suite.skip, null]);
  expect(printed).toBe('\n*** SKIPPED: the suite "disks". no disk ***\n\n');
});

it('and fails in CI', async () => {
  process.env['CI'] = '1';
  await expect(suiteWith(suite, 'disks', refused)).rejects.toThrow('no disk');
});

it('as does a test that lacks something', () => {
  delete process.env['CI'];
  expect(testNeeds(suite, {}, 'cuts need namespaces')).toBe(suite);
  expect(testNeeds(suite, null, 'cuts need namespaces')).toBe(suite.skip);
  expect(printed).toBe('\n*** SKIPPED: cuts need namespaces ***\n\n');
  process.env['CI'] = '1';
  expect(() => testNeeds(suite, null, 'cuts need namespaces')).toThrow('cuts need namespaces');
});
