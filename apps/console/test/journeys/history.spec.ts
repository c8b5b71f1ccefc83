import { readFile } from 'node:fs/promises';
import type { Console } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('The history of a room');
/** The browser is in Berlin. */
const ZONE = 'Pacific/Kiritimati';
const DAY_BEGINS = '2026-03-09T10:00:00Z';
const LINES = 260;
const HOSTILE = '=1+1, "tea" <img src=x onerror=window.__xss=1>';

interface Line {
  readonly time: string;
  readonly nickname: string;
  readonly text: string;
}

suite('The history of a room', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.api.done('POST', '/chatrooms', {
      ...{ roomName: 'club', naturalName: 'Club', description: '', persistent: true },
      ...{ logEnabled: true, canAnyoneDiscoverJID: true },
    });
    // a minute apart: 130 before the day begins, line 131 when it does
    await product.world.sql(
      `insert into room_message (room_id, sent_at, nickname, sender, sender_shown, body)
       select room.id, $1::timestamptz + (n - 131) * interval '1 minute',
         case when n % 2 = 0 then 'Ola' else 'Ben' end,
         case when n % 2 = 0 then 'ola' else 'ben' end || '@example.org/desk', true,
         case when n % 50 = 35 then $2::text || ' ' else 'line ' end || n
       from room, generate_series(1, ${LINES}) n where room.name = 'club' order by n`,
      [DAY_BEGINS, HOSTILE],
    );
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const shown = ({ page }: Console): Promise<readonly Line[]> =>
    page.evaluate(`[...document.querySelectorAll('[role=log] p')].map((line) => ({
      time: line.querySelector('time').getAttribute('datetime'),
      nickname: line.querySelector('strong').textContent,
      text: line.querySelector('strong').parentElement.lastElementChild.textContent,
    }))`);
  const numbers = async (console: Console) =>
    (await shown(console)).map(({ text }) => Number(/\d+$/.exec(text)![0]));
  const exported = async (console: Console, kind: 'text' | 'json' | 'csv') => {
    await console.button('list.export').click();
    const label = console.text(`rooms.history.as.${kind}`);
    const [file] = await Promise.all([
      console.page.waitForEvent('download'),
      console.page.getByRole('menuitem', { name: label }).click(),
    ]);
    return readFile((await file.path())!, 'utf8');
  };
  const linesOf = (text: string): readonly Line[] =>
    text
      .trimEnd()
      .split('\n')
      .map((line) => {
        const [, time, nickname, said] = /^(\S+) (\w+): (.*)$/.exec(line)!;
        return { time: time!, nickname: nickname!, text: said! };
      });
  const jump = async (console: Console, day: string) => {
    await console.field('rooms.history.from').fill(day);
    await console.button('rooms.history.find').click();
  };

  it('is left for a day in the chosen zone, read on in both directions, and exported as it is shown', async () => {
    const console = await product.open({ as: ADMIN, at: '/preferences' });
    await console.field('preferences.zone').fill(ZONE);
    await console.page.getByText(/GMT\+14/).waitFor();
    await console.go('/rooms/conference/club?tab=history');
    await console.page.getByText(`line ${LINES}`, { exact: true }).waitFor();
    const authors = console.page.getByRole('log').getByRole('link');
    expect(await authors.first().getAttribute('href')).toMatch(/#\/users\/(ola|ben)$/);
    await jump(console, '2026-03-10');
    await console.page.getByText('line 131', { exact: true }).waitFor();
    const from131 = await numbers(console);
    expect([from131[0], from131.length]).toEqual([131, 100]);
    expect(await console.page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      '10 Mar 2026',
    ]);
    expect(await console.faultsOfAccess()).toEqual([]);

    await console.button('rooms.history.older').click();
    await console.page.getByText('line 31', { exact: true }).waitFor();
    await console.button('rooms.history.newer').click();
    await console.page.getByText(`line ${LINES}`, { exact: true }).waitFor();
    const all = await shown(console);
    expect(await numbers(console)).toEqual(Array.from({ length: 230 }, (_, at) => at + 31));
    expect(linesOf(await exported(console, 'text'))).toEqual(all);
    const said = JSON.parse(await exported(console, 'json')) as Record<string, string>[];
    expect(said.map((one) => one['body'])).toEqual(all.map(({ text }) => text));
    expect((await exported(console, 'csv')).trimEnd().split('\r\n')).toHaveLength(231);
    await console.button('rooms.history.older').click();
    await console.page.getByText('line 1', { exact: true }).waitFor();
    expect(await numbers(console)).toEqual(Array.from({ length: LINES }, (_, at) => at + 1));
    await console.button('rooms.history.older').waitFor({ state: 'detached' });
  });

  it('has no gap when more is said while older messages are read', async () => {
    await product.world.api.done('POST', '/chatrooms', {
      ...{ roomName: 'busy', naturalName: 'Busy', description: '', persistent: true },
      logEnabled: true,
    });
    const say = (from: number, to: number) =>
      product.world.sql(
        `insert into room_message (room_id, sent_at, nickname, sender, body)
         select room.id, $1::timestamptz + n * interval '1 minute', 'Ola', 'ola@example.org/desk', 'line ' || n
         from room, generate_series($2::integer, $3::integer) n where room.name = 'busy' order by n`,
        [DAY_BEGINS, from, to],
      );
    await say(1, 150);
    const console = await product.open({ as: ADMIN, at: '/rooms/conference/busy?tab=history' });
    await console.button('rooms.history.older').click();
    await console.page.getByText('line 1', { exact: true }).waitFor();
    for (const last of [160, 220, 320]) {
      await say((await shown(console)).length + 1, last);
      await console.page.getByText(`line ${last}`, { exact: true }).waitFor();
      expect(await numbers(console)).toEqual(Array.from({ length: last }, (_, at) => at + 1));
    }
  });

  it.each([
    ['text', 'en', 1440],
    ['csv', 'de', 320],
  ] as const)(
    'is searched for words of one person since a day, and exported as %s (%s, %i px)',
    async (kind, language, width) => {
      const at = '/rooms/conference/club?tab=history';
      const console = await product.open({ as: ADMIN, at, language, width });
      await console.page.getByText(`line ${LINES}`, { exact: true }).waitFor();
      await console.field('rooms.history.search').fill('TEA');
      await console.field('rooms.history.sender').fill('ben');
      await jump(console, '2026-03-09');
      await console.page.getByText(`line ${LINES}`, { exact: true }).waitFor({ state: 'detached' });
      await console.page.getByText(`${HOSTILE} 235`).waitFor();
      const view = await shown(console);
      expect(view.map(({ text }) => text)).toEqual(
        [35, 85, 135, 185, 235].map((n) => `${HOSTILE} ${n}`),
      );
      expect(await console.faultsOfAccess()).toEqual([]);
      expect(await console.page.evaluate('window.__xss')).toBeUndefined();
      const file = await exported(console, kind);
      if (kind === 'text') return expect(linesOf(file)).toEqual(view);
      const quoted = (text: string) => `"'${text.replaceAll('"', '""')}"`;
      const rows = view.map(({ time, nickname, text }) =>
        [time, nickname, 'ben@example.org/desk', quoted(text)].join(','),
      );
      expect(file).toBe(['\ufefftime,nickname,address,text', ...rows, ''].join('\r\n'));
    },
  );

  it.each([
    ['for everybody', 'en', 1440],
    ['here alone', 'de', 320],
  ] as const)(
    'loses all that one person said, under each nickname and on each page, after one question: %s (%s, %i px)',
    async (whom, language, width) => {
      const isForAll = whom === 'for everybody';
      const roomName = `spam-${language}`;
      await product.world.accounts(`spammer-${language}`, `witness-${language}`);
      const witness = await product.world.online(`witness-${language}`);
      await product.world.api.done('PATCH', `/users/spammer-${language}`, { name: 'Sam Spam' });
      await product.world.api.done('POST', '/chatrooms', {
        ...{ roomName, naturalName: 'Spam', description: '', persistent: true },
        ...{ logEnabled: true, canAnyoneDiscoverJID: true },
      });
      await product.world.sql(
        `insert into room_message (room_id, sent_at, sender_shown, nickname, sender, body)
         select room.id, $1::timestamptz + n * interval '1 minute', true,
           case when n % 3 = 0 then 'Ola' when n % 3 = 1 then 'Buy' else 'Admin' end,
           case when n % 3 = 0 then 'ola' else $2 end || '@example.org/desk', 'line ' || n
         from room, generate_series(1, 120) n where room.name = $3 order by n`,
        [DAY_BEGINS, `spammer-${language}`, roomName],
      );
      const at = `/rooms/conference/${roomName}?tab=history`;
      const console = await product.open({ as: ADMIN, at, language, width });
      await console.page.getByText('line 120', { exact: true }).waitFor();
      const line = (n: number) =>
        console.page.getByRole('log').locator('p', { hasText: new RegExp(`line ${n}$`) });
      await line(90).getByRole('checkbox').check();
      await line(91).getByRole('checkbox').check();
      await console.button('rooms.history.deleteAll', { name: 'ola' }).waitFor();
      await line(90).getByRole('checkbox').uncheck();
      const who = { name: `Sam Spam (spammer-${language})` };
      expect(await console.faultsOfAccess()).toEqual([]);
      await console.button('rooms.history.deleteAll', who).click();
      const forAll = console.dialog().getByRole('checkbox');
      expect(await forAll.isChecked()).toBe(true);
      await witness.join(`${roomName}@conference.example.org`, 'Witness');
      if (isForAll) await console.dialog().getByRole('textbox').fill('Spam <b>');
      else {
        await forAll.uncheck();
        await console.dialog().getByText(console.text('rooms.history.deleteText')).waitFor();
      }
      expect(await console.faultsOfAccess()).toEqual([]);
      const told = isForAll && witness.nextMessage((stanza) => /moderate:1/.test(String(stanza)));
      const before = console.requests.length;
      await console
        .dialog()
        .getByRole('button', { name: console.text('rooms.history.deleteAll', who) })
        .click();
      const counted = { count: 80, number: '80' };
      await console
        .toast(isForAll ? 'rooms.history.retracted' : 'rooms.history.deleted', counted)
        .waitFor();
      const left = Array.from({ length: 40 }, (_, at) => 3 * (at + 1));
      if (isForAll) {
        const sent = console.requests.slice(before).filter((one) => one.method() !== 'GET');
        expect(sent.map((one) => new URL(one.url()).pathname)).toEqual([
          `/plugins/restapi/v1/chatrooms/${roomName}/chathistory/retract`,
        ]);
        expect(String(await told)).toContain('<reason>Spam &lt;b&gt;</reason>');
        await console.page
          .getByText(/^deleted for everybody by admin, .*: Spam <b>$/)
          .nth(60)
          .waitFor();
        expect(await console.faultsOfAccess()).toEqual([]);
        await console.page.reload();
        await console.page
          .getByText(/^deleted for everybody by admin, .*: Spam <b>$/)
          .nth(60)
          .waitFor();
        expect(await line(90).getByRole('checkbox').count()).toBe(1);
        const taken = console.page.getByRole('log').locator('p', { hasText: 'for everybody' });
        expect(await taken.getByRole('checkbox').count()).toBe(0);
        const words = await product.world.sql<{ body: string }>(
          `select body from room_message join room on room.id = room_id
           where room.name = '${roomName}' and body is not null order by room_message.id`,
        );
        expect(words.map(({ body }) => body)).toEqual(left.map((n) => `line ${n}`));
        return witness.close();
      }
      await witness.close();
      await line(3).waitFor(); // has come onto the newest page
      expect(await numbers(console)).toEqual(left);
      const stored = await product.world.sql<{ body: string }>(
        `select body from room_message join room on room.id = room_id where room.name = '${roomName}' order by room_message.id`,
      );
      expect(stored.map(({ body }) => body)).toEqual(left.map((n) => `line ${n}`));
      await line(30).getByRole('link', { name: 'ola' }).click();
      await console.page.waitForURL(/users\/ola$/);
    },
  );
});
