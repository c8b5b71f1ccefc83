import { BASE, NAMES, nextPage, ownEvents, pause, PREFIX, report, SECRET } from './common';
import { client } from './generated/hey-api/client.gen';
import {
  createJob,
  createUser,
  getJob,
  getUser,
  listEvents,
  listUsers,
  patchUser,
} from './generated/hey-api';

async function main() {
  // it would send one value for each of the ways to sign in, the last of which wins
  const auth = ({ scheme }: { scheme?: string }) => (scheme === 'bearer' ? SECRET : undefined);
  client.setConfig({ baseUrl: BASE, auth });
  const [first] = NAMES as [string];
  const body = { username: first, password: 'p0' };
  const headers = { 'Idempotency-Key': `${PREFIX}-1` };
  const made = await createUser({ headers, body });
  const again = await createUser({ headers, body });

  const refused = await createUser({ body });
  if (!refused.error) throw new Error('made twice');

  const job = await createJob({
    query: { type: 'users' },
    body: { users: NAMES.slice(1).map((username) => ({ username, password: 'p0' })) },
  });
  let done = job.data!;
  while (!done.finished) {
    await pause();
    done = (await getJob({ path: { id: done.id } })).data!;
  }

  const pages: string[][] = [];
  for (let after: string | undefined, more = true; more; more = after !== undefined) {
    const page = await listUsers({ query: { text: PREFIX, limit: 2, ...(after && { after }) } });
    pages.push(page.data!.users.map(({ username }) => username));
    after = nextPage(page.response);
  }

  const path = { username: first };
  const read = await getUser({ path });
  const tag = { 'If-Match': read.response.headers.get('etag')! };
  const changed = await patchUser({ path, headers: tag, body: { name: 'Una' } });
  const stale = await patchUser({ path, headers: tag, body: { name: 'Zoe' } });

  let seen: string[] = [];
  while (!seen.includes('user.updated')) {
    await pause();
    const { data } = await listEvents();
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
