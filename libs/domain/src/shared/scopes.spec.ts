import { isScope, scopesFor, ScopeSet } from './scopes.js';

describe('scopes', () => {
  it.each(['users:read', 'keys:write', 'messages:write', 'server:read', '*', '*:read'])(
    '%s is known',
    (text) => {
      expect(isScope(text)).toBe(true);
    },
  );

  it.each(
    [
      ['', 'users', 'users:', ':read', 'Users:read', 'users:read ', '*:write', '**'],
      ['messages:read', 'server:write', 'audit:write', 'events:write', 'admins:read', 'toString'],
    ].flat(),
  )('"%s" is unknown', (text) => {
    expect(isScope(text)).toBe(false);
  });

  it('reading needs the scope to read, changing the one to write, a patch both', () => {
    const needed = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH'].map((method) =>
      scopesFor('rooms', method).join(' '),
    );
    const [read, write] = ['rooms:read', 'rooms:write'];
    expect(needed).toEqual([read, read, write, write, write, `${read} ${write}`]);
  });

  it('a route without a fitting scope is declared wrongly', () => {
    expect(() => scopesFor('server', 'DELETE')).toThrow('server:write');
    expect(() => scopesFor('messages', 'GET')).toThrow('messages:read');
  });
});

describe('a set of scopes', () => {
  it('covers what it holds; writing does not include reading', () => {
    const held = new ScopeSet(['users:write', 'rooms:read']);
    expect(held.covers('users:write')).toBe(true);
    expect(held.covers('users:read')).toBe(false);
    expect(held.covers('rooms:write')).toBe(false);
    expect(held.covers('*')).toBe(false);
  });

  it('with *:read covers all that reads, and nothing else', () => {
    const held = new ScopeSet(['*:read']);
    expect(held.lacking(['keys:read', '*:read', 'audit:read'])).toEqual([]);
    expect(held.lacking(['keys:write', '*', 'messages:write'])).toEqual([
      'keys:write',
      '*',
      'messages:write',
    ]);
  });

  it('with every single scope to read does not cover *:read', () => {
    expect(new ScopeSet(['users:read', 'groups:read']).covers('*:read')).toBe(false);
  });

  it('neither * nor *:read covers what has to be named', () => {
    const held = new ScopeSet(['*', '*:read', 'holds:read']);
    expect(held.lacking(['holds:read', 'holds:write'])).toEqual(['holds:write']);
  });

  it('with * covers everything else, and only * covers *', () => {
    expect(new ScopeSet(['*']).lacking(['*', '*:read', 'admins:write'])).toEqual([]);
  });

  it('names what is lacking in the order asked', () => {
    const held = new ScopeSet(['events:read']);
    expect(held.lacking(['webhooks:write', 'events:read', 'keys:read'])).toEqual([
      'webhooks:write',
      'keys:read',
    ]);
  });

  it('of nothing covers nothing', () => {
    expect(new ScopeSet([]).covers('server:read')).toBe(false);
  });
});
