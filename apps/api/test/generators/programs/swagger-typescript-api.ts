import { BASE, NAMES, nextPage, ownEvents, pause, PREFIX, report, SECRET } from './common';
import { Api } from './generated/swagger-typescript-api/api';
import type { Error as Refusal, HttpResponse } from './generated/swagger-typescript-api/api';

/** The client throws what is refused. */
const refusal = (request: Promise<HttpResponse<unknown, Refusal>>) =>
  request.then(
    () => Promise.reject(new Error('not refused')),
    (answer: HttpResponse<unknown, Refusal>) => answer,
  );

async function main() {
  const { users, jobs, events } = new Api({
    baseUrl: BASE,
    baseApiParams: { headers: { Authorization: `Bearer ${SECRET}` }, format: 'json' },
  });
  const [first] = NAMES as [string];
  const body = { username: first, password: 'p0' };
  const headers = { 'Idempotency-Key': `${PREFIX}-1` };
  const made = await users.createUser(body, {}, { headers, format: 'text' });
  const again = await users.createUser(body, {}, { headers, format: 'text' });

  const refused = await refusal(users.createUser(body));

  const lines = NAMES.slice(1).map((username) => ({ username, password: 'p0' }));
  let done = (await jobs.createJob({ type: 'users' }, { users: lines })).data;
  while (!done.finished) {
    await pause();
    done = (await jobs.getJob(done.id)).data;
  }

  const pages: string[][] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = await users.listUsers({ text: PREFIX, limit: 2, ...(after && { after }) });
    pages.push(page.data.users.map(({ username }) => username));
    after = nextPage(page);
  }

  const read = await users.getUser(first);
  const tag = { headers: { 'If-Match': read.headers.get('etag')! } };
  const changed = await users.patchUser(first, { name: 'Una' }, {}, tag);
  const stale = await refusal(users.patchUser(first, { name: 'Zoe' }, {}, tag));

  let seen: string[] = [];
  while (!seen.includes('user.updated')) {
    await pause();
    const { data } = await events.listEvents();
    if (typeof data !== 'object') throw new Error('a stream');
    seen = ownEvents(data.events);
  }
  report({
    created: [made.status, again.status],
    replayed: again.headers.get('idempotency-replayed'),
    taken: {
      status: refused.status,
      code: refused.headers.get('x-error-code'),
      exception: refused.error.exception,
    },
    pages,
    changed: [changed.status, stale.status],
    stale: stale.error.exception,
    job: { status: done.status, succeeded: done.succeeded },
    events: seen,
  });
}

void main();
