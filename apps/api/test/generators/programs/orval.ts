import { NAMES, nextPage, ownEvents, pause, PREFIX, report, SECRET } from './common';
import {
  createJob,
  createUser,
  getJob,
  getUser,
  listEvents,
  listUsers,
  patchUser,
} from './generated/orval/api';

async function main() {
  const options = { headers: { Authorization: `Bearer ${SECRET}` } };
  const [first] = NAMES as [string];
  const body = { username: first, password: 'p0' };
  const key = { 'Idempotency-Key': `${PREFIX}-1` };
  const made = await createUser(body, {}, key, options);
  const again = await createUser(body, {}, key, options);

  const refused = await createUser(body, {}, {}, options);
  if (refused.status !== 409) throw new Error('made twice');

  // its function leaves open which of the media types it is
  const asJson = { headers: { ...options.headers, 'Content-Type': 'application/json' } };
  const users = NAMES.slice(1).map((username) => ({ username, password: 'p0' }));
  const job = await createJob({ users }, { type: 'users' }, {}, asJson);
  if (job.status !== 202) throw new Error(`${job.status}`);
  let done = job.data;
  while (!done.finished) {
    await pause();
    const read = await getJob(done.id, options);
    if (read.status !== 200) throw new Error(`${read.status}`);
    done = read.data;
  }

  const pages: string[][] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = await listUsers({ text: PREFIX, limit: 2, ...(after && { after }) }, options);
    if (page.status !== 200) throw new Error(`${page.status}`);
    pages.push(page.data.users.map(({ username }) => username));
    after = nextPage(page);
  }

  const read = await getUser(first, {}, {}, options);
  const tag = { 'If-Match': read.headers.get('etag')! };
  const changed = await patchUser(first, { name: 'Una' }, {}, tag, options);
  const stale = await patchUser(first, { name: 'Zoe' }, {}, tag, options);
  if (stale.status !== 412) throw new Error(`${stale.status}`);

  let seen: string[] = [];
  while (!seen.includes('user.updated')) {
    await pause();
    const told = await listEvents({}, {}, options);
    // not as a stream
    if (told.status !== 200 || typeof told.data === 'string') throw new Error(`${told.status}`);
    seen = ownEvents(told.data.events);
  }
  report({
    created: [made.status, again.status],
    replayed: again.headers.get('idempotency-replayed'),
    taken: {
      status: refused.status,
      code: refused.headers.get('x-error-code'),
      exception: refused.data.exception,
    },
    pages,
    changed: [changed.status, stale.status],
    stale: stale.data.exception,
    job: { status: done.status, succeeded: done.succeeded },
    events: seen,
  });
}

void main();
