import { Overloaded } from '@chat-admin/domain/shared/domain-error';
import { Limiter } from './limiter.js';
import { ScramPasswordHasher } from './scram-password-hasher.js';
import { matchesScramKeys } from './scram-keys.js';

const hex = (text: string): Uint8Array => Buffer.from(text, 'hex');

describe('SCRAM keys', () => {
  it('match the example in RFC 7677 section 3', async () => {
    // StoredKey of user "user", password "pencil", salt W22ZaJ0SNY7soEsUEjb6gQ==, 4096 rounds
    const salt = Buffer.from('W22ZaJ0SNY7soEsUEjb6gQ==', 'base64');
    const storedKey = Buffer.from('WG5d8oPm3OtcPnkdi4Uo7BkeZkBFzpcXkuLmtbsT4qY=', 'base64');
    const keys = { salt, iterations: 4096, storedKey, serverKey: hex('00') };
    expect(await matchesScramKeys('sha256', 'pencil', keys)).toBe(true);
    expect(await matchesScramKeys('sha256', 'pencils', keys)).toBe(false);
  });
});

describe('ScramPasswordHasher', () => {
  const hasher = new ScramPasswordHasher(4096);

  it('derives both mechanisms, each with a random salt', async () => {
    const { scramSha1, scramSha256 } = await hasher.derive('p1-secret');
    expect([scramSha1.storedKey.length, scramSha256.storedKey.length]).toEqual([20, 32]);
    expect([scramSha1.iterations, scramSha256.iterations]).toEqual([4096, 4096]);
    expect(Buffer.compare(scramSha1.salt, scramSha256.salt)).not.toBe(0);
    expect(await matchesScramKeys('sha1', 'p1-secret', scramSha1)).toBe(true);
    expect(await matchesScramKeys('sha256', 'p1-secret', scramSha256)).toBe(true);
  });

  it('distinguishes the right password from a wrong one', async () => {
    const credentials = await hasher.derive('p1-secret');
    expect(await hasher.matches('p1-secret', credentials)).toBe(true);
    expect(await hasher.matches('P1-secret', credentials)).toBe(false);
  });

  it('tests by the hash that is there', async () => {
    const { scramSha1, scramSha256 } = await hasher.derive('p1-secret');
    for (const half of [
      { scramSha1, scramSha256: null },
      { scramSha1: null, scramSha256 },
    ]) {
      expect(await hasher.matches('p1-secret', half)).toBe(true);
      expect(await hasher.matches('other', half)).toBe(false);
    }
    expect(await hasher.matches('', { scramSha1: null, scramSha256: null })).toBe(false);
  });

  it('keeps the order of a list', async () => {
    const passwords = ['one', 'two', 'three', 'four', 'five'];
    const derived = await hasher.deriveAll(passwords);
    const right = await Promise.all(
      derived.map((keys, index) => hasher.matches(passwords[index]!, keys)),
    );
    expect(right).toEqual(passwords.map(() => true));
  });
});

describe('Limiter', () => {
  it('runs at most as many as it has slots, in order of arrival', async () => {
    const limiter = new Limiter(2, 10);
    const started: number[] = [];
    let running = 0;
    let most = 0;
    await Promise.all(
      [0, 1, 2, 3, 4].map((piece) =>
        limiter.run(async () => {
          started.push(piece);
          running += 1;
          most = Math.max(most, running);
          await new Promise((resolve) => setImmediate(resolve));
          running -= 1;
        }),
      ),
    );
    expect(most).toBe(2);
    expect(started).toEqual([0, 1, 2, 3, 4]);
  });

  it('refuses work beyond its queue limit and continues afterwards', async () => {
    const limiter = new Limiter(1, 1);
    let release: () => void = () => undefined;
    const first = limiter.run(() => new Promise<void>((resolve) => (release = resolve)));
    const second = limiter.run(async () => 'second');
    await expect(limiter.run(async () => 'third')).rejects.toBeInstanceOf(Overloaded);
    release();
    await first;
    expect(await second).toBe('second');
    expect(await limiter.run(async () => 'fourth')).toBe('fourth');
  });

  it('releases the slot of failed work', async () => {
    const limiter = new Limiter(1, 1);
    await expect(limiter.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await limiter.run(async () => 'next')).toBe('next');
  });
});
