import { userServicePlace } from './user-service.js';

describe('userServicePlace', () => {
  it.each([
    [{}, 'http://127.0.0.1:9091', '9091', '127.0.0.1'],
    [{ LEGACY_PORT: '9555' }, 'http://127.0.0.1:9555', '9555', '127.0.0.1'],
    [{ LEGACY_HOST: '0.0.0.0' }, 'http://127.0.0.1:9091', '9091', '127.0.0.1'],
    [{ LEGACY_HOST: '::1' }, 'http://[::1]:9091', '9091', '::1'],
    [{ LEGACY_URL: 'http://other:80' }, 'http://other:80', '9091', '127.0.0.1'],
    [
      { LEGACY_TRUSTED_PROXIES: '10.0.0.0/8' },
      'http://127.0.0.1:9091',
      '9091',
      '10.0.0.0/8,127.0.0.1',
    ],
  ])('reads %p', async (environment, url, port, trusted) => {
    expect(await userServicePlace(environment)).toEqual({
      forwarding: { LEGACY_URL: url },
      own: { LEGACY_PORT: port, LEGACY_TRUSTED_PROXIES: trusted },
    });
  });

  it('picks a free port on request', async () => {
    const { forwarding, own } = await userServicePlace({ LEGACY_PORT: '0' });
    expect(own['LEGACY_PORT']).toMatch(/^[1-9]\d*$/);
    expect(forwarding['LEGACY_URL']).toBe(`http://127.0.0.1:${own['LEGACY_PORT']}`);
  });
});
