import { createServer } from 'node:http';
import type { Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT } from 'jose';
import type { CryptoKey, JWK, JWTPayload } from 'jose';

/** An issuer whose documents and keys a test decides; it counts what is read. */
export class TokenIssuer {
  readonly read = { configuration: 0, keys: 0 };
  readonly keys: JWK[] = [];
  private readonly signing = new Map<string, { key: CryptoKey; alg: string }>();
  /** takes the place of both documents */
  answer: ((reply: ServerResponse) => void) | null = null;
  private server: Server | null = null;
  url = '';

  async start(port = 0): Promise<this> {
    const server = createServer(({ url }, reply) => {
      if (url === '/jwks') this.read.keys += 1;
      else this.read.configuration += 1;
      if (this.answer !== null) return this.answer(reply);
      const document =
        url === '/jwks' ? { keys: this.keys } : { issuer: this.url, jwks_uri: `${this.url}/jwks` };
      reply.end(JSON.stringify(document));
    });
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
    this.server = server;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    return this;
  }

  async stop(): Promise<void> {
    this.server?.closeAllConnections();
    await new Promise((resolve) => this.server?.close(resolve));
  }

  async addKey(kid: string, alg = 'ES256', more: JWK = {} as JWK): Promise<void> {
    const { publicKey, privateKey } = await generateKeyPair(alg, { extractable: true });
    this.signing.set(kid, { key: privateKey, alg });
    this.keys.push({ ...(await exportJWK(publicKey)), kid, ...more });
  }

  /** @param claims `undefined` leaves a usual one out */
  token(kid: string, claims: Partial<JWTPayload> = {}, header: object = {}): Promise<string> {
    const { key, alg } = this.signing.get(kid)!;
    const now = Math.floor(Date.now() / 1000);
    const usual = { iss: this.url, aud: 'chat-admin', sub: 'u1', exp: now + 300, scope: '*' };
    const payload = JSON.parse(JSON.stringify({ ...usual, ...claims })) as JWTPayload;
    return new SignJWT(payload)
      .setProtectedHeader({ alg, kid, ...header })
      .sign(key, { crit: { x: true } });
  }
}
