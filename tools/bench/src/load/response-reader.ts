const HEAD_END = '\r\n\r\n';
const LF = 0x0a;

/**
 * Reads the responses on a connection one after the other, counting bytes rather than storing them.
 */
export class ResponseReader {
  status = 0;
  bodyBytes = 0;
  private part: 'head' | 'plain' | 'chunk-size' | 'chunk' = 'head';
  private head: Buffer | null = null;
  private size = '';
  private remaining = 0;
  private lastChunk = false;

  /** @returns whether the response is complete; the counters remain valid until the next call */
  feed(data: Buffer): boolean {
    if (this.part !== 'head') return this.body(data, 0);
    const seen = this.head ? Buffer.concat([this.head, data]) : data;
    const end = seen.indexOf(HEAD_END);
    if (end < 0) {
      this.head = seen;
      return false;
    }
    this.head = null;
    this.bodyBytes = 0;
    this.begin(seen.toString('latin1', 0, end));
    return this.body(seen, end + HEAD_END.length);
  }

  private begin(head: string): void {
    this.status = Number(head.slice(9, 12));
    const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1];
    this.lastChunk = false;
    this.remaining = Number(length ?? 0);
    const chunked = length === undefined && /\r\ntransfer-encoding: *chunked/i.test(head);
    this.part = chunked ? 'chunk-size' : 'plain';
  }

  private body(data: Buffer, start: number): boolean {
    let at = start;
    while (at < data.length) {
      if (this.part === 'chunk-size') at = this.chunkSize(data, at);
      else at = this.skip(data, at);
      if (this.part === 'head') return true;
    }
    return this.remaining === 0 && this.part === 'plain' ? this.finish() : false;
  }

  private chunkSize(data: Buffer, start: number): number {
    const end = data.indexOf(LF, start);
    this.size += data.toString('latin1', start, end < 0 ? data.length : end);
    if (end < 0) return data.length;
    const size = Number.parseInt(this.size, 16);
    this.size = '';
    this.lastChunk = size === 0;
    this.bodyBytes += size;
    this.remaining = size + 2;
    this.part = 'chunk';
    return end + 1;
  }

  private skip(data: Buffer, at: number): number {
    const taken = Math.min(this.remaining, data.length - at);
    this.remaining -= taken;
    if (this.part === 'plain') this.bodyBytes += taken;
    if (this.remaining > 0) return at + taken;
    if (this.part === 'chunk' && !this.lastChunk) this.part = 'chunk-size';
    else this.finish();
    return at + taken;
  }

  private finish(): true {
    this.part = 'head';
    return true;
  }
}
