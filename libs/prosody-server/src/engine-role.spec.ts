import { conninfoOf } from './engine-role.js';

describe('conninfoOf', () => {
  it('refers to the same database with another role, without a password', () => {
    const conninfo = conninfoOf('postgres://postgres:secret@127.0.0.1:5433/chat_admin', 'engine');
    expect(conninfo).toMatch(/^host='127\.0\.0\.1' port='5433' dbname='chat_admin' user='engine' /);
    expect(conninfo).not.toContain('secret');
  });

  it.each([
    ['postgres://db.example.org/chat', "host='db.example.org' port='5432' dbname='chat'"],
    ['postgres://[::1]:5433/chat', "host='::1' port='5433' dbname='chat'"],
    ["postgres://h/it's%20%5C", "dbname='it\\'s \\\\'"],
    ['postgres:///chat?host=%2Frun%2Fpostgresql', "host='/run/postgresql'"],
    ['postgres://h/chat?sslmode=verify-full', "sslmode='verify-full'"],
    ['postgres://u:p,w@a:5433,b,[::1]:5434/chat', "host='a,b,::1' port='5433,5432,5434'"],
    ['postgres://a,b/chat', "target_session_attrs='read-write'"],
    ['postgres://a/chat?target_session_attrs=primary', "target_session_attrs='primary'"],
  ])('reads %s', (url, part) => {
    expect(conninfoOf(url, 'engine')).toContain(part);
  });

  it.each([
    ['?sslmode=verify-full', "sslrootcert='/system.crt'"],
    ['?sslmode=verify-ca', "sslrootcert='/system.crt'"],
    ['?sslmode=verify-full&sslrootcert=%2Fown.crt', "sslrootcert='/own.crt'"],
  ])('names authorities for %s', (parameters, part) => {
    expect(conninfoOf(`postgres://h/chat${parameters}`, 'engine', '/system.crt')).toContain(part);
  });

  it.each([
    ['', '/system.crt'],
    ['?sslmode=require', '/system.crt'],
    ['?sslmode=verify-full', null],
  ])('names none for %p and %p', (parameters, authorities) => {
    const conninfo = conninfoOf(`postgres://h/chat${parameters}`, 'engine', authorities);
    expect(conninfo).not.toContain('sslrootcert');
  });

  it('drops parameters of other drivers', () => {
    expect(conninfoOf('postgres://h/chat?uselibpqcompat=true', 'engine')).not.toContain('compat');
  });
});
