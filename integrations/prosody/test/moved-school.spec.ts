import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { DEFAULT_SECURITY, OpenfireKeys } from '@chat-admin/moving/passwords/openfire-keys';
import { domainpart } from '@chat-admin/domain/shared/jid';
import { findContext } from '@chat-admin/moving/run/find-context';
import { ImportPass } from '@chat-admin/moving/run/import-pass';
import { USUAL_KINDS } from '@chat-admin/moving/run/import-settings';
import { Reporter } from '@chat-admin/moving/run/reporter';
import { Target } from '@chat-admin/moving/run/target';
import { openOpenfire } from '@chat-admin/moving/sources/open-openfire';
import { xml } from '../src/stanza.js';
import { World } from '../src/world.js';

const suite = await suiteNeeds(describe, 'An Openfire 5.0.5 that moved in', ['prosody']);

const SCHOOL = new URL('../../../libs/moving/test/openfire-5.0.5/', import.meta.url);
interface Person {
  readonly username: string;
  readonly password: string;
  readonly locked: boolean;
}

suite('An Openfire 5.0.5 that moved in', () => {
  let world: World;
  let people: readonly Person[];
  beforeAll(async () => {
    world = await World.start();
    await move(world.databaseUrl);
    people = JSON.parse(await readFile(new URL('expected.json', SCHOOL), 'utf8')).people;
  });
  afterAll(() => world?.stop());

  const online = async (username: string) => {
    const { password } = people.find((one) => one.username === username)!;
    const client = await world.login(username, { password, mechanism: 'SCRAM-SHA-1' });
    await client.available();
    return client;
  };

  it('people log in with their old passwords, by SCRAM-SHA-1 and by PLAIN', async () => {
    for (const { username, password, locked } of people) {
      for (const mechanism of ['SCRAM-SHA-1', 'PLAIN'] as const) {
        // the stock client sends PLAIN in Latin-1 alone
        if (mechanism === 'PLAIN' && /[^\x00-\x7f]/.test(password)) continue;
        const login = world.login(username, { password, mechanism });
        if (locked) await expect(login).rejects.toThrow();
        else await (await login).close();
      }
    }
  });

  it('they find their contacts, with those of shared groups', async () => {
    const okonkwo = await online('okonkwo');
    const roster = await okonkwo.get(xml('query', 'jabber:iq:roster'));
    const contacts = roster.getChild('query')!.getChildren('item');
    expect(contacts.map(({ attrs }) => [attrs['jid'], attrs['subscription']]).sort()).toEqual([
      ['haddad@example.org', 'both'],
      ['keller@example.org', 'to'],
      ['lindqvist@example.org', 'to'],
      ['silva@example.org', 'both'],
      ['tanaka@example.org', 'none'],
    ]);
    await okonkwo.close();
  });

  it('what waited comes once, with its sender', async () => {
    const keller = await online('keller');
    const message = await keller.nextMessage((stanza) => stanza.getChild('body') !== undefined);
    expect(message.getChildText('body')).toBe('The watering can is broken 🚿');
    expect(message.attrs['from']).toBe('weber@example.org/Büro');
    await keller.close();
  });

  it('a room has its history, subject and members', async () => {
    const haddad = await online('haddad');
    await haddad.join('assembly@conference.example.org', 'Karim');
    const last = await haddad.nextMessage(
      (stanza) => stanza.getChildText('body') === 'Zu spät \\ 🙈',
    );
    expect(last.attrs['from']).toBe('assembly@conference.example.org/haddad');
    await haddad.close();
  });
});

/** As `chat-admin import` does it; the chat server has nobody online yet. */
async function move(url: string): Promise<void> {
  const source = await openOpenfire(fileURLToPath(new URL('hsqldb/', SCHOOL)));
  const target = await Target.open({ url, engineUrl: null });
  const reporter = new Reporter(null);
  try {
    const keys = new OpenfireKeys(DEFAULT_SECURITY);
    const renamed = { from: 'school.example', to: 'example.org' };
    const choice = { target: domainpart('example.org')!, renamed, fallback: null };
    const found = await findContext(source, keys, choice, new Date());
    const opened = { keys, found, domain: choice.target, administrators: [] };
    const settings = {
      sourceName: 'school',
      // the properties hold the secret with which the world asks the API
      kinds: new Set(USUAL_KINDS.filter((kind) => kind !== 'properties')),
      ...({ onConflict: 'replace', jobs: 2, iterations: 4096, since: null } as const),
      ...{ messagesSince: null, newPasswords: null },
      ...{ acceptNamePasswords: false, propertyPrefixes: [] },
    };
    const nothing = () => undefined;
    const follower = { begins: nothing, advance: nothing, ends: nothing, isStopped: false };
    await new ImportPass(source, opened, target, settings, reporter, follower).run();
  } finally {
    reporter.close();
    await target.close();
    await source.close();
  }
}
