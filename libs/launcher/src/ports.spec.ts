import { decidedPorts, portOf } from './ports.js';

describe('portOf', () => {
  it.each([
    [{}, '9090'],
    [{ API_PORT: '' }, '9090'],
    [{ API_PORT: '81' }, '81'],
    [{ API_PORT: 'many' }, 'many'],
  ])('reads %p', async (environment, port) => {
    expect(await portOf(environment, 'API_PORT', 9090, '127.0.0.1')).toBe(port);
  });

  it('replaces 0 by a free one', async () => {
    expect(await portOf({ API_PORT: '0' }, 'API_PORT', 9090, '127.0.0.1')).toMatch(/^[1-9]\d*$/);
  });
});

describe('decidedPorts', () => {
  it('replaces 0 and keeps others', async () => {
    const environment = { API_PORT: '0', MANAGEMENT_PORT: '81' };
    const hosts = { API_PORT: 'API_HOST', MANAGEMENT_PORT: 'MANAGEMENT_HOST', MORE: 'HOST' };
    expect(await decidedPorts(environment, hosts)).toEqual({
      API_PORT: expect.stringMatching(/^[1-9]\d*$/) as string,
    });
  });

  it('keeps 0 if the address is unusable', async () => {
    const environment = { API_PORT: '0', API_HOST: '192.0.2.1' };
    expect(await decidedPorts(environment, { API_PORT: 'API_HOST' })).toEqual({ API_PORT: '0' });
  });
});
