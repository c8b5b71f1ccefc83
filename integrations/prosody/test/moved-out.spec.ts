import { cp, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ChatClient } from '../src/chat-client.js';
import { xml } from '../src/stanza.js';
import { StockProsody } from '../src/stock-prosody.js';
import { passwordOf, World } from '../src/world.js';
import { becomeContacts } from './contacts.js';
import { command, importInto, stopServices } from './import-command.js';

const suite = await suiteNeeds(describe, 'Moved out', ['prosody']);

const NOTES = xml('notes', 'urn:example:notes', xml('note', {}, 'Buy <milk> & tea'));
const CARD = xml('vCard', 'vcard-temp', xml('FN', {}, 'Kim Ödegård'));
/** What people have lies in files that Prosody's own module reads and writes. */
const STOCK = `
storage = { accounts = "xep0227", roster = "xep0227", vcard = "xep0227", private = "xep0227" }
authentication = "internal_hashed"
modules_enabled = { "roster", "saslauth", "tls", "disco", "ping", "websocket", "private", "vcard" }
`;

suite('Moved out', () => {
  let folder: string;
  let world: World;
  let stock: StockProsody;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'moved-out-'));
    world = await World.start();
    stock = await StockProsody.prepare(world.domain, {});
    await world.accounts('kim', 'ola');
  });
  afterAll(async () => {
    await stock?.remove();
    await world?.stop();
    await rm(folder, { recursive: true });
  });

  const there = (username: string) =>
    ChatClient.login('websocket', stock.place, {
      ...{ username, password: passwordOf(username), mechanism: 'SCRAM-SHA-1' },
    });
  const contactsOf = async (client: ChatClient) => {
    const roster = await client.get(xml('query', 'jabber:iq:roster'));
    const items = roster.getChild('query')!.getChildren('item');
    return items.map(({ attrs }) => [attrs['jid'], attrs['subscription']]).sort();
  };
  const notesOf = async (client: ChatClient) => {
    const answer = await client.get(
      xml('query', 'jabber:iq:private', xml('notes', 'urn:example:notes')),
    );
    return answer.getChild('query')!.getChild('notes')?.getChildText('note');
  };
  const nameOf = async (client: ChatClient) =>
    (await client.get(xml('vCard', 'vcard-temp'))).getChild('vCard')?.getChildText('FN');

  it('stock Prosody takes the files as its storage: old passwords, contacts, cards, private data', async () => {
    const [kim, ola] = [await world.online('kim'), await world.online('ola')];
    await becomeContacts(kim, ola);
    await kim.set(xml('query', 'jabber:iq:private', NOTES));
    await kim.set(CARD);
    await Promise.all([kim.close(), ola.close()]);
    const out = join(folder, 'out');
    const words = ['export', 'xep-0227', '--file-per-user', '--out', out];
    expect(await command(world.databaseUrl, words)).toMatchObject({ code: 0 });
    expect(await readdir(out)).toContain(`kim@${world.domain}.xml`);

    await cp(out, stock.data, { recursive: true });
    await stock.start(STOCK);
    const moved = await there('kim');
    expect(await contactsOf(moved)).toEqual([[`ola@${world.domain}`, 'both']]);
    expect(await notesOf(moved)).toBe('Buy <milk> & tea');
    expect(await nameOf(moved)).toBe('Kim Ödegård');
    await moved.available();
    const other = await there('ola');
    await other.available();
    await moved.nextPresence(({ attrs }) => attrs['from'] === other.jid);
    await Promise.all([moved.close(), other.close()]);
    await expect(
      ChatClient.login('websocket', stock.place, {
        ...{ username: 'kim', password: 'another', mechanism: 'SCRAM-SHA-1' },
      }),
    ).rejects.toThrow();
  });

  it('and back: what it has written since is imported, with all that it left as it was', async () => {
    const ola = await there('ola');
    await ola.set(xml('query', 'jabber:iq:private', NOTES));
    await ola.close();
    await stock.stop();
    expect(await readFile(join(stock.data, `ola@${world.domain}.xml`), 'utf8')).toContain('milk');
    await stopServices(world);
    const files = join(folder, 'back');
    const names = await readdir(stock.data);
    for (const name of names.filter((one) => one.endsWith('.xml'))) {
      await cp(join(stock.data, name), join(files, name));
    }
    const reading = ['--source', files, '--report', join(folder, 'report'), '--progress', 'none'];
    const replacing = [...reading, '--on-conflict', 'replace'];
    for (const action of ['copy', 'verify', 'finish']) {
      const words = ['xep-0227', action, ...(action === 'finish' ? [] : replacing)];
      const ran = await importInto(world, words);
      expect({ action, ...ran }).toMatchObject({ action, code: action === 'copy' ? 3 : 0 });
    }
    await world.prosody.startAgain();
    await world.prosody.untilAttached();
    const [kim, back] = [await world.online('kim'), await world.online('ola')];
    expect(await notesOf(back)).toBe('Buy <milk> & tea');
    expect(await contactsOf(back)).toEqual([[`kim@${world.domain}`, 'both']]);
    expect([await notesOf(kim), await nameOf(kim)]).toEqual(['Buy <milk> & tea', 'Kim Ödegård']);
    await Promise.all([kim.close(), back.close()]);
  });
});
