import createClient from 'openapi-fetch';
import { BASE, NAMES, nextPage, ownEvents, pause, PREFIX, report, SECRET } from './common';
import type { paths } from './generated/openapi-typescript/description';

async function main() {
  const client = createClient<paths>({
    baseUrl: BASE,
    headers: { Authorization: `Bearer ${SECRET}` },
  });
  const [first] = NAMES as [string];
  const body = { username: first, password: 'p0' };
  const header = { 'Idempotency-Key': `${PREFIX}-1` };
  const made = await client.POST('/users', { params: { header }, body });
  const again = await client.POST('/users', { params: { header }, body });

  const refused = await client.POST('/users', { body });
  if (!refused.error) throw new Error('made twice');

  const job = await client.POST('/jobs', {
    params: { query: { type: 'users' } },
    body: { users: NAMES.slice(1).map((username) => ({ username, password: 'p0' })) },
  });
  const id = job.data!.id;
  let done = job.data!;
  while (!done.finished) {
    await pause();
    done = (await client.GET('/jobs/{id}', { params: { path: { id } } })).data!;
  }

  const pages: string[][] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const query = { text: PREFIX, limit: 2, ...(after && { after }) };
    const page = await client.GET('/users', { params: { query } });
    pages.push(page.data!.users.map(({ username }) => username));
    after = nextPage(page.response);
  }

  const path = { username: first };
  const read = await client.GET('/users/{username}', { params: { path } });
  const tag = { 'If-Match': read.response.headers.get('etag')! };
  const change = (name: string) =>
    client.PATCH('/users/{username}', { params: { path, header: tag }, body: { name } });
  const changed = await change('Una');
  const stale = await change('Zoe');

  let seen: string[] = [];
  while (!seen.includes('user.updated')) {
    await pause();
    const { data } = await client.GET('/events');
    if (typeof data !== 'object') throw new Error('a stream');
    seen = ownEvents(data.events);
  }
  report({
    created: [made.response.status, again.response.status],
    replayed: again.response.headers.get('idempotency-replayed'),
    taken: {
      status: refused.response.status,
      code: refused.response.headers.get('x-error-code'),
      exception: refused.error.exception,
    },
    pages,
    changed: [changed.response.status, stale.response.status],
    stale: stale.error!.exception,
    job: { status: done.status, succeeded: done.succeeded },
    events: seen,
  });
}

void main();
