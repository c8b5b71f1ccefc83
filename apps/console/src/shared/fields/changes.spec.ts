import { conflictsOf, patchOf } from './changes';

const ola = {
  name: 'Ola',
  email: 'ola@example.org',
  properties: [
    { key: 'desk', value: '4B' },
    { key: 'team', value: 'red' },
  ],
};
const names = ['name', 'email', 'properties'] as const;

describe('The patch of a form', () => {
  it('holds what differs, nothing else', () => {
    expect(patchOf(ola, ola, names)).toEqual({});
    expect(patchOf(ola, { ...ola, name: 'Ola N' }, names)).toEqual({ name: 'Ola N' });
  });

  it('clears what was emptied', () => {
    expect(patchOf(ola, { ...ola, email: '' }, names)).toEqual({ email: null });
  });

  it('merges properties by key', () => {
    const properties = [
      { key: 'desk', value: '5A' },
      { key: 'floor', value: '2' },
    ];
    expect(patchOf(ola, { ...ola, properties }, names)).toEqual({
      properties: { team: null, desk: '5A', floor: '2' },
    });
  });

  it('takes nothing and empty for the same', () => {
    expect(patchOf({ name: undefined }, { name: '' as never }, ['name'])).toEqual({});
  });
});

describe('Two who change the same document', () => {
  it('meet in what both have changed to something else', () => {
    const yours = { ...ola, name: 'Ola A', email: 'a@example.org' };
    const theirs = { ...ola, name: 'Ola B' };
    expect(conflictsOf(ola, yours, theirs, names)).toEqual([
      { name: 'name', was: 'Ola', yours: 'Ola A', theirs: 'Ola B' },
    ]);
  });

  it('do not meet where they agree', () => {
    const both = { ...ola, name: 'Ola N' };
    expect(conflictsOf(ola, both, both, names)).toEqual([]);
  });
});
