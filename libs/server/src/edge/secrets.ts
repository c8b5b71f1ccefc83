import { hash, timingSafeEqual } from 'node:crypto';

/** Compares offered secrets with a stored one in constant time. An empty secret matches nothing. */
export class SecretCheck {
  private known: { readonly text: string; readonly digest: Buffer } = {
    text: '',
    digest: digestOf(''),
  };

  /** @param encoding `latin1` for headers, which have one character per byte */
  matches(stored: string, offered: string, encoding: 'utf8' | 'latin1' = 'utf8'): boolean {
    if (stored !== this.known.text) this.known = { text: stored, digest: digestOf(stored) };
    const equal = timingSafeEqual(digestOf(offered, encoding), this.known.digest);
    return equal && stored !== '';
  }
}

function digestOf(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Buffer {
  return hash('sha256', Buffer.from(text, encoding), 'buffer');
}
