import { randomUUID } from 'node:crypto';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { Api } from '@chat-admin/prosody-integration/api';
import type { ChatClient } from '@chat-admin/prosody-integration/chat-client';
import { BRIDGE_TOKEN } from '@chat-admin/prosody-integration/prosody-control';
import { type Stanza, xml } from '@chat-admin/prosody-integration/stanza';
import { World } from '@chat-admin/prosody-integration/world';
import type { Bed } from '../bed.js';
import type { Figure } from '../figures.js';
import { inTurn, type Variants } from '../rounds.js';
import type { Settings } from '../settings.js';
import { ratios, spread } from '../statistics.js';

const TIMES = 30;
/** messages of a room whose pages are read */
const MESSAGES = 20_000;
/** as many as the chat server hands out at once */
const PAGE = 50;
/** as many as one request takes back of a sender */
const SWEPT = 1000;
const JID = 'conference.example.org';
const DEN = `den@${JID}`;
const IDS = 'urn:xmpp:sid:0';
const MAM = 'urn:xmpp:mam:2';
const RSM = 'http://jabber.org/protocol/rsm';
const MODERATE = 'urn:xmpp:message-moderate:1';
const RETRACT = 'urn:xmpp:message-retract:1';

/** Messages that are taken back, until clients hear it, and pages of history with tombstones; with a Prosody and clients. */
export async function measureRetractions(bed: Bed, settings: Settings): Promise<Figure[]> {
  const { port } = new URL(bed.address());
  const world = await World.start({ server: { url: bed.address(), enginePort: Number(port) } });
  try {
    await world.accounts('ann', 'bob');
    const [ann, bob] = [await world.online('ann'), await world.online('bob')];
    const api = await alone(bed, world);
    return [
      ...(await untilHeard(world, api, ann, bob, settings)),
      ...(await pages(world, api, bob, settings)),
      ...(await ofOneSender(world, api, ann, bob)),
    ];
  } finally {
    await world.stop();
  }
}

/** The API in a process of its own, so that it does not hold up the clients. */
async function alone(bed: Bed, world: World): Promise<Api> {
  await world.app.close();
  const { port } = await bed.api(undefined, undefined, undefined, {
    DATABASE_URL: world.databaseUrl,
    CHAT_SERVER_URL: world.prosody.url,
    CHAT_SERVER_TOKEN: BRIDGE_TOKEN,
  });
  return new Api(`http://127.0.0.1:${port}`, TEST_SECRET);
}

const room = (world: World, api: Api, name: string) =>
  api.done('POST', '/chatrooms?servicename=conference', {
    ...{ roomName: name, persistent: true, logEnabled: true, owners: [`ann@${world.domain}`] },
    broadcastPresenceRoles: ['moderator', 'participant', 'visitor'],
  });

const called = (id: string) => (stanza: Stanza) =>
  stanza.is('message') && stanza.attrs['id'] === id;

/** What Ann says in the den. @returns it as Bob hears it */
async function heard(ann: ChatClient, bob: ChatClient): Promise<Stanza> {
  const id = randomUUID();
  const say = xml('message', { to: DEN, type: 'groupchat', id }, xml('body', {}, 'tea?'));
  return (await Promise.all([bob.next(called(id)), ann.send(say)]))[0];
}

async function untilHeard(
  world: World,
  api: Api,
  ann: ChatClient,
  bob: ChatClient,
  { rounds }: Settings,
): Promise<Figure[]> {
  await room(world, api, 'den');
  await ann.join(DEN, 'Ann');
  await bob.join(DEN, 'Bob');
  /** @returns the id in the room of what Bob has heard */
  const said = async () => {
    const stanza = await heard(ann, bob);
    return String(stanza.getChild('stanza-id', IDS)!.attrs['id']);
  };
  const message = () => timed(() => heard(ann, bob));
  const takenBack = (how: (id: string) => Promise<unknown>) => async () => {
    const id = await said();
    let answered: Promise<unknown> | null = null;
    const ms = await timed(() => {
      answered = how(id);
      return bob.next(called(`retraction-${id}`));
    });
    await answered;
    return ms;
  };
  const byClient = (id: string) =>
    ann.set(xml('moderate', { xmlns: MODERATE, id }, xml('retract', { xmlns: RETRACT })), DEN);
  const byApi = (id: string) =>
    api.done('DELETE', `/chatrooms/den/chathistory/${id}?servicename=conference&retract=true`);
  const request = () => timed(() => api.done('GET', '/users/ann'));
  const found = await medians(
    { message, request, client: takenBack(byClient), api: takenBack(byApi) },
    rounds,
  );
  return [
    {
      ...{ goal: 'E19', what: 'retraction by a client until others hear it / groupchat message' },
      ...{ values: ratios(found.client, found.message), unit: 'x', atMost: 2 },
    },
    {
      ...{ goal: 'E19', what: 'same, by the API, a transaction and a call of the chat server' },
      ...{ values: ratios(found.api, found.message), unit: 'x', atMost: 2 },
    },
    { goal: '', what: 'groupchat message', values: found.message, unit: 'ms' },
    { goal: '', what: 'a request that reads a user', values: found.request, unit: 'ms' },
  ];
}

/** Of rooms without tombstones, with one in ten, and whose newest 1,000 were all taken back. */
async function pages(
  world: World,
  api: Api,
  bob: ChatClient,
  { rounds }: Settings,
): Promise<Figure[]> {
  const tombstones = {
    plain: 'false',
    tenth: 'said.id % 10 = 0',
    swept: `said.id > (select max(id) - ${SWEPT} from room_message where room_id = room.id)`,
    control: 'false',
  };
  type Name = keyof typeof tombstones;
  const names = Object.keys(tombstones) as Name[];
  for (const name of names) {
    await room(world, api, name);
    await world.sql(
      `insert into room_message (room_id, nickname, sender, body, stanza, message_id, sent_at)
       select room.id, 'Ann', 'ann@example.org/x', text, replace(said.stanza, 'tea?', text), n, now() - n * interval '1 s'
       from room, (select stanza from room_message where body = 'tea?' order by id limit 1) said,
         generate_series(${MESSAGES}, 1, -1) n, lateral (select 'A message of a usual length ' || n as text) _
       where name = $1`,
      [name],
    );
    await world.sql(
      `select retract_message(room_id, said.id, '{"reason": "spam"}')
       from room_message as said join room on room.id = room_id where name = $1 and ${tombstones[name]}`,
      [name],
    );
  }
  // as if each had been taken back a moment after it was said
  await world.sql(
    `update room_message as announced set told = true, sent_at = said.sent_at + interval '100 ms'
     from room_message as said where said.id = announced.retracts`,
  );
  await world.sql('vacuum analyze');
  const listed = (name: Name) => () =>
    timed(() =>
      api.done('GET', `/chatrooms/${name}/chathistory?servicename=conference&limit=${PAGE}`),
    );
  const archived = (name: Name) => () => timed(() => archivePage(bob, `${name}@${JID}`));
  const of = (read: (name: Name) => () => Promise<number>) =>
    medians(
      {
        ...{ plain: read('plain'), tenth: read('tenth') },
        ...{ swept: read('swept'), control: read('control') },
      },
      rounds,
    );
  const both = {
    'listed by the API': await of(listed),
    'of the archive (MAM)': await of(archived),
  };
  return Object.entries(both).flatMap(([what, found]): Figure[] => {
    // the mean of both rooms without any
    const none = found.plain.map((value, round) => (value + found.control[round]!) / 2);
    return [
      {
        ...{ goal: 'E19', what: `page ${what}, every tenth a tombstone / none` },
        ...{ values: ratios(found.tenth, none), unit: 'x', atMost: 1.1 },
      },
      {
        ...{ goal: 'E19', what: `same, the newest ${SWEPT} taken back / none` },
        ...{ values: ratios(found.swept, none), unit: 'x', atMost: 1.1 },
      },
      { goal: '', what: 'none / none', values: ratios(found.control, found.plain), unit: 'x' },
      { goal: '', what: `page ${what}, none`, values: none, unit: 'ms' },
    ];
  });
}

/** As many as one request takes back, while others talk elsewhere. */
async function ofOneSender(
  world: World,
  api: Api,
  ann: ChatClient,
  bob: ChatClient,
): Promise<Figure[]> {
  await room(world, api, 'flooded');
  await world.sql(
    `insert into room_message (room_id, nickname, sender, body, stanza, message_id)
     select room.id, 'Bob', 'bob@example.org/x', said.body, said.stanza, n
     from room, (select body, stanza from room_message where body = 'tea?' order by id limit 1) said,
       generate_series(1, ${SWEPT}) n
     where name = 'flooded'`,
  );
  await bob.join(`flooded@${JID}`, 'Bob');
  const elsewhere: number[] = [];
  let isDone = false;
  const request = timed(() =>
    api.done('POST', '/chatrooms/flooded/chathistory/retract?servicename=conference', {
      sender: `bob@${world.domain}`,
    }),
  ).finally(() => (isDone = true));
  while (!isDone) elsewhere.push(await timed(() => heard(ann, bob)));
  return [
    {
      ...{
        goal: 'E19',
        what: `the newest ${SWEPT} of a sender taken back in one request, and told`,
      },
      ...{ values: [await request], unit: 'ms', atMost: 5000 },
    },
    { goal: '', what: 'groupchat messages elsewhere meanwhile', values: elsewhere, unit: 'ms' },
  ];
}

async function archivePage(client: ChatClient, of: string): Promise<void> {
  const queryid = randomUUID();
  const set = xml('set', { xmlns: RSM }, xml('max', {}, String(PAGE)), xml('before'));
  await client.set(xml('query', { xmlns: MAM, queryid }, set), of);
  const found = client.take(
    (stanza) => stanza.getChild('result', MAM)?.attrs['queryid'] === queryid,
  );
  if (found.length !== PAGE) throw new Error(`${found.length} messages in a page of ${of}`);
}

/** @returns ms */
async function timed(work: () => Promise<unknown>): Promise<number> {
  const begin = performance.now();
  await work();
  return performance.now() - begin;
}

/** Each once in turn, so that other load affects all of them alike; by round, medians of {@link TIMES}. */
async function medians<Names extends Variants<number>>(
  variants: Names & Variants<number>,
  rounds: number,
): Promise<{ readonly [Name in keyof Names]: number[] }> {
  const samples = await inTurn(variants, rounds * TIMES);
  const ofRounds = (values: readonly number[]) =>
    Array.from(
      { length: rounds },
      (_, round) => spread(values.slice(round * TIMES, (round + 1) * TIMES)).median,
    );
  return Object.fromEntries(
    Object.entries<number[]>(samples).map(([name, values]) => [name, ofRounds(values)]),
  ) as { [Name in keyof Names]: number[] };
}
