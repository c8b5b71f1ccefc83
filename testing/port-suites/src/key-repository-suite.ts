import type { StoredKey } from '@chat-admin/domain/access/api-key';
import type { Open } from './repositories.js';

const at = (second: number) => new Date(Date.UTC(2026, 10, 23, 8, 0, second));
const bytes = (text: string) => new TextEncoder().encode(text);

const PORTAL: StoredKey = {
  id: '7hq2m9xk4d',
  name: 'portal',
  scopes: ['users:read', 'users:write'],
  allowedAddresses: ['192.0.2.0/24'],
  rateLimit: 600,
  created: at(0),
  createdBy: 'secret',
  expires: at(50),
  lastUsed: null,
  lastAddress: null,
  secrets: { current: bytes('one'), previous: null },
};

/** Buffers are byte arrays, too. */
const plain = (key: StoredKey | null) =>
  key && {
    ...key,
    secrets: {
      current: Buffer.from(key.secrets.current).toString(),
      previous: key.secrets.previous && {
        ...key.secrets.previous,
        digest: Buffer.from(key.secrets.previous.digest).toString(),
      },
    },
  };

/** The keys of programs that call the API. */
export function keyRepositorySuite(open: Open): void {
  beforeEach(async () => {
    await open().startOver();
    await open().keys.add(PORTAL);
  });

  it('gives back what was stored', async () => {
    const { keys } = open();
    expect(plain(await keys.find(PORTAL.id))).toEqual(plain(PORTAL));
    expect(await keys.find('7hq2m9xk4e')).toBeNull();
  });

  it('lists by name, compared by code points', async () => {
    const { keys } = open();
    for (const name of ['Zoo', '_', 'a.b']) await keys.add({ ...PORTAL, id: name, name });
    expect((await keys.list()).map(({ name }) => name)).toEqual(['Zoo', '_', 'a.b', 'portal']);
  });

  it('changes what its maker decides, and nothing else', async () => {
    const { keys } = open();
    const settings = {
      name: 'door',
      scopes: ['*'] as const,
      allowedAddresses: [],
      rateLimit: 0,
      expires: null,
    };
    await keys.update(PORTAL.id, settings);
    expect(plain(await keys.find(PORTAL.id))).toEqual(plain({ ...PORTAL, ...settings }));
  });

  it('keeps two secrets, or one', async () => {
    const { keys } = open();
    const previous = { digest: bytes('one'), until: at(20) };
    for (const secrets of [
      { current: bytes('two'), previous },
      { current: bytes('three'), previous: null },
    ]) {
      await keys.setSecrets(PORTAL.id, secrets);
      expect(plain(await keys.find(PORTAL.id))).toEqual(plain({ ...PORTAL, secrets }));
    }
  });

  it('notes the last use, whichever is noted last', async () => {
    const { keys } = open();
    await keys.noteUse(PORTAL.id, at(9), '192.0.2.9');
    await keys.noteUse(PORTAL.id, at(8), '192.0.2.8');
    await keys.noteUse('gone', at(8), '192.0.2.8');
    expect(await keys.find(PORTAL.id)).toMatchObject({
      lastUsed: at(9),
      lastAddress: '192.0.2.9',
    });
  });

  it('removes', async () => {
    const { keys } = open();
    await keys.remove(PORTAL.id);
    await keys.remove(PORTAL.id);
    expect(await keys.list()).toEqual([]);
  });

  it("takes part in the caller's transaction", async () => {
    const { keys, transactions } = open();
    const failing = transactions.run(async () => {
      await keys.hold();
      await keys.remove(PORTAL.id);
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect(await keys.list()).toHaveLength(1);
  });
}
