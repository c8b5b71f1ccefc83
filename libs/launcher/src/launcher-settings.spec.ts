import { chatServerWish, settingsFaults, stopTimeoutMs } from './launcher-settings.js';

describe('settingsFaults', () => {
  it.each([
    {},
    { CHAT_SERVER: '', XMPP_CLIENT_PORT: '' },
    { API_PORT: '0', MANAGEMENT_PORT: '0', XMPP_CLIENT_PORT: '0', XMPP_HTTP_PORT: '0' },
    { CHAT_SERVER: 'none', XMPP_CLIENT_PORT: 'many', XMPP_HTTP_PORT: '9090' },
    { CHAT_SERVER_URL: 'http://chat:5280', XMPP_CLIENT_PORT: 'many' },
    // reported by the API
    { API_PORT: 'many', MANAGEMENT_PORT: 'many' },
    { API_HOST: '192.0.2.1', API_PORT: '5222' },
    { API_HOST: '::1', API_PORT: '9190', MANAGEMENT_HOST: '0.0.0.0' },
  ])('finds none in %p', (environment) => {
    expect(settingsFaults(environment)).toEqual([]);
  });

  it('reports all faults at once', () => {
    const wrong = { CHAT_SERVER: 'ejabberd', XMPP_CLIENT_PORT: 'abc', XMPP_HTTP_PORT: '99999' };
    expect(settingsFaults(wrong)).toEqual([
      'CHAT_SERVER: must be auto, prosody or none',
      'XMPP_CLIENT_PORT: must be a port, 0 to 65535',
      'XMPP_HTTP_PORT: must be a port, 0 to 65535',
    ]);
  });

  it.each([
    [{ XMPP_CLIENT_PORT: '9090' }, 'XMPP_CLIENT_PORT: 9090 is also the port of API_PORT'],
    [{ XMPP_HTTP_PORT: '9191' }, 'XMPP_HTTP_PORT: 9191 is also the port of LEGACY_MANAGEMENT_PORT'],
    [{ XMPP_HTTP_PORT: '5222' }, 'XMPP_HTTP_PORT: 5222 is also the port of XMPP_CLIENT_PORT'],
    [{ LEGACY_PORT: '9190' }, 'LEGACY_PORT: 9190 is also the port of MANAGEMENT_PORT'],
    [
      { API_HOST: '0.0.0.0', API_PORT: '5280' },
      'XMPP_HTTP_PORT: 5280 is also the port of API_PORT',
    ],
    [{ API_HOST: '::', API_PORT: '5280' }, 'XMPP_HTTP_PORT: 5280 is also the port of API_PORT'],
  ])('reports the port used twice in %p', (environment, fault) => {
    expect(settingsFaults(environment)).toEqual([fault]);
  });
});

describe('chatServerWish', () => {
  it.each([
    [{}, 'auto'],
    [{ CHAT_SERVER: 'prosody' }, 'prosody'],
    [{ CHAT_SERVER: 'prosody', CHAT_SERVER_URL: 'http://chat:5280' }, 'none'],
    [{ CHAT_SERVER: 'Prosody' }, null],
  ])('reads %p', (environment, wish) => {
    expect(chatServerWish(environment)).toBe(wish);
  });
});

it.each([
  [{}, 30_000],
  [{ API_STOP_GRACE_MS: '', LEGACY_STOP_GRACE_MS: 'long' }, 30_000],
  [{ API_STOP_GRACE_MS: '0', LEGACY_STOP_GRACE_MS: '0' }, 10_000],
  [{ API_STOP_GRACE_MS: '60000', API_DRAIN_DELAY_MS: '5000' }, 85_000],
])(
  'with %p the service is killed after %p ms, when it should have ended itself',
  (environment, ms) => {
    expect(stopTimeoutMs(environment)).toBe(ms);
  },
);
