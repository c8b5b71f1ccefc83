import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer } from 'node:http';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

const CLIENT_ID = 'console';
const KEY_ID = 'issuer';

/**
 * An OpenID Connect issuer that asks nothing: whoever comes is `ola`. The suites of the API have a
 * certified one.
 */
export class Issuer {
  /** what somebody may do, by the claim `scope` */
  scope = '*';
  /** how often somebody has come */
  visits = 0;
  private readonly keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  private readonly nonces = new Map<string, string>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<Issuer> {
    const server = createServer();
    const issuer = new Issuer(server);
    server.on('request', (request, reply) => {
      const { pathname, searchParams } = new URL(request.url ?? '/', issuer.url);
      if (pathname === '/authorize') {
        return reply.writeHead(302, { Location: issuer.admitted(searchParams) }).end();
      }
      if (pathname === '/end') {
        const page = searchParams.get('post_logout_redirect_uri')!;
        return reply.writeHead(302, { Location: page }).end();
      }
      void issuer.documentAt(pathname, request).then((document) => {
        reply.setHeader('Content-Type', 'application/json');
        reply.end(JSON.stringify(document));
      });
      return undefined;
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return issuer;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  /** For the API. @param publicUrl where browsers reach the service */
  settings(publicUrl: string) {
    return { oidcIssuer: this.url, oidcClientId: CLIENT_ID, oidcLabel: 'School', publicUrl };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private admitted(asked: URLSearchParams): string {
    this.visits += 1;
    const code = randomUUID();
    this.nonces.set(code, asked.get('nonce')!);
    const answer = new URLSearchParams({ code, state: asked.get('state')! });
    return `${asked.get('redirect_uri')}?${answer.toString()}`;
  }

  private async documentAt(path: string, request: IncomingMessage): Promise<object> {
    const { url } = this;
    if (path === '/jwks') {
      const key = this.keys.publicKey.export({ format: 'jwk' });
      return { keys: [{ ...key, kid: KEY_ID, alg: 'ES256', use: 'sig' }] };
    }
    if (path === '/token') {
      let form = '';
      for await (const piece of request) form += String(piece);
      const code = new URLSearchParams(form).get('code')!;
      const idToken = this.idToken(this.nonces.get(code)!);
      return { access_token: randomUUID(), token_type: 'Bearer', id_token: idToken };
    }
    return {
      issuer: url,
      authorization_endpoint: `${url}/authorize`,
      token_endpoint: `${url}/token`,
      end_session_endpoint: `${url}/end`,
      jwks_uri: `${url}/jwks`,
      id_token_signing_alg_values_supported: ['ES256'],
    };
  }

  private idToken(nonce: string): string {
    const iat = Math.floor(Date.now() / 1000);
    const times = { iat, exp: iat + 300 };
    const who = { sub: 'u1', preferred_username: 'ola', scope: this.scope };
    const claims = { iss: this.url, aud: CLIENT_ID, nonce, ...times, ...who };
    const parts = [{ alg: 'ES256', kid: KEY_ID }, claims];
    const text = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'));
    const signed = sign('sha256', Buffer.from(text.join('.')), {
      key: this.keys.privateKey,
      dsaEncoding: 'ieee-p1363',
    });
    return [...text, signed.toString('base64url')].join('.');
  }
}
