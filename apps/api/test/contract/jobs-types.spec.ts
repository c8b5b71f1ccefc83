import { ROOM_FIELDS } from '@chat-admin/domain/muc/rooms/room';
import { valuesOf } from '@chat-admin/domain/shared/fields';
import type { Field } from '@chat-admin/domain/shared/fields';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { gzipSync } from 'node:zlib';
import { until } from '@chat-admin/debian-programs/until';
import { doJob, finished, forgetJobs, jobIn, resultsOf, uploadJob } from '../support/jobs.js';
import { makeKey } from '../support/keys.js';
import { createUsers, startOver } from '../support/people.js';
import { TestApi } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';

let api: TestApi;
beforeAll(async () => (api = await TestApi.start({ failedLoginLimit: 0 })));
afterAll(() => api.stop());
beforeEach(async () => {
  await startOver(api);
  await forgetJobs(api);
  await createUsers(api, 'ola', 'zoe');
});

const read = async (path: string) =>
  JSON.parse((await api.call('GET', path, 'json')).text) as Record<string, unknown>;
const TEAROOM = '/chatrooms/tearoom?servicename=conference';
const outcomes = (results: unknown[][]) => results.map((one) => one.slice(0, 2));

describe('lines of affiliations', () => {
  beforeEach(async () => {
    const body = { roomName: 'tearoom', naturalName: 'Tea', description: 'T', owners: ['ann'] };
    expect((await api.call('POST', '/chatrooms', 'json', body)).status).toBe(201);
    expect((await api.call('POST', '/groups', 'json', { name: 'Crew' })).status).toBe(201);
  });

  it('add people and groups to lists, move them, and remove them', async () => {
    const { results } = await doJob(
      api,
      'type=affiliations',
      [
        'servicename,room,jid,affiliation,action',
        ',tearoom,ola,member,',
        'conference,TeaRoom,ola@example.org,member,add',
        ',tearoom,ola,admin,',
        ',tearoom,Crew,member,',
        ',tearoom,ola,admin,remove',
        ',tearoom,ola,admin,remove',
        ',tearoom,ann,owner,remove',
        ',nowhere,ola,member,',
        'none,tearoom,ola,member,',
        ',tearoom,ola,boss,',
      ].join('\n'),
    );
    expect(outcomes(results)).toEqual([
      [TEAROOM, 'created'],
      [TEAROOM, 'unchanged'],
      [TEAROOM, 'updated'],
      [TEAROOM, 'created'],
      [TEAROOM, 'removed'],
      [TEAROOM, 'failed'],
      [TEAROOM, 'failed'],
      ['/chatrooms/nowhere?servicename=conference', 'failed'],
      ['/chatrooms/tearoom?servicename=none', 'failed'],
      [undefined, 'failed'],
    ]);
    expect(results.at(-1)![2]).toBe('Invalid value for affiliation: boss');
    expect(await read('/chatrooms/tearoom')).toMatchObject({
      ...{ owners: ['ann@example.org'], admins: [], members: [], memberGroups: ['Crew'] },
    });
  });

  it('take the service of the parameter', async () => {
    await api.call('POST', '/chatservices', 'json', { serviceName: 'lounge', description: 'L' });
    const room = { roomName: 'den', naturalName: 'Den', description: 'D', owners: ['ann'] };
    await api.call('POST', '/chatrooms?servicename=lounge', 'json', room);
    const { results } = await doJob(
      api,
      'type=affiliations&servicename=lounge',
      'room,jid,affiliation\nden,ola,member',
    );
    expect(results).toEqual([['/chatrooms/den?servicename=lounge', 'created']]);
  });

  it('take the address of a chat service for the service (CK-8)', async () => {
    const room = { roomName: 'nook', owners: ['boss'] };
    await api.call('POST', '/chatrooms?servicename=lounge', 'json', room);
    const table =
      'room,servicename,jid,affiliation\nnook,Lounge.example.org,a,member\nnook,,b,member\n';
    const { job } = await doJob(api, 'type=affiliations&servicename=lounge.example.org', table);
    expect(job).toMatchObject({ succeeded: 2, failed: 0 });
    const people = { members: ['a@example.org', 'b@example.org'] };
    expect(await read('/chatrooms/nook?servicename=lounge')).toMatchObject(people);
  });
});

describe('lines of rooms', () => {
  beforeEach(async () => {
    const body = { roomName: 'tearoom', naturalName: 'Tea', description: 'T', owners: ['ann'] };
    expect((await api.call('POST', '/chatrooms', 'json', body)).status).toBe(201);
  });

  it('change rooms as by PATCH, and destroy them', async () => {
    const { results } = await doJob(
      api,
      'type=rooms',
      [
        'room;naturalName;maxUsers;moderated;allowpm;members;action',
        'tearoom;Tea Room;12;true;participants;ola|zoe@example.org;',
        'tearoom;Tea Room;12;true;participants;ola|zoe@example.org;',
        'tearoom;;many;;;;',
        'nowhere;X;;;;;',
        'tearoom;;;;;;remove',
        'tearoom;;;;;;remove',
      ].join('\n'),
    );
    expect(outcomes(results)).toEqual([
      [TEAROOM, 'updated'],
      [TEAROOM, 'unchanged'],
      [undefined, 'failed'],
      ['/chatrooms/nowhere?servicename=conference', 'failed'],
      [TEAROOM, 'removed'],
      [TEAROOM, 'failed'],
    ]);
    expect(results[2]![2]).toBe('Invalid value for maxUsers: many');
    expect((await api.call('GET', '/chatrooms/tearoom', 'json')).status).toBe(404);
  });

  it('say of each field whether it has changed', async () => {
    const fields = Object.entries<Field>(ROOM_FIELDS).flatMap(([name, { kind, wireName }]) =>
      kind === 'flag'
        ? [{ [wireName ?? name]: !valuesOf(ROOM_FIELDS, {})[name as 'moderated'] }]
        : [],
    );
    const lines = fields.flatMap((field) => Array<object>(2).fill({ room: 'tearoom', ...field }));
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const { results } = await doJob(api, 'type=rooms', body, {
      contentType: 'application/x-ndjson',
    });
    expect(outcomes(results)).toEqual(
      fields.flatMap(() => [
        [TEAROOM, 'updated'],
        [TEAROOM, 'unchanged'],
      ]),
    );
    expect(await read('/chatrooms/tearoom')).toMatchObject(Object.assign({}, ...fields) as object);
  });

  it('clear fields with null in NDJSON, and know no others', async () => {
    const lines = [
      { room: 'tearoom', subject: 'Earl Grey', members: ['ola'] },
      { room: 'tearoom', subject: null, description: 'Biscuits' },
      { room: 'tearoom', roomName: 'other' },
    ];
    const body = lines.map((line) => JSON.stringify(line)).join('\n');
    const contentType = 'application/x-ndjson';
    const { results } = await doJob(api, 'type=rooms', body, { contentType });
    expect(results).toEqual([
      [TEAROOM, 'updated'],
      [TEAROOM, 'updated'],
      [undefined, 'failed', 'Unknown member: roomName'],
    ]);
    const room = await read('/chatrooms/tearoom');
    expect(room).toMatchObject({ description: 'Biscuits', members: ['ola@example.org'] });
    expect(room['subject'] ?? '').toBe('');
  });
});

describe('lines of lockouts', () => {
  it('lock users out, change that, and end it', async () => {
    const { results } = await doJob(
      api,
      'type=lockouts',
      [
        'username,reason,until,action',
        'Ola,Spam,2099-01-01T00:00:00Z,',
        'ola,Spam,2099-01-01T00:00:00Z,',
        'ola,Worse,,',
        'zoe,,2001-01-01T00:00:00Z,',
        'ghost,,,',
        'ola,,,remove',
        'ola,,,remove',
      ].join('\n'),
    );
    expect(outcomes(results)).toEqual([
      ['/lockouts/ola', 'created'],
      ['/lockouts/ola', 'unchanged'],
      ['/lockouts/ola', 'updated'],
      ['/lockouts/zoe', 'failed'],
      ['/lockouts/ghost', 'failed'],
      ['/lockouts/ola', 'removed'],
      ['/lockouts/ola', 'unchanged'],
    ]);
  });

  it('have the maker of the job as author, and need its rights', async () => {
    const key = await makeKey(api, ['jobs:read', 'jobs:write', 'lockouts:write']);
    const reply = await uploadJob(api, 'type=lockouts', 'username,reason\nola,Spam\nadmin,x', {
      authorization: key.bearer,
    });
    const { id } = await finished(api, jobIn(reply).id);
    expect(await read('/lockouts/ola')).toMatchObject({
      ...{ reason: 'Spam', author: `key:${key.name}`, active: true },
    });
    const bearer = (await makeKey(api, ['jobs:read', 'lockouts:read'])).bearer;
    expect((await api.send('GET', `/jobs/${id}/results`, { authorization: bearer })).status).toBe(
      200,
    );
    expect(await resultsOf(api, id)).toEqual([
      ['/lockouts/ola', 'created'],
      ['/lockouts/admin', 'failed', 'The scope admins:write is needed'],
    ]);
  });
});

it('tells of its changes and of its end, once each, by its maker', async () => {
  const { job } = await doJob(api, 'type=groups', 'name\nTold');
  const dry = await doJob(api, 'type=groups&dryRun=true', 'name\nUntold');
  const told = await until('all are told', async () => {
    const found = await api.database.sql(`
      select type, object, actor, source, request from event where type in ('group.created', 'job.finished')
      order by id`);
    return found.some(({ object }) => object === `/jobs/${dry.job.id}`) && found;
  });
  const origin = { actor: 'secret', source: 'job', request: null };
  expect(
    told.filter(({ object }) =>
      [`/groups/Told`, `/groups/Untold`, `/jobs/${job.id}`, `/jobs/${dry.job.id}`].includes(
        String(object),
      ),
    ),
  ).toEqual([
    { type: 'group.created', object: '/groups/Told', ...origin },
    { type: 'job.finished', object: `/jobs/${job.id}`, ...origin },
    { type: 'job.finished', object: `/jobs/${dry.job.id}`, ...origin },
  ]);
});

it.each([true, false])(
  'leaves the connection usable when it is refused before it was read (zipped: %s)',
  async (zipped) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const send = async (path: string, body?: Uint8Array) => {
      const sent = request(new URL(`/plugins/restapi/v1/jobs${path}`, api.baseUrl), {
        ...{ agent, method: body ? 'POST' : 'GET' },
        headers: {
          authorization: TEST_SECRET,
          'content-type': 'text/csv',
          ...(zipped && body ? { 'content-encoding': 'gzip' } : {}),
        },
      }).end(body);
      const [reply] = (await once(sent, 'response')) as [IncomingMessage];
      await once(reply.resume(), 'end');
      return [reply.statusCode, sent.reusedSocket];
    };
    const table = `nonsense\n${randomBytes(1_000_000).toString('base64')}`;
    try {
      expect(await send('?type=users', zipped ? gzipSync(table) : Buffer.from(table))).toEqual([
        ...[400, false],
      ]);
      expect(await send('')).toEqual([200, true]);
    } finally {
      agent.destroy();
    }
  },
);
