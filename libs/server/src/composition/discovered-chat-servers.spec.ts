import { promisify } from 'node:util';
import type { LookupAddress } from 'node:dns';
import { ChatServerDirectory } from '@chat-admin/domain/chat-server/chat-server-directory';
import type { ChatServerNode } from '@chat-admin/domain/chat-server/chat-server-directory';
import { CommonSettings } from '../process/common-settings.js';
import { DiscoveredChatServers } from './discovered-chat-servers.js';

const node = (address: string, state: ChatServerNode['state'] = 'active'): ChatServerNode => ({
  ...{ nodeId: address, kind: 'prosody', version: '13.0.1', state, address },
  ...{ since: new Date(1), lastSeen: new Date(2), sessions: null, rooms: null },
});

class Directory extends ChatServerDirectory {
  nodes: readonly ChatServerNode[] | Error = [];

  list() {
    return this.nodes instanceof Error ? Promise.reject(this.nodes) : Promise.resolve(this.nodes);
  }

  vitals = () => Promise.reject(new Error('not asked for'));
}

describe('discovered chat servers', () => {
  let directory: Directory;
  let said: string[];
  let names: Record<string, readonly string[]>;
  beforeEach(() => {
    [directory, said, names] = [new Directory(), [], {}];
  });
  const discovered = (networks: readonly string[] = new CommonSettings().chatServerNetworks) =>
    new DiscoveredChatServers(
      directory,
      networks,
      (line) => said.push(line),
      (name) => {
        const found = names[name];
        const unknown = Object.assign(new Error(), { code: 'ENOTFOUND' });
        return found === undefined ? Promise.reject(unknown) : Promise.resolve(found);
      },
    );
  const resolved = async ({ lookup }: DiscoveredChatServers, name: string) => {
    const all = { all: true } as const;
    const found = await promisify(lookup as (...given: never[]) => void)(
      ...([name, all] as unknown as never[]),
    );
    return (found as unknown as LookupAddress[]).map(({ address }) => address);
  };

  it('are those that serve or wait', async () => {
    const { addresses } = discovered();
    expect(await addresses()).toBeNull();
    directory.nodes = [node('http://10.0.0.1:5280'), node('http://10.0.0.2:5280', 'waiting')];
    expect(await addresses()).toEqual(['http://10.0.0.1:5280', 'http://10.0.0.2:5280']);
    directory.nodes = [node('http://10.0.0.1:5280', 'gone')];
    expect(await addresses()).toEqual([]);
  });

  it('are those of the last time while the database does not answer', async () => {
    directory.nodes = new Error('away');
    const { addresses } = discovered();
    expect(await addresses()).toEqual([]);
    directory.nodes = [node('http://10.0.0.1:5280')];
    await addresses();
    directory.nodes = new Error('away');
    expect(await addresses()).toEqual(['http://10.0.0.1:5280']);
  });

  it.each([
    'http://127.0.0.1:5280',
    'http://127.255.0.1:5280',
    'http://[::1]:5280',
    'https://10.255.255.255:5281',
    'https://172.16.0.1:5281',
    'https://172.31.255.255:5281',
    'https://192.168.3.4:5281',
    'https://[fd12:3456::1]:5281',
    'http://[::ffff:10.0.0.1]:5280',
    'http://[::FFFF:a00:1]:5280',
    'https://chat-1.example.org:5281',
  ])('are called at %s', async (address) => {
    directory.nodes = [node(address)];
    expect(await discovered().addresses()).toEqual([address]);
    expect(said).toEqual([]);
  });

  it.each([
    ['http://8.8.8.8:5280', '8.8.8.8'],
    ['http://172.15.255.255:5280', '172.15.255.255'],
    ['http://172.32.0.0:5280', '172.32.0.0'],
    ['http://169.254.169.254:80', '169.254.169.254'],
    ['http://100.64.0.1:5280', '100.64.0.1'],
    ['http://0.0.0.0:5280', '0.0.0.0'],
    ['http://134744072:5280', '8.8.8.8'],
    ['http://0x8.0x8.8.8:5280', '8.8.8.8'],
    ['http://[2600::1]:5280', '2600::1'],
    ['http://[fe80::1]:5280', 'fe80::1'],
    ['http://[::]:5280', '::'],
    ['http://[::ffff:8.8.8.8]:5280', '::ffff:808:808'],
    ['http://[64:ff9b::a00:1]:5280', '64:ff9b::a00:1'],
    ['http://[fd00::1%25eth0]:5280', 'http://[fd00::1%25eth0]:5280'],
    ['ftp://10.0.0.1:5280', '10.0.0.1'],
    ['http://ann@10.0.0.1:5280', '10.0.0.1'],
    ['http://10.0.0.1:5280/elsewhere', '10.0.0.1'],
    ['http://10.0.0.1:5280?x', '10.0.0.1'],
    ['nonsense', 'nonsense'],
    ['', ''],
  ])('are not called at %s, which is said once', async (address, host) => {
    directory.nodes = [node(address), node('http://10.0.0.9:5280', 'waiting')];
    const { addresses } = discovered();
    expect([await addresses(), await addresses()]).toEqual(Array(2).fill(['http://10.0.0.9:5280']));
    expect(said).toEqual([
      `A chat server says that it is at ${JSON.stringify(host)}: it is not called, for that is not in CHAT_SERVER_NETWORKS`,
    ]);
  });

  it('are said anew when they come back', async () => {
    const { addresses } = discovered();
    for (const nodes of [[node('http://8.8.8.8:5280')], [], [node('http://8.8.8.8:5280')]]) {
      directory.nodes = nodes;
      await addresses();
    }
    expect(said).toHaveLength(2);
  });

  it('are called in the networks of the setting alone', async () => {
    directory.nodes = [node('http://203.0.113.7:5280'), node('http://10.0.0.1:5280')];
    expect(await discovered(['203.0.113.0/24']).addresses()).toEqual(['http://203.0.113.7:5280']);
    expect(await discovered([]).addresses()).toEqual([]);
  });

  it('by name are reached at its addresses in these networks', async () => {
    names['chat-1'] = ['8.8.8.8', '10.0.0.1', '::ffff:9.9.9.9', 'fd00::1'];
    expect(await resolved(discovered(), 'chat-1')).toEqual(['10.0.0.1', 'fd00::1']);
    expect(said).toEqual([]);
    await expect(resolved(discovered(), 'chat-2')).rejects.toMatchObject({ code: 'ENOTFOUND' });
  });

  it('by name are looked at for each connection: what the name leads to later is no way out', async () => {
    directory.nodes = [node('https://chat-1:5281')];
    names['chat-1'] = ['10.0.0.1'];
    const found = discovered();
    await found.addresses();
    expect(await resolved(found, 'chat-1')).toEqual(['10.0.0.1']);
    names['chat-1'] = ['8.8.8.8'];
    for (const _ of [1, 2]) {
      const code = 'outside CHAT_SERVER_NETWORKS';
      await expect(resolved(found, 'chat-1')).rejects.toMatchObject({ code });
      await found.addresses();
    }
    expect(said).toHaveLength(1);
  });
});
