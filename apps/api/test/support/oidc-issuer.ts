import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import Provider from 'oidc-provider';

export const CLIENT_ID = 'chat-admin-console';
export const CLIENT_SECRET = 'console-secret';

/** A person whom the issuer knows, as its ID token tells. */
export interface Person {
  readonly sub: string;
  /** in the ID token */
  readonly claims: Readonly<Record<string, unknown>>;
  /** at the userinfo endpoint alone */
  readonly more?: Readonly<Record<string, unknown>>;
}

interface Client {
  /** `<public URL>/console/` */
  readonly page: string;
  readonly backChannel?: string;
}

/** A certified OpenID provider, at which whoever comes is `person`, without a question. */
export class OidcIssuer {
  person: Person = { sub: 'u1', claims: {} };
  /** where it really finds an address of the client */
  reroute: (address: string) => string = (address) => address;
  readonly url: string;

  private constructor(
    private readonly server: Server,
    private readonly provider: () => Provider,
  ) {
    this.url = urlOf(server);
  }

  /** @param clientOf is told where the issuer is */
  static async start(client: Client): Promise<OidcIssuer> {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { privateKey } = await generateKeyPair('ES256', { extractable: true });
    const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'issuer' };
    const issuer: OidcIssuer = new OidcIssuer(server, () => provider);
    const provider = new Provider(issuer.url, {
      jwks: { keys: [jwk] },
      cookies: { keys: ['test'] },
      clients: [
        {
          client_id: CLIENT_ID,
          client_secret: CLIENT_SECRET,
          redirect_uris: [client.page],
          post_logout_redirect_uris: [client.page],
          id_token_signed_response_alg: 'ES256',
          ...(client.backChannel && {
            backchannel_logout_uri: client.backChannel,
            backchannel_logout_session_required: true,
          }),
        },
      ],
      claims: { openid: ['sub', 'sid', 'scope', 'roles', 'preferred_username'], profile: ['more'] },
      // what is asked for with `profile` is told by userinfo alone
      conformIdTokenClaims: true,
      findAccount: (_context, sub) => ({
        accountId: sub,
        claims: (use) => {
          const { claims, more } = issuer.person;
          return { sub, ...claims, ...(use === 'userinfo' ? more : {}) };
        },
      }),
      interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
      // without its dispatcher, which calls no loopback addresses
      fetch: (address, { method, headers, body } = {}) =>
        fetch(issuer.reroute(String(address)), {
          ...(method && { method }),
          ...(headers && { headers }),
          ...(body && { body }),
        }),
      features: {
        devInteractions: { enabled: false },
        backchannelLogout: { enabled: true },
        rpInitiatedLogout: { enabled: true },
      },
    });
    const handle = provider.callback();
    server.on('request', (request, reply) => {
      if (request.url?.startsWith('/interaction/')) void issuer.admit(request, reply);
      else void handle(request, reply);
    });
    return issuer;
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async admit(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const provider = this.provider();
    const { prompt, params, session } = await provider.interactionDetails(request, reply);
    const accountId = session?.accountId ?? this.person.sub;
    if (prompt.name === 'login') {
      return provider.interactionFinished(request, reply, { login: { accountId } });
    }
    const grant = new provider.Grant({ accountId, clientId: String(params['client_id']) });
    grant.addOIDCScope('openid profile');
    grant.addOIDCClaims(['sub', 'sid', 'scope', 'roles', 'preferred_username', 'more']);
    const grantId = await grant.save();
    await provider.interactionFinished(request, reply, { consent: { grantId } });
  }
}

const urlOf = (server: Server): string =>
  `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

/** A browser at the issuer. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  /** Follows redirects. @returns the address below `page` to which it is sent in the end */
  async visit(address: string, page: string): Promise<URL> {
    let next = new URL(address);
    while (!next.href.startsWith(page)) next = await this.step(next);
    return next;
  }

  /** Confirms at the issuer that it leaves. @returns as {@link visit} */
  async leave(address: string, page: string): Promise<URL> {
    const asked = await this.send(new URL(address));
    const text = await asked.text();
    const [, xsrf = ''] = /name="xsrf" value="([^"]+)"/.exec(text) ?? [];
    const confirmed = await this.send(new URL('/session/end/confirm', address), {
      method: 'POST',
      body: new URLSearchParams({ xsrf, logout: 'yes' }),
    });
    return this.visit(new URL(confirmed.headers.get('location')!, address).href, page);
  }

  private async step(address: URL): Promise<URL> {
    const reply = await this.send(address);
    const location = reply.headers.get('location');
    if (location === null) throw new Error(`${reply.status} ${await reply.text()}`);
    return new URL(location, address);
  }

  private async send(address: URL, options: RequestInit = {}): Promise<Response> {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await fetch(address, { ...options, redirect: 'manual', headers: { cookie } });
    for (const line of reply.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value === '') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
    return reply;
  }
}
