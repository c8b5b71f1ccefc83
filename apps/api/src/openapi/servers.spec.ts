import { loadConfig } from '@chat-admin/configuration/load-config';
import { ApiConfig } from '../config.js';
import { Servers } from './servers.js';

const load = (url: string) =>
  loadConfig(ApiConfig, {
    ...{ DATABASE_URL: 'postgres://chat@127.0.0.1/chat', XMPP_DOMAIN: 'example.org' },
    API_PUBLIC_URL: url,
  });

it.each([
  ['https://chat.example.org', 'https://chat.example.org/plugins/restapi/v1'],
  ['http://[::1]:9090/', 'http://[::1]:9090/plugins/restapi/v1'],
  ['https://a.example/admin/', 'https://a.example/admin/plugins/restapi/v1'],
  ['https://a.example/plugins/restapi/v1/', 'https://a.example/plugins/restapi/v1'],
])('API_PUBLIC_URL may be %s', (url, described) => {
  expect(new Servers(load(url).publicUrl).all).toEqual([{ url: described }, { url: '../v1' }]);
});

it.each([
  ...['chat.example.org', 'ftp://a.example', 'https://', 'https://ann:secret@a.example'],
  ...['https://a.example/?x=1', 'https://a.example/#x', 'https://a b.example'],
])('API_PUBLIC_URL may not be %s', (url) => {
  expect(() => load(url)).toThrow(/API_PUBLIC_URL: must be an address/);
});

it('is beside the description unless an address is set', () => {
  expect(new Servers(null).all).toEqual([{ url: '../v1' }]);
});
