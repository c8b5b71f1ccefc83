import { normalized } from './nfkc.js';

it('normalises what may be a name, and nothing longer', () => {
  expect(normalized('ﬁsh', 'NFKC')).toBe('fish');
  const long = 'ﬁ'.repeat(1024);
  expect(normalized(long, 'NFKC')).toBe(long);
});
