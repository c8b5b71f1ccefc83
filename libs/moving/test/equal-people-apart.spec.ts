import { DOMAIN, openfireData } from '../src/testing/openfire-data.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** The last one with private data in a table of its own. */
const SCHEMA = 28;
/** More than a batch has. */
const ROWS = 5_001;
const LETTERS = 8 * 1024 * 1024;
/** Those of a pair are one person here; the one in prepared form comes last, then first. */
const PAIRS = [
  ['Bob', 'bob'],
  ['ss', 'ß'],
] as const;
/** Who comes between them, in the order of keys. */
const BETWEEN = ['a', 't'];

const NAMES = PAIRS.flat();
const LAST_BETWEEN = BETWEEN.map((name) => `${name}${ROWS}`);

/** What each of a pair has, with its name in it. */
const own = (name: string) => [
  `insert into ofroster (rosterid, username, jid, sub, ask, recv, nick)
   values (${NAMES.indexOf(name as (typeof NAMES)[number]) + 1}, '${name}', 'friend@other.example', 3, -1, -1, 'of ${name}')`,
  `insert into ofvcard (username, vcard) values ('${name}', '<vCard xmlns="vcard-temp"><FN>of ${name}</FN></vCard>')`,
  `insert into ofprivate (username, name, namespace, privatedata) values ('${name}', 'x', 'urn:x', '<x xmlns="urn:x">of ${name}</x>')`,
];

/** What fills a batch between them. */
const between = (name: string, index: number) => [
  `insert into ofroster (rosterid, username, jid, sub, ask, recv)
   select ${index + 1} * 100000 + n, '${name}', n || '@other.example', 3, -1, -1 from generate_series(1, ${ROWS}) n`,
  `insert into ofvcard (username, vcard) values ('${name}', '<vCard xmlns="vcard-temp"><DESC>' || repeat('x', ${LETTERS}) || '</DESC></vCard>')`,
  `insert into ofprivate (username, name, namespace, privatedata) values ('${name}', 'x', 'urn:x', '<x xmlns="urn:x">' || repeat('x', ${LETTERS}) || '</x>')`,
];

let old: OldServer;
let world: MovingWorld;
beforeAll(async () => {
  const { ofProperty, ofUser } = openfireData();
  const alice = ofUser!.find(({ username }) => username === 'alice')!;
  const without = { encryptedPassword: null, storedKey: null, serverKey: null, salt: null };
  const people = NAMES.map((username) => ({ ...alice, ...without, username, name: username }));
  const data = { ofProperty: ofProperty!, ofUser: people };
  old = await oldServer(openfire(SCHEMA, { data }).postgres());
  for (const name of BETWEEN) {
    await old.query(
      `insert into ofuser (username, creationdate, modificationdate)
       select '${name}' || n, '001700000000000', '001700000000000' from generate_series(1, ${ROWS}) n`,
    );
  }
  const filled = [...NAMES.flatMap(own), ...LAST_BETWEEN.flatMap(between)];
  for (const statement of filled) await old.query(statement);
  world = await movingWorld(DOMAIN);
});
afterAll(async () => {
  await world?.close();
  await old?.close();
});

/** Whose things are here under a name. */
const here = async (name: string) => {
  const [row] = await world.query(
    `select name as account, (select nickname from roster_item where owner = $1) as contact,
       (select substring(xml from '<FN>(.*)</FN>') from vcard where username = $1) as card,
       (select value::json -> '__array' ->> 0 from prosody.prosody where store = 'private' and "user" = $1) as private
     from account where username = $1`,
    [name],
  );
  return row;
};
const allOf = (name: string) => ({
  ...{ account: name, contact: `of ${name}`, card: `of ${name}`, private: `of ${name}` },
});
const KINDS = ['accounts', 'rosters', 'vcards', 'private'] as const;

it('of people in different batches with one name the one in prepared form is moved, with all that is theirs', async () => {
  for (const name of ['first', 'second'] as const) {
    const { results, counts } = await pass(world, old.url, null);
    expect([name, await here('bob'), await here('ss')]).toEqual([name, allOf('bob'), allOf('ss')]);
    // the other person of each pair, and their three rows
    expect(counts).toMatchObject({ 'name-twice': 2, 'reference-missing': 6 });
    expect(KINDS.map((kind) => results.get(kind)!.lost)).toEqual([2, 2, 2, 2]);
    const changed = KINDS.map((kind) => results.get(kind)!.changed);
    expect(changed).toEqual(name === 'first' ? [2 * ROWS + 2, 4, 4, 4] : [0, 0, 0, 0]);
  }
  expect(await verified(world, old.url, null)).toEqual([]);
});

it('when those are gone there, the others have their names, with all that is theirs', async () => {
  for (const table of ['ofuser', 'ofroster', 'ofvcard', 'ofprivate']) {
    await old.query(`delete from ${table} where username in ('bob', 'ss')`);
  }
  for (const name of ['first', 'second'] as const) {
    const { counts } = await pass(world, old.url, null);
    expect([name, await here('bob'), await here('ss')]).toEqual([name, allOf('Bob'), allOf('ß')]);
    expect(counts).not.toHaveProperty('name-twice');
    expect(counts).not.toHaveProperty('reference-missing');
  }
  expect(await verified(world, old.url, null)).toEqual([]);
});
