import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { databaseUrlOf, hasOwnDatabase } from './database-url.js';

describe('hasOwnDatabase', () => {
  it.each([
    [{}, false],
    [{ DATABASE_URL: '', DATABASE_URL_FILE: '' }, false],
    [{ DATABASE_URL: 'postgres://somewhere/else' }, true],
    [{ DATABASE_URL_FILE: '/run/secrets/database' }, true],
  ])('reads %p as %p', (environment, expected) => {
    expect(hasOwnDatabase(environment)).toBe(expected);
  });
});

describe('databaseUrlOf', () => {
  const folder = mkdtempSync(join(tmpdir(), 'start-spec-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('reads the variable or the file', () => {
    const file = join(folder, 'database');
    writeFileSync(file, 'postgres://in-a-file\n');
    expect(databaseUrlOf({ DATABASE_URL: 'postgres://here' })).toBe('postgres://here');
    expect(databaseUrlOf({ DATABASE_URL_FILE: file })).toBe('postgres://in-a-file');
  });
});
