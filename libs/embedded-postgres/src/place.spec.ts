import { chmodSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { removeTemporaryDirectories, temporaryDirectory } from '../test/temporary-directory.js';
import { closedFor, isReachable } from './account.js';
import { placeName } from './place.js';

describe('isReachable', () => {
  afterEach(removeTemporaryDirectories);
  const someone = { name: 'someone', uid: 54321, gid: 54321, home: '/' };

  it('checks every directory on the way', async () => {
    const directory = temporaryDirectory();
    const inner = join(directory, 'a/b');
    mkdirSync(inner, { recursive: true });
    expect(await isReachable(inner, someone)).toBe(true);
    expect(await isReachable(join(inner, 'not/there/yet'), someone)).toBe(true);
    chmodSync(directory, 0o700);
    expect(await isReachable(inner, someone)).toBe(false);
    expect(await isReachable(inner, null)).toBe(true);
  });

  it('considers ownership', async () => {
    const directory = temporaryDirectory(0o700);
    const owner = { name: 'owner', uid: process.getuid?.() ?? 0, gid: 54321, home: '/' };
    expect(await isReachable(directory, owner)).toBe(true);
    const group = { ...someone, gid: process.getgid?.() ?? 0 };
    chmodSync(directory, 0o710);
    expect(await isReachable(directory, group)).toBe(true);
  });
});

describe('closedFor', () => {
  afterEach(removeTemporaryDirectories);
  const someone = { name: 'someone', uid: 54321, gid: 54321, home: '/' };

  it('names the outermost directory in the way, or the file itself', async () => {
    const directory = temporaryDirectory();
    const inner = join(directory, 'a/b');
    mkdirSync(inner, { recursive: true });
    const file = join(inner, 'program.js');
    writeFileSync(file, '');
    expect(await closedFor(file, someone)).toBeNull();
    chmodSync(file, 0o600);
    expect(await closedFor(file, someone)).toBe(file);
    chmodSync(inner, 0o700);
    expect(await closedFor(file, someone)).toBe(inner);
    chmodSync(directory, 0o700);
    expect(await closedFor(file, someone)).toBe(directory);
    expect(await closedFor(file, null)).toBeNull();
  });
});

describe('placeName', () => {
  it('is readable and unique', () => {
    expect(placeName('/root/chat/.data')).toMatch(/^root-chat-data-[0-9a-f]{8}$/);
    expect(placeName('/root/chat/.data')).not.toBe(placeName('/root/chat/data'));
  });
});
