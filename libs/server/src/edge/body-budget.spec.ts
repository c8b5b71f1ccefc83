import { randomBytes } from 'node:crypto';
import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { jest } from '@jest/globals';
import { createGzip, gzipSync } from 'node:zlib';
import { BodyBudget } from './body-budget.js';
import { receiveBytes } from './receive-bytes.js';
import type { BodyLimits } from './receive-bytes.js';

const KIBI = 1024;
const settled = () => new Promise((resolve) => setImmediate(resolve));

const anAnswer = () => Object.assign(new EventEmitter(), { destroyed: false });

/** The body of one request of `caller`, sent in pieces. */
class Upload {
  readonly stream = new IncomingMessage(new Socket());
  readonly received: Promise<string>;
  private readonly answer = anAnswer();

  constructor(
    budget: BodyBudget,
    caller: string,
    length: number | null,
    limits: BodyLimits = { bytes: 100 * KIBI },
  ) {
    if (length !== null) this.stream.headers['content-length'] = String(length);
    this.stream._read = () => undefined;
    const allowance = budget.open(caller, this.answer);
    this.received = receiveBytes(this.stream, limits, allowance).then(
      (bytes) => `${bytes.length} bytes`,
      (error: Error) => error.message,
    );
  }

  async send(bytes: number): Promise<void> {
    await this.sendBytes(Buffer.alloc(bytes));
  }

  async sendBytes(bytes: Uint8Array): Promise<void> {
    this.stream.push(bytes);
    await settled();
  }

  async end(): Promise<string> {
    this.stream.push(null);
    return this.received;
  }

  /** The request has been answered, or its connection is gone. */
  close(): void {
    this.answer.emit('close');
  }
}

describe('BodyBudget', () => {
  it('holds what bodies bring, and gets it back when they are done with', async () => {
    const budget = new BodyBudget(10 * KIBI, { totalBytes: 100 * KIBI });
    const uploads = ['a', 'b'].map((caller) => new Upload(budget, caller, 10 * KIBI));
    expect(budget.heldBytes).toBe(0);
    for (const upload of uploads) {
      await upload.send(10 * KIBI);
      expect(await upload.end()).toBe(`${10 * KIBI} bytes`);
    }
    expect(budget.heldBytes).toBe(20 * KIBI);
    for (const upload of uploads) {
      upload.close();
      upload.close();
    }
    expect(budget.heldBytes).toBe(0);
  });

  it('lets bodies that do not fit wait, and in in the order of asking', async () => {
    const budget = new BodyBudget(10 * KIBI, { totalBytes: 20 * KIBI });
    const [first, second, third] = ['a', 'b', 'c'].map(
      (caller) => new Upload(budget, caller, 10 * KIBI),
    ) as [Upload, Upload, Upload];
    const small = new Upload(budget, 'd', 1);
    for (const upload of [first, second, third]) await upload.send(10 * KIBI);
    await small.send(1);
    const paused = () => [first, second, third, small].map(({ stream }) => stream.isPaused());
    expect(paused()).toEqual([false, false, true, true]);
    first.close();
    await settled();
    expect(paused()).toEqual([false, false, false, true]);
    expect(budget.heldBytes).toBe(20 * KIBI);
    expect(await third.end()).toBe(`${10 * KIBI} bytes`);
    third.close();
    expect(await small.end()).toBe('1 bytes');
  });

  it('finishes one body after the other, when many arrive at once', async () => {
    const budget = new BodyBudget(10 * KIBI, { totalBytes: 40 * KIBI });
    const uploads = ['a', 'a', 'a', 'b', 'b', 'c'].map(
      (caller) => new Upload(budget, caller, 10 * KIBI),
    );
    for (let piece = 0; piece < 10; piece += 1) {
      for (const { stream } of uploads) stream.push(Buffer.alloc(KIBI));
      await settled();
      expect(budget.heldBytes).toBeLessThanOrEqual(40 * KIBI);
    }
    const received = uploads.map(async (upload) => {
      const text = await upload.end();
      upload.close();
      return text;
    });
    expect(await Promise.all(received)).toEqual(uploads.map(() => `${10 * KIBI} bytes`));
    expect(budget.heldBytes).toBe(0);
  });

  it('gives one caller at most half, so that others are let in', async () => {
    const budget = new BodyBudget(10 * KIBI, { totalBytes: 40 * KIBI });
    const greedy = Array.from({ length: 4 }, () => new Upload(budget, 'a', 10 * KIBI));
    for (const upload of greedy) await upload.send(10 * KIBI);
    expect(budget.heldBytes).toBe(20 * KIBI);
    const other = new Upload(budget, 'b', 10 * KIBI);
    await other.send(10 * KIBI);
    expect(await other.end()).toBe(`${10 * KIBI} bytes`);
    for (const upload of greedy) upload.close();
    other.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('always has room for small bodies, which hold room of the others', async () => {
    const budget = new BodyBudget(10 * KIBI, {
      totalBytes: 20 * KIBI,
      smallBytes: KIBI,
      timeoutMs: 0,
    });
    const large = ['a', 'b', 'c'].map((caller) => new Upload(budget, caller, 10 * KIBI));
    for (const upload of large) await upload.send(10 * KIBI);
    expect(await large[2]!.received).toBe('Too much work is waiting, try again later');
    const small = ['a', 'b', 'c'].flatMap((caller) =>
      Array.from({ length: 10 }, () => new Upload(budget, caller, KIBI)),
    );
    for (const upload of small) for (const part of [KIBI - 1, 1]) await upload.send(part);
    expect(budget.heldBytes).toBe(50 * KIBI);
    expect(await small[29]!.end()).toBe(`${KIBI} bytes`);
    // it is small no longer
    await small[0]!.send(1);
    expect(await small[0]!.received).toBe('Too much work is waiting, try again later');
    for (const upload of [...large, ...small]) upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('always has room for one body, however large it may be', async () => {
    const budget = new BodyBudget(50 * KIBI, { totalBytes: 10 * KIBI });
    const upload = new Upload(budget, 'a', 50 * KIBI);
    await upload.send(50 * KIBI);
    expect(await upload.end()).toBe(`${50 * KIBI} bytes`);
  });

  it('refuses a body for which there is no room in time', async () => {
    const budget = new BodyBudget(10 * KIBI, { totalBytes: 10 * KIBI, timeoutMs: 1 });
    const upload = new Upload(budget, 'a', 10 * KIBI);
    await upload.send(10 * KIBI);
    const late = new Upload(budget, 'b', 10 * KIBI);
    await late.send(1);
    expect(await late.received).toBe('Too much work is waiting, try again later');
    late.close();
    upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it.each([
    ['of unknown length', null],
    ['that announces more', 1000 * KIBI],
  ])('holds of a body %s what has come', async (_what, length) => {
    const budget = new BodyBudget(1000 * KIBI, { totalBytes: 1000 * KIBI });
    const upload = new Upload(budget, 'a', length, { bytes: 1000 * KIBI });
    expect(budget.heldBytes).toBe(0);
    await upload.send(65 * KIBI);
    expect(budget.heldBytes).toBe(65 * KIBI);
    await upload.send(900 * KIBI);
    expect(await upload.end()).toBe(`${965 * KIBI} bytes`);
    expect(budget.heldBytes).toBe(965 * KIBI);
    upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('holds of a compressed body what it inflates to, as it arrives', async () => {
    const budget = new BodyBudget(1000 * KIBI);
    const limits = { bytes: 1000 * KIBI, isZipped: true };
    const upload = new Upload(budget, 'a', null, limits);
    const zip = createGzip().setEncoding('latin1');
    const until = () => new Promise((resolve) => zip.flush(() => resolve(null)));
    zip.write(Buffer.alloc(300 * KIBI));
    await until();
    await upload.sendBytes(Buffer.from(String(zip.read()), 'latin1'));
    while (budget.heldBytes < 300 * KIBI) await settled();
    zip.end(Buffer.alloc(KIBI));
    for await (const rest of zip) await upload.sendBytes(Buffer.from(String(rest), 'latin1'));
    expect(await upload.end()).toBe(`${301 * KIBI} bytes`);
    expect(budget.heldBytes).toBe(301 * KIBI);
  });

  it.each([
    ['inflates to', gzipSync(Buffer.alloc(11 * KIBI))],
    ['is on the way', gzipSync(randomBytes(11 * KIBI))],
  ])('refuses a compressed body that %s more than it may', async (_what, sent) => {
    const budget = new BodyBudget(10 * KIBI);
    const upload = new Upload(budget, 'a', null, { bytes: 10 * KIBI, isZipped: true });
    await upload.sendBytes(sent);
    expect(await upload.received).toBe('The request body is too large');
  });

  it.each([
    ['nothing', Buffer.alloc(0), '0 bytes'],
    [
      'what is no gzip',
      Buffer.from('plain'),
      'Could not read the request body: the gzip data is damaged',
    ],
    [
      'half',
      gzipSync('half').subarray(0, 20),
      'Could not read the request body: the gzip data is damaged',
    ],
    ['with padding behind it', Buffer.concat([gzipSync('all'), Buffer.alloc(9)]), '3 bytes'],
  ])('inflates %s', async (_what, sent, expected) => {
    const upload = new Upload(new BodyBudget(KIBI), 'a', null, { bytes: KIBI, isZipped: true });
    if (sent.length > 0) await upload.sendBytes(sent);
    expect(await upload.end()).toBe(expected);
  });

  it('pauses a body of unknown length until there is room again', async () => {
    const budget = new BodyBudget(100 * KIBI, { totalBytes: 220 * KIBI });
    const other = new Upload(budget, 'b', 100 * KIBI);
    await other.send(100 * KIBI);
    const growing = [new Upload(budget, 'a', null), new Upload(budget, 'c', null)];
    for (const upload of growing) await upload.send(65 * KIBI);
    expect(growing.map(({ stream }) => stream.isPaused())).toEqual([false, true]);
    other.close();
    await settled();
    expect(growing[1]!.stream.isPaused()).toBe(false);
    expect(await growing[1]!.end()).toBe(`${65 * KIBI} bytes`);
    for (const upload of growing) upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('ends a body that brings nothing for too long, not one that is slow', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const budget = new BodyBudget(10 * KIBI, { stallMs: 10_000 });
    const slow = new Upload(budget, 'a', 10 * KIBI);
    const zipped = new Upload(budget, 'b', null, { bytes: 10 * KIBI, isZipped: true });
    const stalled = new Upload(budget, 'c', 10 * KIBI);
    await stalled.send(1);
    const zip = gzipSync(randomBytes(10));
    for (const byte of zip) {
      await slow.send(1);
      await zipped.sendBytes(Buffer.of(byte));
      jest.advanceTimersByTime(6_000);
    }
    expect(await stalled.received).toBe('The request did not arrive in time');
    expect(await slow.end()).toBe(`${zip.length} bytes`);
    jest.useRealTimers();
    expect(await zipped.end()).toBe('10 bytes');
  });

  it('keeps what has come, not the pieces', async () => {
    const upload = new Upload(new BodyBudget(KIBI), 'a', null);
    const piece = Buffer.of(1);
    const kept = jest.spyOn(Buffer, 'concat');
    for (let sent = 0; sent < 100; sent += 1) await upload.sendBytes(piece);
    expect(await upload.end()).toBe('100 bytes');
    expect(kept).not.toHaveBeenCalled();
    kept.mockRestore();
  });

  it('does not count the time in which a body waits for room', async () => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick'] });
    const limits = { totalBytes: 10 * KIBI, timeoutMs: 60_000, stallMs: 10_000 };
    const budget = new BodyBudget(10 * KIBI, limits);
    const first = new Upload(budget, 'a', 10 * KIBI);
    await first.send(10 * KIBI);
    const second = new Upload(budget, 'b', 10 * KIBI);
    await second.send(KIBI);
    await first.end();
    jest.advanceTimersByTime(30_000);
    first.close();
    await settled();
    jest.useRealTimers();
    expect(await second.end()).toBe(`${KIBI} bytes`);
  });

  it('gets everything back from bodies that break off, wait or are too long', async () => {
    const budget = new BodyBudget(10 * KIBI, { totalBytes: 20 * KIBI });
    const broken = new Upload(budget, 'a', 10 * KIBI);
    await broken.send(5);
    broken.stream.destroy();
    expect(await broken.received).toMatch(/ended too early$/);
    const long = new Upload(budget, 'b', null, { bytes: 10 * KIBI });
    await long.send(11 * KIBI);
    expect(await long.received).toBe('The request body is too large');
    const waiting = new Upload(budget, 'c', 10 * KIBI);
    for (const upload of [waiting, long, broken]) upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('does not wait for a body whose connection has gone before', async () => {
    const budget = new BodyBudget(10 * KIBI);
    const stream = new IncomingMessage(new Socket());
    stream.destroy();
    await settled();
    const gone = Object.assign(anAnswer(), { destroyed: true });
    const body = receiveBytes(stream, { bytes: 10 * KIBI }, budget.open('a', gone));
    await expect(body).rejects.toThrow('ended too early');
    expect(budget.heldBytes).toBe(0);
  });

  it('reads on over a body that is too long before it is refused, and holds nothing of it', async () => {
    const budget = new BodyBudget(10 * KIBI);
    const upload = new Upload(budget, 'a', null, { bytes: 10 * KIBI, ignoredBytes: 100 * KIBI });
    await upload.send(90 * KIBI);
    expect(await Promise.race([upload.received, settled().then(() => 'pending')])).toBe('pending');
    expect(await upload.end()).toBe('The request body is too large');
  });
});
