import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ConfigurationFaults, loadConfig } from '@chat-admin/configuration/load-config';
import { chatServerAddresses, CommonSettings } from './common-settings.js';

const DATABASE_URL = 'postgres://db.example.org/chat';
const URL = { CHAT_SERVER_URL: 'http://127.0.0.1:5280' };
const load = (environment: Record<string, string>) =>
  loadConfig(CommonSettings, { DATABASE_URL, ...environment });

describe('the address of the database', () => {
  const faults = (url: string): readonly string[] => {
    try {
      load({ DATABASE_URL: url });
      return [];
    } catch (error) {
      return (error as ConfigurationFaults).faults;
    }
  };

  it('may have percent-encoded characters in its password', () => {
    expect(faults('postgres://chat:Own%23erPw@db.example.org/chat')).toEqual([]);
  });

  it.each([
    ['', 'must be set'],
    ['mysql://hidden', 'must be a postgres:// address'],
    [
      'postgres://chat:hidden#Pw@db.example.org/chat',
      'cannot be parsed; percent-encode special characters in user and password',
    ],
  ])('with a fault of %s is reported without the address', (url, fault) => {
    expect(faults(url)).toEqual([`DATABASE_URL: ${fault}`]);
  });
});

describe('the settings of a chat server', () => {
  it('are none by default', () => {
    expect(load({})).toMatchObject({ chatServerUrl: null, chatServerToken: null });
  });

  it('are an address and a token', () => {
    expect(load({ ...URL, CHAT_SERVER_TOKEN: 'open-sesame' })).toMatchObject({
      chatServerUrl: 'http://127.0.0.1:5280',
      chatServerToken: 'open-sesame',
    });
  });

  it('may be several addresses', () => {
    const urls = 'http://chat-1:5280,https://chat-2:5281';
    const config = load({ CHAT_SERVER_URL: urls, CHAT_SERVER_TOKEN: 'open-sesame' });
    expect(chatServerAddresses(config.chatServerUrl!)).toEqual([
      'http://chat-1:5280',
      'https://chat-2:5281',
    ]);
  });

  it('may have the token in a file', () => {
    const folder = mkdtempSync(join(tmpdir(), 'common-settings-'));
    try {
      const file = join(folder, 'token');
      writeFileSync(file, 'open-sesame\n');
      const config = load({ ...URL, CHAT_SERVER_TOKEN_FILE: file });
      expect(config.chatServerToken).toBe('open-sesame');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('may be a token alone: the chat servers say where they are', () => {
    expect(load({ CHAT_SERVER_TOKEN: 'open-sesame' })).toMatchObject({
      ...{ chatServerUrl: null, chatServerToken: 'open-sesame' },
      chatServerNetworks: expect.arrayContaining(['10.0.0.0/8']) as unknown,
    });
    const CHAT_SERVER_NETWORKS = '192.0.2.0/24, 2001:db8::7';
    expect(load({ CHAT_SERVER_NETWORKS }).chatServerNetworks).toEqual([
      '192.0.2.0/24',
      '2001:db8::7',
    ]);
  });

  it.each(['10.0.0.0/33', 'chat-1', '10.0.0.1:5280'])('are a fault with the network %s', (text) => {
    expect(() => load({ CHAT_SERVER_NETWORKS: text })).toThrow(
      'CHAT_SERVER_NETWORKS: must be addresses or CIDR ranges',
    );
  });

  it('are a fault without a token', () => {
    expect(() => load(URL)).toThrow('CHAT_SERVER_TOKEN: must be set together with CHAT_SERVER_URL');
  });

  it.each(['short', 'with blanks in it', 'sécret-token'])(
    'are a fault with the token %j, which is not disclosed',
    (token) => {
      const wrong = () => load({ ...URL, CHAT_SERVER_TOKEN: token });
      expect(wrong).toThrow('CHAT_SERVER_TOKEN: must be 8 or more printable ASCII characters');
      expect(wrong).not.toThrow(token);
    },
  );

  it.each([
    '127.0.0.1:5280',
    'http://a:1,',
    'http://a:1,b:1',
    'ftp://host',
    'http://user:pass@host',
    'http://host/path',
  ])('are a fault with the address %s', (url) => {
    expect(() => load({ CHAT_SERVER_URL: url, CHAT_SERVER_TOKEN: 'open-sesame' })).toThrow(
      'CHAT_SERVER_URL: must be an address such as http://host:port',
    );
  });
});
