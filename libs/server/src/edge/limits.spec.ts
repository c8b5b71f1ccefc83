import { AddressCounter } from './limits.js';

describe('AddressCounter', () => {
  let now = 0;
  const counter = (limit: number, maxAddresses?: number): AddressCounter =>
    new AddressCounter(limit, 60_000, () => now, maxAddresses);
  beforeEach(() => (now = 0));

  it('admits as many as the limit allows, and then returns the remaining seconds', () => {
    const logins = counter(2);
    logins.count('a');
    logins.count('a');
    expect(logins.retryAfter('a')).toBe(0);
    logins.count('a');
    now = 20_500;
    expect(logins.retryAfter('a')).toBe(40);
    expect(logins.retryAfter('b')).toBe(0);
  });

  it('starts again when the window has ended', () => {
    const logins = counter(1);
    logins.count('a');
    logins.count('a');
    now = 60_000;
    expect(logins.retryAfter('a')).toBe(0);
    logins.count('a');
    expect(logins.retryAfter('a')).toBe(0);
  });

  it('never refuses when the limit is 0', () => {
    const logins = counter(0);
    for (let count = 0; count < 1000; count += 1) logins.count('a');
    expect(logins.retryAfter('a')).toBe(0);
  });

  it('evicts the oldest address when there are too many', () => {
    const logins = counter(1, 2);
    for (const address of ['a', 'a', 'b', 'b', 'c', 'c']) logins.count(address);
    expect(['a', 'b', 'c'].map((address) => logins.retryAfter(address) > 0)).toEqual([
      false,
      true,
      true,
    ]);
  });
});
