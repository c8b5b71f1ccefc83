import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrlFault, explicitSslMode } from './database-url.js';

const UNREADABLE =
  'cannot be read; special characters of the user and the password are written as %23 and so on';

describe('databaseUrlFault', () => {
  it.each([
    'postgres://db.example.org/chat',
    'postgresql://chat:Own%23er%2FPw@db.example.org:5433/chat?sslmode=require',
    'postgres://chat@[::1]:5432/chat',
    'postgres://chat@/chat?host=/var/run/postgresql',
    'postgres:///chat?host=%2Frun%2Fpostgresql&user=chat',
    'postgres://chat%40server:secret@db.example.org/chat',
  ])('finds none in %s', (url) => {
    expect(databaseUrlFault(url)).toBeNull();
  });

  it.each([
    'postgres://chat:Own#erPw@db.example.org/chat',
    'postgres://chat:12#erPw@db.example.org/chat',
    'postgres://chat:Own/erPw@db.example.org/chat',
    'postgres://chat:12/erPw@db.example.org/chat',
    'postgres://chat:100%@db.example.org/chat',
    'postgres://chat:Own erPw@db.example.org/chat',
    'postgres://db.example.org:port/chat',
    'postgres://db.example.org:99999/chat',
  ])('tells how to write %s', (url) => {
    expect(databaseUrlFault(url)).toBe(UNREADABLE);
  });

  it('tells of a file that is not there, without its name', () => {
    const folder = mkdtempSync(join(tmpdir(), 'database-url-'));
    try {
      const file = join(folder, 'ca.pem');
      const url = `postgres://db.example.org/chat?sslrootcert=${file}`;
      expect(databaseUrlFault(url)).toBe(
        'a file that it names as sslrootcert, sslcert or sslkey cannot be read (ENOENT)',
      );
      writeFileSync(file, '');
      expect(databaseUrlFault(url)).toBeNull();
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('tells of parameters that contradict each other', () => {
    expect(databaseUrlFault('postgres://db.example.org/chat?sslnegotiation=hidden')).toBe(
      'its parameters cannot be used together',
    );
  });
});

describe('explicitSslMode', () => {
  const base = 'postgres://db.example.org/chat';

  it.each(['prefer', 'require', 'verify-ca'])('says what the driver does with %s', (mode) => {
    const url = explicitSslMode(`${base}?application_name=a&sslmode=${mode}&keepalives=1`);
    expect(url).toBe(`${base}?application_name=a&sslmode=verify-full&keepalives=1`);
  });

  it.each([
    base,
    `${base}?sslmode=disable`,
    `${base}?sslmode=no-verify`,
    `${base}?sslmode=verify-full`,
    `${base}?uselibpqcompat=true&sslmode=require`,
  ])('leaves %s as it is', (url) => {
    expect(explicitSslMode(url)).toBe(url);
  });

  it('keeps the driver from warning', () => {
    const { emitWarning } = process;
    const warnings: unknown[] = [];
    process.emitWarning = (warning: unknown) => void warnings.push(warning);
    try {
      const connectionString = explicitSslMode(`${base}?sslmode=require`);
      expect(new pg.Client({ connectionString }).ssl).toEqual({});
      expect(warnings).toEqual([]);
    } finally {
      process.emitWarning = emitWarning;
    }
  });
});
