import { DOMAIN, openfireData } from '../src/testing/openfire-data.js';
import { openfire } from '../src/testing/openfire-fixture.js';
import { SCHEMAS } from '../src/testing/openfire-schemas.js';
import { oldServer } from './support/old-server.js';
import type { OldServer } from './support/old-server.js';
import { movingWorld, pass, verified } from './support/school.js';
import type { MovingWorld } from './support/school.js';

/** More than a batch has. */
const ROWS = 5_001;
const LETTERS = 8 * 1024 * 1024;
/** In the order of keys; all are bob here. */
const SPELLINGS = ['BOB', 'bob', 'ｂob'];
/** Between them, with more than a batch has. */
const OTHERS = ['a', 'c'];

const item = (name: string, text: string) =>
  `insert into ofpubsubitem (serviceid, nodeid, id, jid, creationdate, payload)
   select '${name}@${DOMAIN}', 'urn:y', 'one', '${name}@${DOMAIN}', '001700000000000', '<y xmlns="urn:y">' || ${text} || '</y>'`;
const list = (name: string, isDefault: number) =>
  `insert into ofprivacylist (username, name, isdefault, list)
   select 'alice', ${name}, ${isDefault}, '<list name="l"><item type="jid" value="' || ${name} || '@other.example" action="deny" order="1"/></list>'`;

const FILLED = [
  ...SPELLINGS.map((name, n) => item(name, `'n${n}'`)),
  ...OTHERS.map((name) => item(name, `repeat('x', ${LETTERS})`)),
  // two defaults of one person
  ...["'a'", "'z'"].map((name) => list(name, 1)),
  `${list("'m' || n", 0)} from generate_series(1, ${ROWS}) n`,
];

let old: OldServer;
let world: MovingWorld;
beforeAll(async () => {
  const { ofProperty, ofUser } = openfireData();
  const alice = ofUser!.find(({ username }) => username === 'alice')!;
  const people = ['alice', 'bob', ...OTHERS].map((username) => ({ ...alice, username }));
  old = await oldServer(
    openfire(SCHEMAS.at(-1)!, { data: { ofProperty: ofProperty!, ofUser: people } }).postgres(),
  );
  for (const statement of FILLED) await old.query(statement);
  world = await movingWorld(DOMAIN);
});
afterAll(async () => {
  await world?.close();
  await old?.close();
});

/** Which of the rows is here. */
const here = async () => {
  const [row] = await world.query(
    `select substring(value from '>(.*)<') as text from prosody.prosodyarchive
     where store = 'pep_urn:y' and "user" = 'bob'`,
  );
  return row!['text'];
};

it('of equal names in different batches the first one stays, in every pass', async () => {
  for (const name of ['first', 'second'] as const) {
    const { results, counts } = await pass(world, old.url, null);
    expect([name, await here()]).toEqual([name, 'n0']);
    expect(counts).toMatchObject({ 'name-twice': 3 });
    const changed = (['pep', 'blocks'] as const).map((kind) => results.get(kind)!.changed);
    expect([name, changed]).toEqual([name, name === 'first' ? [3, 1] : [0, 0]]);
  }
  const listed = `select key from prosody.prosody where store = 'blocklist' and key <> ''`;
  expect(await world.query(listed)).toEqual([{ key: 'a@other.example' }]);
});

it('when it is gone there the next one has its place, and stays', async () => {
  await old.query(`delete from ofpubsubitem where serviceid like 'BOB@%'`);
  for (const name of ['first', 'second'] as const) {
    const { counts } = await pass(world, old.url, null);
    expect([name, await here()]).toEqual([name, 'n1']);
    expect(counts).toMatchObject({ 'name-twice': 2 });
  }
  expect(await verified(world, old.url, null)).toEqual([]);
});
