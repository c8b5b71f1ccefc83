import { createServer } from 'node:http';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@chat-admin/debian-programs/until';
import { Instances, SECRET } from './support/instances.js';

const CHANGES = Number(process.env['EVENT_CHANGES'] ?? 800);
/** changes between two kills */
const STRETCH = Math.min(400, CHANGES / 4);
const WRITERS = 6;

let instances: Instances;
let server: Server;
/** ids as they came to the webhook */
const delivered: number[] = [];
let isOver = false;

beforeAll(async () => {
  instances = await Instances.on({ API_WEBHOOK_NETWORKS: '127.0.0.1', AUDIT_SEAL_SECONDS: '1' });
  server = createServer((request, response) => {
    let body = '';
    request.on('data', (chunk: Buffer) => (body += chunk.toString()));
    request.on('end', () => {
      delivered.push(Number((JSON.parse(body) as { id: string }).id));
      response.writeHead(204).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(async () => {
  isOver = true;
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await instances.close();
});

const any = () => {
  const all = [...instances.running];
  return all[Math.floor(Math.random() * all.length)]!.api;
};

interface Seen {
  readonly id: number;
  readonly object: string;
}

/** Reads the stream of any instance, and goes on at another one when it is cut off. */
async function follow(seen: Seen[], from: number): Promise<void> {
  let text = '';
  while (!isOver) {
    const last = String(seen.at(-1)?.id ?? from);
    const headers = {
      ...{ authorization: SECRET, accept: 'text/event-stream', 'last-event-id': last },
    };
    text = '';
    try {
      const { body, status } = await fetch(`${any()}/events`, { headers });
      if (status !== 200) continue;
      for await (const chunk of body!.pipeThrough(new TextDecoderStream())) {
        if (isOver) return;
        const parts = (text + chunk).split('\n\n');
        text = parts.pop()!;
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1];
          if (data === undefined) continue;
          const { id, object } = JSON.parse(data) as { id: string; object: string };
          seen.push({ id: Number(id), object });
        }
      }
    } catch {
      // the instance has been killed
    }
  }
}

it('each change is told at least once, in one order, and sealed in the audit log, although instances are killed again and again', async () => {
  await Promise.all([instances.start(), instances.start(), instances.start()]);
  const headers = { authorization: SECRET, 'content-type': 'application/json' };
  const hook = await fetch(`${any()}/webhooks`, {
    ...{ method: 'POST', headers },
    body: JSON.stringify({
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
      types: ['group.*'],
    }),
  });
  expect(hook.status).toBe(201);
  const readers: Seen[][] = [[], []];
  for (const seen of readers) void follow(seen, 0);

  const acknowledged = new Set<string>();
  let next = 0;
  const write = async () => {
    while (next < CHANGES) {
      const name = `group-${(next += 1)}`;
      const sent = fetch(`${any()}/groups`, {
        ...{ method: 'POST', headers, body: JSON.stringify({ name }) },
      });
      const status = await sent.then(
        (reply) => reply.status,
        () => 0,
      );
      if (status === 201) acknowledged.add(`/groups/${name}`);
    }
  };
  const writers = Promise.all(Array.from({ length: WRITERS }, write));
  let kills = 0;
  for (let mark = STRETCH; mark < CHANGES; mark += STRETCH) {
    await until('some changes are made', async () => next >= mark);
    await instances.kill([...instances.running][0]!);
    kills += 1;
    // instead of waiting for what it had leased
    await instances.rows('update webhook set turn_until = now()');
    await instances.start();
  }
  await writers;
  expect(kills).toBeGreaterThanOrEqual(3);
  expect(acknowledged.size).toBeGreaterThan(CHANGES * 0.9);

  const stored = async () =>
    (
      await instances.rows(`select id, object from event where type like 'group.%' order by id`)
    ).map(({ id, object }) => ({ id: Number(id), object: String(object) }));
  const isTold = (all: ReadonlySet<string>) => [...acknowledged].every((one) => all.has(one));
  await until('all changes have their ids', async () =>
    isTold(new Set((await stored()).map(({ object }) => object))),
  );
  const events = await stored();
  const ids = events.map(({ id }) => id);
  for (const seen of readers) {
    // the stream also tells of other things, such as anchors of the audit log
    const ofGroups = () => seen.filter(({ object }) => object.startsWith('/groups/'));
    await until('a reader has seen all', async () => ofGroups().at(-1)?.id === ids.at(-1));
    expect(ofGroups()).toEqual(events);
  }
  await until('all are delivered', async () => new Set(delivered).size >= ids.length);
  // some more than once
  expect([...new Set(delivered)]).toEqual(ids);

  const isSealed = async () =>
    (
      await instances.rows(
        'select last_id = (select max(log_id) from audit_entry) as all from audit_end()',
      )
    )[0]!['all'] === true;
  await until('all entries have a seal', isSealed);
  expect(await instances.command('audit', 'verify')).toMatch(
    /^\d+ seals, [\d,]+ entries unbroken; 0 entries not sealed yet\n$/,
  );
});
