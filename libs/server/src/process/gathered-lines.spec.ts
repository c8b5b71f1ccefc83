import { jest } from '@jest/globals';
import { EventEmitter } from 'node:events';
import { GatheredLines } from './gathered-lines.js';
import type { TextOutput } from './gathered-lines.js';

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

/** Writes are complete when the test says so. */
class Output extends EventEmitter implements TextOutput {
  readonly written: string[] = [];
  isFull = false;

  write(text: string): void {
    if (this.isFull) this.emit('drop', text);
    else this.written.push(text);
  }

  flushSync(): void {}
}

function opened() {
  const output = new Output();
  const lines = new GatheredLines(output);
  return { output, lines };
}

describe('GatheredLines', () => {
  it('writes the lines of a tenth of a second at once, and has no timer while nothing is logged', () => {
    const { output, lines } = opened();
    lines.write('a\n');
    lines.write('b\n');
    expect(output.written).toEqual([]);
    jest.advanceTimersByTime(100);
    expect(output.written).toEqual(['a\nb\n']);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('writes 16 KiB without waiting', () => {
    const { output, lines } = opened();
    const line = `${'x'.repeat(1023)}\n`;
    for (let count = 0; count < 16; count += 1) lines.write(line);
    expect(output.written).toEqual([line.repeat(16)]);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('ends a flush when everything is written', () => {
    const { output, lines } = opened();
    const done = jest.fn();
    lines.write('last\n');
    lines.flush(done);
    expect(output.written).toEqual(['last\n']);
    expect(done).not.toHaveBeenCalled();
    output.emit('drain');
    jest.runAllTimers();
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('leaves lines that wait to a process that ends at once', () => {
    const { output, lines } = opened();
    lines.write('last\n');
    expect(lines.take()).toBe('last\n');
    jest.runAllTimers();
    expect(output.written).toEqual([]);
  });

  it('ends a flush of nothing at once', () => {
    const done = jest.fn();
    opened().lines.flush(done);
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('ends a flush after a second when nobody reads the output', () => {
    const { output, lines } = opened();
    const done = jest.fn();
    lines.write('last\n');
    lines.flush(done);
    jest.advanceTimersByTime(1_000);
    output.emit('drain');
    expect(done).toHaveBeenCalledTimes(1);
  });

  it('counts lines that find no room, and says so once there is some', () => {
    const { output, lines } = opened();
    lines.write('a\n');
    jest.advanceTimersByTime(100);
    output.isFull = true;
    lines.write('b\n');
    lines.write('c\n');
    jest.advanceTimersByTime(100);
    output.isFull = false;
    output.emit('drain');
    jest.advanceTimersByTime(100);
    const [first, report] = output.written;
    expect(first).toBe('a\n');
    expect(JSON.parse(report!)).toMatchObject({
      'log.level': 'warn',
      message: '2 lines of the log were dropped, because its output was not read',
    });
  });
});
