import {
  isProtected,
  isRiskyToDelete,
  isSensitive,
  requireProperty,
  shown,
} from './property-rules.js';

describe('property rules', () => {
  it.each(['a', 'a.b', "it's.a_b-c", 'A.1'])('accept %s as a name', (key) => {
    expect(() => requireProperty(key, '')).not.toThrow();
  });

  it.each(['', '.a', 'a.', 'a..b', 'a b', 'a/b', 'ä', 'a%'])('refuse %j as a name', (key) => {
    expect(() => requireProperty(key, 'x')).toThrow('Invalid property name');
  });

  it('limit key and value', () => {
    expect(() => requireProperty('a'.repeat(100), 'x'.repeat(4000))).not.toThrow();
    expect(() => requireProperty('a'.repeat(101), 'x')).toThrow(
      'Invalid value for key: longer than 100 characters',
    );
    expect(() => requireProperty('a', 'x'.repeat(4001))).toThrow(
      'Invalid value for value: longer than 4000 characters',
    );
  });

  it.each([
    ['plugin.restapi.secret', true],
    ['my.PassWord.x', true],
    ['x.cookieKey', true],
    ['api.Token', true],
    ['site.banner', false],
  ])('know whether %s is sensitive: %s', (key, expected) => {
    expect(isSensitive(key)).toBe(expected);
    expect(shown(key, 'value')).toBe(expected ? '********' : 'value');
    expect(shown(key, null)).toBeNull();
  });

  it.each([
    ['plugin.restapi.enabled', false, true],
    ['plugin.restapi.enabled', true, false],
    ['plugin.userservice.secret', false, true],
    ['admin.authorizedJIDs', false, true],
    ['plugin.restapi.json.dates', false, false],
    ['plugin.userservice.reply.success', false, false],
    ['plugin.restapi.json.names', false, false],
    ['plugin.restapi.json.names.x', false, true],
    ['plugin.restapi', false, true],
    ['plugin.restapiX', false, false],
    ['plugin', false, false],
    ['plugin.userservice', false, true],
    ['adminConsole', false, true],
    ['adminConsole', true, false],
    ['adminConsole.access.allow-wildcards-in-excludes', false, true],
    ['adminConsole.anything', false, true],
    ['adminconsole.access', false, false],
    ['admin', false, true],
    ['administrators', false, false],
    ['audit', false, true],
    ['audit.retention.days', false, true],
    ['files.retention.days', false, true],
    ['files.quota.bytes', false, false],
    ['xmpp.auth', false, true],
    ['xmpp.auth.anonymous', false, true],
    ['xmpp.authX', false, false],
    ['xmpp', false, false],
    ['xmpp.domain', true, true],
    ['site.banner', false, false],
  ])('protect %s (open: %s): %s', (key, open, expected) => {
    expect(isProtected(key, open)).toBe(expected);
  });

  it.each([
    ['a.b', false],
    ['a_b', true],
    ['a%b', true],
  ])('find the deletion of %s risky: %s', (key, expected) => {
    expect(isRiskyToDelete(key)).toBe(expected);
  });
});
