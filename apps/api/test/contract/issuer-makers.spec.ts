import { finished, jobIn, uploadJob } from '../support/jobs.js';
import { sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import { TokenIssuer } from '../support/token-issuer.js';

const SCOPES = 'webhooks:write events:read groups:read jobs:read jobs:write groups:write';
const DAY_S = 86_400;
const now = () => Math.floor(Date.now() / 1000);

let issuer: TokenIssuer;
let api: TestApi;
let count = 0;
/** lines that take longer than a test */
const MANY = 20_000;

beforeAll(async () => {
  issuer = await new TokenIssuer().start();
  await issuer.addKey('k');
  api = await TestApi.start({ oidcIssuer: issuer.url, oidcAudience: 'chat-admin' });
});
afterAll(async () => {
  await api.stop();
  await issuer.stop();
});

const bearer = async (claims: object) => `Bearer ${await issuer.token('k', claims)}`;
const come = async (claims: object, to = api) =>
  (await sendJson(to, 'GET', '/groups', undefined, await bearer(claims))).status;

interface Made {
  readonly sub: string;
  readonly webhook: string;
  readonly job: string;
}

/** A webhook, and a job that goes on until its maker's rights have ended. */
async function making(more: object = {}, lines = MANY): Promise<Made> {
  const sub = `u${(count += 1)}`;
  const by = await bearer({ sub, scope: SCOPES, iat: now(), ...more });
  const draft = { url: 'https://hooks.example.org/', types: ['group.deleted'] };
  const made = await sendJson(api, 'POST', '/webhooks', draft, by);
  expect(made.status).toBe(201);
  const names = Array.from({ length: lines }, (_, index) => `g${count}-${index}`);
  const table = `name\n${names.join('\n')}`;
  const reply = await uploadJob(api, 'type=groups', table, { authorization: by });
  expect(reply.status).toBe(202);
  const { id } = JSON.parse(made.text) as { id: string };
  return { sub, webhook: id, job: jobIn(reply).id };
}

async function webhook(id: string) {
  const reply = await api.call('GET', `/webhooks/${id}`, 'json');
  return JSON.parse(reply.text) as { status: string; reason?: string };
}

async function expectEnd({ sub, webhook: id, job }: Made): Promise<void> {
  const message = `The rights of oidc:${sub} have ended`;
  const ended = await finished(api, job);
  expect(ended).toMatchObject({ status: 'failed', message });
  expect(Number(ended['processed'])).toBeLessThan(MANY);
  while ((await webhook(id)).status !== 'disabled');
  expect((await webhook(id)).reason).toBe(message);
}

const lastToken = (sub: string, days: number) =>
  api.database.sql(`
    update issuer_subject set seen_at = seen_at - interval '${days} days'
    where principal_id = 'oidc:${issuer.url} ${sub}'`);
const isNoted = async (sub: string) =>
  (
    await api.database.sql(
      `select from issuer_subject where principal_id = 'oidc:${issuer.url} ${sub}'`,
    )
  ).length > 0;

describe('what a token has ordered', () => {
  it.each<[string, object]>([
    ['fewer scopes', { scope: SCOPES.replace(' groups:write', '') }],
    ['no scope', { scope: '' }],
  ])('ends when the next token of its subject gives %s', async (_, less) => {
    const made = await making();
    while (!(await isNoted(made.sub)));
    await come({ sub: made.sub, iat: now() + 1, ...less });
    await expectEnd(made);
  });

  it('ends 30 days after the last token, and not with the token', async () => {
    const made = await making({ exp: now() - 55 });
    while (!(await isNoted(made.sub)));
    await lastToken(made.sub, 29);
    expect(await webhook(made.webhook)).toMatchObject({ status: 'active' });
    await lastToken(made.sub, 1);
    await expectEnd(made);
  });

  it('goes on with other subjects, other tokens of its own and those that were made before', async () => {
    const made = await making({}, 500);
    while (!(await isNoted(made.sub)));
    await lastToken(made.sub, 29);
    expect(await come({ sub: `${made.sub}x`, scope: 'users:read', iat: now() + 1 })).toBe(403);
    expect(await come({ sub: made.sub, scope: `${SCOPES} users:read`, iat: now() + 1 })).toBe(200);
    expect(await come({ sub: made.sub, scope: 'groups:read', iat: now() - DAY_S })).toBe(200);
    await lastToken(made.sub, 2);
    expect(await finished(api, made.job)).toMatchObject({ status: 'done', failed: 0 });
    expect(await webhook(made.webhook)).toMatchObject({ status: 'active' });
    expect(await isNoted(`${made.sub}x`)).toBe(false);
  });

  it('ends when the issuer is switched off', async () => {
    const made = await making();
    const former = api;
    api = await TestApi.start({}, former.database);
    await former.close();
    await expectEnd(made);
  });
});
