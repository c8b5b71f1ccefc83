import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { databaseUrlFault, explicitSslMode, readDatabaseUrl } from './database-url.js';

const UNREADABLE = 'cannot be parsed; percent-encode special characters in user and password';

describe('databaseUrlFault', () => {
  it.each([
    'postgres://db.example.org/chat',
    'postgresql://chat:Own%23er%2FPw@db.example.org:5433/chat?sslmode=require',
    'postgres://chat@[::1]:5432/chat',
    'postgres://chat@/chat?host=/var/run/postgresql',
    'postgres:///chat?host=%2Frun%2Fpostgresql&user=chat',
    'postgres://chat%40server:secret@db.example.org/chat',
    'postgres://chat:se,cret@a:5432,b,[::1]:5433/chat?target_session_attrs=read-write',
    'postgres://chat@a/chat?target_session_attrs=primary&sslmode=require',
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
    'postgres://a,b:99999/chat',
    'postgres://a,,b/chat',
  ])('tells how to write %s', (url) => {
    expect(databaseUrlFault(url)).toBe(UNREADABLE);
  });

  it('reports a missing file without its name', () => {
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

  it.each(['any', 'standby', 'read-only', ''])('refuses a server that is %s', (kind) => {
    expect(databaseUrlFault(`postgres://a,b/chat?target_session_attrs=${kind}`)).toBe(
      'its target_session_attrs has to be read-write or primary: this service writes',
    );
  });

  it('tells of parameters that contradict each other', () => {
    expect(databaseUrlFault('postgres://db.example.org/chat?sslnegotiation=hidden')).toBe(
      'its parameters cannot be used together',
    );
  });
});

describe('readDatabaseUrl', () => {
  it('gives the driver one host, and tells all of them', () => {
    expect(readDatabaseUrl('postgres://u:p,w@a:5433,b,[::1]:5434/chat?sslmode=require')).toEqual({
      url: 'postgres://u:p,w@a:5433/chat?sslmode=verify-full',
      hosts: [
        { name: 'a', port: 5433 },
        { name: 'b', port: 5432 },
        { name: '::1', port: 5434 },
      ],
      primaryOnly: true,
    });
  });

  it.each([
    ['?target_session_attrs=primary', ''],
    ['?target_session_attrs=primary&a=1', '?a=1'],
    ['?a=1&target_session_attrs=read-write', '?a=1'],
    ['?a=1&target_session_attrs=read-write&b=2', '?a=1&b=2'],
  ])('takes %s out of the address', (parameters, rest) => {
    expect(readDatabaseUrl(`postgres://a/chat${parameters}`)).toEqual({
      url: `postgres://a/chat${rest}`,
      hosts: [{ name: 'a', port: 5432 }],
      primaryOnly: true,
    });
  });

  it.each(['postgres://a:5433/chat', 'postgres://chat@/chat?host=/run/postgresql'])(
    'leaves %s as it is, whatever server it leads to',
    (url) => {
      expect(readDatabaseUrl(url)).toMatchObject({ url, primaryOnly: false });
    },
  );
});

describe('explicitSslMode', () => {
  const base = 'postgres://db.example.org/chat';

  it.each(['prefer', 'require', 'verify-ca'])(
    'makes explicit what the driver does with %s',
    (mode) => {
      const url = explicitSslMode(`${base}?application_name=a&sslmode=${mode}&keepalives=1`);
      expect(url).toBe(`${base}?application_name=a&sslmode=verify-full&keepalives=1`);
    },
  );

  it.each([
    base,
    `${base}?sslmode=disable`,
    `${base}?sslmode=no-verify`,
    `${base}?sslmode=verify-full`,
    `${base}?uselibpqcompat=true&sslmode=require`,
  ])('leaves %s unchanged', (url) => {
    expect(explicitSslMode(url)).toBe(url);
  });

  it("avoids the driver's warning", () => {
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
