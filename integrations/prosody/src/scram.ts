import { createHash, createHmac, pbkdf2Sync, randomBytes, timingSafeEqual } from 'node:crypto';

export type Hash = 'sha1' | 'sha256';

export const SCRAM_HASHES: Readonly<Record<string, Hash>> = {
  'SCRAM-SHA-256': 'sha256',
  'SCRAM-SHA-1': 'sha1',
};

/** The client's side of one SCRAM exchange without channel binding (RFC 5802, RFC 7677). Messages are text. */
export class ScramExchange {
  private readonly nonce = randomBytes(18).toString('base64');
  private readonly bare: string;
  private serverSignature: Buffer | null = null;

  constructor(
    private readonly hash: Hash,
    username: string,
    private readonly password: string,
  ) {
    this.bare = `n=${username.replaceAll('=', '=3D').replaceAll(',', '=2C')},r=${this.nonce}`;
  }

  first(): string {
    return `n,,${this.bare}`;
  }

  /** @param challenge the server's first message. @throws if its nonce does not extend ours */
  final(challenge: string): string {
    const { r: nonce = '', s: salt = '', i: rounds = '0' } = attributesOf(challenge);
    if (!nonce.startsWith(this.nonce)) throw new Error('The server answers somebody else');
    const size = createHash(this.hash).digest().length;
    const salted = pbkdf2Sync(
      this.password.normalize('NFKC'),
      Buffer.from(salt, 'base64'),
      Number(rounds),
      size,
      this.hash,
    );
    const withoutProof = `c=biws,r=${nonce}`;
    const exchange = `${this.bare},${challenge},${withoutProof}`;
    const clientKey = this.hmac(salted, 'Client Key');
    const storedKey = createHash(this.hash).update(clientKey).digest();
    const signature = this.hmac(storedKey, exchange);
    const proof = clientKey.map((byte, at) => byte ^ signature[at]!);
    this.serverSignature = this.hmac(this.hmac(salted, 'Server Key'), exchange);
    return `${withoutProof},p=${Buffer.from(proof).toString('base64')}`;
  }

  /** @param success the server's last message. @throws if the server does not know the password */
  verify(success: string): void {
    const told = Buffer.from(attributesOf(success)['v'] ?? '', 'base64');
    const right = this.serverSignature;
    if (!right || told.length !== right.length || !timingSafeEqual(told, right)) {
      throw new Error('The server does not know the password');
    }
  }

  private hmac(key: Buffer, text: string): Buffer {
    return createHmac(this.hash, key).update(text).digest();
  }
}

function attributesOf(message: string): Record<string, string> {
  return Object.fromEntries(message.split(',').map((part) => [part[0], part.slice(2)]));
}

interface Credentials {
  readonly username: string;
  readonly password: string;
}

/** SCRAM-SHA-256 for the stock client, which only has SCRAM-SHA-1. Its strings hold bytes. */
export class ScramSha256Mechanism {
  readonly name = 'SCRAM-SHA-256';
  readonly clientFirst = true;
  private exchange: ScramExchange | null = null;
  private challenged = '';

  response({ username, password }: Credentials): string {
    if (!this.exchange) {
      this.exchange = new ScramExchange('sha256', username, password);
      return bytes(this.exchange.first());
    }
    return bytes(this.exchange.final(this.challenged));
  }

  challenge(message: string): this {
    this.challenged = Buffer.from(message, 'latin1').toString();
    return this;
  }
}
Object.assign(ScramSha256Mechanism.prototype, { name: 'SCRAM-SHA-256' });

const bytes = (text: string): string => Buffer.from(text).toString('latin1');
