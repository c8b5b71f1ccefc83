import { kindOfStatement, observed } from './database-observer.js';
import type { DatabaseObserver } from './database-observer.js';

it.each([
  ['select name from account where username = $1', 'read'],
  ['select name from account where username = $1 for no key update', 'read'],
  ['select id from room for update skip locked', 'read'],
  ['with gone as (delete from room returning id) select id from gone', 'write'],
  ['update account set name = $1', 'write'],
  ['INSERT INTO "vcard" VALUES ($1)', 'write'],
  ['commit', 'write'],
  ['START TRANSACTION', null],
  ['rollback', null],
  ['  begin transaction isolation level repeatable read read only', null],
])('%s is a %s', (text, kind) => {
  expect(kindOfStatement(text, text)).toBe(kind);
});

describe('a query that is observed', () => {
  const seen: unknown[] = [];
  const observer: DatabaseObserver = {
    waited: () => undefined,
    asked: (kind, name) => (failed) => seen.push([kind, name, failed]),
  };
  beforeEach(() => (seen.length = 0));

  it('calls back as before', () => {
    const query = observed(
      (...given) => (given[2] as (...all: unknown[]) => void)(null, 'rows'),
      observer,
    );
    const backs: unknown[] = [];
    const back = (...given: unknown[]) => backs.push(given);
    query('select 1', [], back);
    query({ name: 'named', text: 'update a set b = 1' }, undefined, back);
    expect(backs).toEqual([
      [null, 'rows'],
      [null, 'rows'],
    ]);
    expect(seen).toEqual([
      ['read', undefined, false],
      ['write', 'named', false],
    ]);
  });

  it('keeps its promise, and tells when it is broken', async () => {
    const query = observed(() => Promise.reject(new Error('away')), observer);
    await expect(query({ text: 'select 1', kind: 'list' })).rejects.toThrow('away');
    expect(seen).toEqual([['list', undefined, true]]);
  });

  it('leaves what submits itself alone', () => {
    const cursor = { text: 'select 1', submit: () => undefined };
    expect(observed((given) => given, observer)(cursor)).toBe(cursor);
    expect(seen).toEqual([]);
  });
});
