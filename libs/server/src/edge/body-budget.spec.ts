import { EventEmitter } from 'node:events';
import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { BodyBudget } from './body-budget.js';
import { receiveBytes } from './receive-bytes.js';

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
    limit = 100 * KIBI,
    ignoredBytes = 0,
  ) {
    if (length !== null) this.stream.headers['content-length'] = String(length);
    this.stream._read = () => undefined;
    const allowance = budget.open(caller, this.answer);
    this.received = receiveBytes(this.stream, { bytes: limit, ignoredBytes }, allowance).then(
      (bytes) => `${bytes.length} bytes`,
      (error: Error) => error.message,
    );
  }

  async send(bytes: number): Promise<void> {
    this.stream.push(Buffer.alloc(bytes));
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
    const budget = new BodyBudget(10 * KIBI, 100 * KIBI);
    const uploads = ['a', 'b'].map((caller) => new Upload(budget, caller, 10 * KIBI));
    expect(budget.heldBytes).toBe(20 * KIBI);
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

  it('leaves bodies that do not fit unread, and lets them in in the order of asking', async () => {
    const budget = new BodyBudget(10 * KIBI, 20 * KIBI);
    const [first, second, third] = ['a', 'b', 'c'].map(
      (caller) => new Upload(budget, caller, 10 * KIBI),
    ) as [Upload, Upload, Upload];
    const small = new Upload(budget, 'd', 1);
    for (const upload of [first, second, third]) await upload.send(10 * KIBI);
    expect([first, second, third].map(({ stream }) => stream.readableLength)).toEqual([
      0,
      0,
      10 * KIBI,
    ]);
    first.close();
    await settled();
    expect(third.stream.readableLength).toBe(0);
    expect(budget.heldBytes).toBe(20 * KIBI);
    expect(await third.end()).toBe(`${10 * KIBI} bytes`);
    third.close();
    await small.send(1);
    expect(await small.end()).toBe('1 bytes');
  });

  it('gives one caller at most half, so that others are let in', async () => {
    const budget = new BodyBudget(10 * KIBI, 40 * KIBI);
    const greedy = Array.from({ length: 4 }, () => new Upload(budget, 'a', 10 * KIBI));
    expect(budget.heldBytes).toBe(20 * KIBI);
    const other = new Upload(budget, 'b', 10 * KIBI);
    await other.send(10 * KIBI);
    expect(await other.end()).toBe(`${10 * KIBI} bytes`);
    for (const upload of greedy) upload.close();
    other.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('always has room for one body, however large it may be', async () => {
    const budget = new BodyBudget(50 * KIBI, 10 * KIBI);
    const upload = new Upload(budget, 'a', 50 * KIBI);
    await upload.send(50 * KIBI);
    expect(await upload.end()).toBe(`${50 * KIBI} bytes`);
  });

  it('refuses a body for which there is no room in time', async () => {
    const budget = new BodyBudget(10 * KIBI, 10 * KIBI, 1);
    const upload = new Upload(budget, 'a', 10 * KIBI);
    const late = new Upload(budget, 'b', 10 * KIBI);
    expect(await late.received).toBe('Too much work is waiting, try again later');
    late.close();
    upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it.each([
    ['of unknown length', null],
    ['that promises more', 1000 * KIBI],
  ])('grants a body %s little before it brings more', async (_what, length) => {
    const budget = new BodyBudget(1000 * KIBI, 1000 * KIBI);
    const upload = new Upload(budget, 'a', length, 1000 * KIBI);
    expect(budget.heldBytes).toBe(16 * KIBI);
    await upload.send(65 * KIBI);
    expect(budget.heldBytes).toBe(1000 * KIBI);
    await upload.send(900 * KIBI);
    expect(budget.heldBytes).toBe(1000 * KIBI);
    expect(await upload.end()).toBe(`${965 * KIBI} bytes`);
    expect(budget.heldBytes).toBe(965 * KIBI);
    upload.close();
    expect(budget.heldBytes).toBe(0);
  });

  it('pauses a body of unknown length until there is room again', async () => {
    const budget = new BodyBudget(100 * KIBI, 220 * KIBI);
    const other = new Upload(budget, 'b', 100 * KIBI);
    await other.send(65 * KIBI);
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

  it('gets everything back from bodies that break off, wait or are too long', async () => {
    const budget = new BodyBudget(10 * KIBI, 20 * KIBI);
    const broken = new Upload(budget, 'a', 10 * KIBI);
    await broken.send(5);
    broken.stream.destroy();
    expect(await broken.received).toMatch(/ended too early$/);
    const long = new Upload(budget, 'b', null, 10 * KIBI);
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
    const upload = new Upload(budget, 'a', null, 10 * KIBI, 100 * KIBI);
    await upload.send(90 * KIBI);
    expect(await Promise.race([upload.received, settled().then(() => 'pending')])).toBe('pending');
    expect(await upload.end()).toBe('The request body is too large');
  });
});
