import { areaOf, canCutOff, commandOf, isList } from './property-rules';

describe('Properties', () => {
  it('stand in areas', () => {
    expect(areaOf({ key: 'xmpp.muc.tasks.log.timeout' })).toBe('rooms');
    expect(areaOf({ key: 'xmpp.domain' })).toBe('server');
    expect(areaOf({ key: 'site.banner' })).toBe('others');
  });

  it('are set by a command that a shell takes as it is', () => {
    expect(commandOf({ key: 'a.b', value: "it's; rm" })).toBe(
      String.raw`property set a.b 'it'\''s; rm'`,
    );
    expect(commandOf({ key: 'plugin.restapi.secret', value: '********', sensitive: true })).toBe(
      'property set plugin.restapi.secret …',
    );
  });

  it('may be lists, or cut off the console', () => {
    expect(isList({ key: 'plugin.restapi.allowedIPs' })).toBe(true);
    expect(isList({ key: 'admin.authorizedJIDs' })).toBe(true);
    expect(canCutOff({ key: 'adminConsole.access.allow-wildcards-in-excludes' })).toBe(true);
    expect(canCutOff({ key: 'site.banner' })).toBe(false);
  });
});
