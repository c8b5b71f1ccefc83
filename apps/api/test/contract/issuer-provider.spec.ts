import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair } from 'jose';
import { jest } from '@jest/globals';
import Provider from 'oidc-provider';
import { sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

const AUDIENCE = 'urn:chat-admin';
let server: Server;
let url: string;
let api: TestApi;

/** A certified OpenID provider, which gives programs tokens for the API. */
beforeAll(async () => {
  // it warns of what makes it unfit for production
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockReturnValue();
  server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const jwk = { ...(await exportJWK(privateKey)), use: 'sig', alg: 'ES256', kid: 'provider' };
  const client = { client_id: 'portal', client_secret: 'portal-secret' };
  const provider = new Provider(url, {
    jwks: { keys: [jwk] },
    clients: [
      {
        ...client,
        grant_types: ['client_credentials'],
        redirect_uris: [],
        response_types: [],
        id_token_signed_response_alg: 'ES256',
      },
    ],
    scopes: ['users:read', 'users:write'],
    features: {
      devInteractions: { enabled: false },
      clientCredentials: { enabled: true },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => AUDIENCE,
        getResourceServerInfo: () => ({
          scope: 'users:read users:write',
          audience: AUDIENCE,
          accessTokenFormat: 'jwt' as const,
          jwt: { sign: { alg: 'ES256' as const } },
        }),
      },
    },
  });
  server.on('request', provider.callback());
  api = await TestApi.start({
    oidcIssuer: url,
    oidcAudience: AUDIENCE,
    oidcNameClaim: 'client_id',
  });
});
afterAll(async () => {
  await api.stop();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

async function tokenFor(scope: string): Promise<string> {
  const reply = await fetch(`${url}/token`, {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('portal:portal-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
  });
  const { access_token: token } = (await reply.json()) as { access_token: string };
  return token;
}

it('a program gets in with a token of the provider, and may what its scopes say', async () => {
  const reads = `Bearer ${await tokenFor('users:read')}`;
  const writes = `Bearer ${await tokenFor('users:read users:write')}`;
  const user = { username: 'ola', password: 'p1-secret' };
  const create = (by: string) => sendJson(api, 'POST', '/users', user, by);
  expect((await create(reads)).status).toBe(403);
  await api.audited();
  expect((await create(writes)).status).toBe(201);
  expect((await api.audited()).map(({ username }) => username)).toEqual(['oidc:portal']);
  expect((await sendJson(api, 'GET', '/users/ola', undefined, reads)).status).toBe(200);
});
