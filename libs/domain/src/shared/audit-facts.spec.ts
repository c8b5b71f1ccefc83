import { detailsOf, namesOf } from './audit-facts.js';

const asItIs = (name: string): string => name;

describe('detailsOf', () => {
  it('has the order of the contract and leaves out what says nothing', () => {
    const some = namesOf(['a', 'b'], asItIs);
    expect(
      detailsOf({
        ...{
          replayed: true,
          dryRun: true,
          failed: 3,
          existing: 0,
          created: 1,
          affiliation: 'owner',
          removed: some,
        },
        ...{ added: namesOf([], asItIs), changed: ['name', 'email'], to: 'bo' },
        ...{ rooms: some, groups: some, users: some, source: 'job', key: '7hq2m9xk4d' },
      }),
    ).toEqual([
      ...[
        'key=7hq2m9xk4d',
        'source=job',
        'users=a,b',
        'groups=a,b',
        'rooms=a,b',
        'to=bo',
        'changed=name,email',
        'removed=a,b',
      ],
      ...['affiliation=owner', 'created=1', 'failed=3', 'dryRun=true', 'replayed=true'],
    ]);
    expect(detailsOf({ dryRun: false })).toEqual([]);
  });

  it('encodes what could be taken for another detail', () => {
    expect(detailsOf({ to: 'a; outcome=200,%\n\u0085\u00a0é' })).toEqual([
      'to=a%3B%20outcome%3D200%2C%25%0A%C2%85%C2%A0é',
    ]);
  });

  it('names fifty and counts the others', () => {
    const names = Array.from({ length: 60 }, (_, index) => `n${index}`);
    const [users] = detailsOf({ users: namesOf(names, asItIs) });
    expect(users).toBe(`users=${names.slice(0, 50).join()},+10`);
  });

  it('keeps 2,000 characters of names, whole ones only', () => {
    const long = 'x'.repeat(999);
    expect(detailsOf({ users: namesOf([long, long, 'y'], asItIs) })).toEqual([
      `users=${long},${long},+1`,
    ]);
    expect(detailsOf({ users: namesOf([long, `${long}xx`, 'y'], asItIs) })).toEqual([
      `users=${long},+2`,
    ]);
    expect(detailsOf({ users: namesOf(['x'.repeat(2001)], asItIs) })).toEqual(['users=+1']);
  });
});
