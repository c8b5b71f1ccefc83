import { hash, timingSafeEqual } from 'node:crypto';
import type { SharedSecrets } from '@chat-admin/domain/system/shared-secrets';

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

/** Also takes the secret before the current one, until its overlap ends. */
export class SharedSecretCheck {
  private readonly current = new SecretCheck();
  private readonly former = new SecretCheck();

  matches(
    { current, former }: SharedSecrets,
    offered: string,
    encoding: 'utf8' | 'latin1' = 'utf8',
  ): boolean {
    if (this.current.matches(current, offered, encoding)) return true;
    if (former === null || former.until.getTime() <= Date.now()) return false;
    return this.former.matches(former.secret, offered, encoding);
  }
}

function digestOf(text: string, encoding: 'utf8' | 'latin1' = 'utf8'): Buffer {
  return hash('sha256', Buffer.from(text, encoding), 'buffer');
}
