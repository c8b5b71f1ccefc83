import {
  ChatAdminError,
  createChatAdminClient,
  dataOf,
  finishedJob,
  jobResultsOf,
  pagesOf,
  uploadJob,
} from '../src/index.js';
import type { ChatAdminClient } from '../src/index.js';

const DAYS = 24 * 60 * 60 * 1000;
const OLA = { params: { path: { username: 'ola' } } };

/** The tour of the README for programs in TypeScript. @returns what it shows */
export async function tour(baseUrl: string, secret: string): Promise<readonly unknown[]> {
  const administrator = createChatAdminClient({ baseUrl, credentials: { secret } });
  for (const [username, name] of Object.entries({ ola: 'Ola', eve: 'Eve' })) {
    await administrator.POST('/users', { body: { username, password: 'p1-secret', name } });
  }
  await administrator.POST('/groups', { body: { name: 'Crew', members: ['ola'], shared: true } });

  const draft = {
    name: 'portal',
    scopes: ['users:read' as const, 'users:write' as const],
    expires: new Date(Date.now() + 90 * DAYS).toISOString(),
  };
  const { name, scopes, token } = await dataOf(administrator.POST('/keys', { body: draft }));
  const portal = createChatAdminClient({ baseUrl, credentials: { token } });
  return [
    { name, scopes },
    await refusalOf(portal.GET('/groups')),
    await namesByPage(portal),
    await triedDeletion(portal),
    ...(await conditionalChanges(portal)),
    ...(await creationsOfBo(portal)),
    await outcomesOfTable(administrator),
  ];
}

async function refusalOf(request: Promise<unknown>): Promise<unknown> {
  try {
    return await request;
  } catch (error) {
    if (!(error instanceof ChatAdminError)) throw error;
    return { status: error.status, exception: error.exception };
  }
}

async function namesByPage(portal: ChatAdminClient): Promise<unknown> {
  const pages: unknown[] = [];
  const fields = [...(['username', 'created', 'locked'] as const)];
  const query = { limit: 1, sort: 'username' as const, fields };
  for await (const { users } of pagesOf(portal, '/users', { query })) {
    pages.push(users?.map(({ username }) => username));
  }
  return pages;
}

async function triedDeletion(portal: ChatAdminClient): Promise<unknown> {
  const params = { ...OLA.params, query: { dryRun: true } };
  const { response } = await portal.DELETE('/users/{username}', { params });
  return { tried: response.headers.get('X-Dry-Run') };
}

async function conditionalChanges(portal: ChatAdminClient): Promise<readonly unknown[]> {
  const { data, response } = await portal.GET('/users/{username}', OLA);
  const header = { 'If-Match': response.headers.get('ETag')! };
  const change = (email: string | null) =>
    portal.PATCH('/users/{username}', { params: { ...OLA.params, header }, body: { email } });
  const { email } = await dataOf(change('ola@example.org'));
  return [{ name: data?.name, email }, await refusalOf(change(null))];
}

async function creationsOfBo(portal: ChatAdminClient): Promise<readonly unknown[]> {
  const create = async () => {
    const params = { header: { 'Idempotency-Key': 'order-4711' } };
    const body = { username: 'bo', password: 'p3-secret' };
    const { response } = await portal.POST('/users', { params, body });
    return { replayed: response.headers.get('Idempotency-Replayed') };
  };
  return [await create(), await create()];
}

async function outcomesOfTable(administrator: ChatAdminClient): Promise<unknown> {
  const body = 'username,password,groups\nann,p4-secret,Crew\ncy,,Crew\n';
  const { id } = await uploadJob(administrator, { type: 'users' }, { body, type: 'text/csv' });
  await finishedJob(administrator, id, { everyMs: 50 });
  const outcomes: unknown[] = [];
  for await (const { line, outcome } of jobResultsOf(administrator, id)) {
    outcomes.push([line, outcome]);
  }
  return outcomes;
}
