import { isIP } from 'node:net';
import { hostname } from 'node:os';
import { ownHostName } from './own-host-name.js';

describe('ownHostName', () => {
  it('returns host name and address', () => {
    const [, name, address] = /^(\S+) \((\S+)\)$/.exec(ownHostName())!;
    expect(name).toBe(hostname());
    expect(isIP(address!)).not.toBe(0);
  });
});
