import { ANY_MESSAGE } from '@chat-admin/domain/muc/history/room-history';
import type { BareJid } from '@chat-admin/domain/shared/jid';
import type { HistoryRange, LoggedMessage } from '@chat-admin/domain/muc/history/room-history';
import type { Open } from './repositories.js';
import { aRoom, CONFERENCE, roomNamed, settings } from './rooms.js';

/** The conversations of rooms. */
export function roomHistorySuite(open: Open): void {
  const den = { service: CONFERENCE, name: roomNamed('den') };
  const at = (second: number) => new Date(Date.UTC(2025, 2, 4, 12, 0, second));
  const moment = (second: number) => ({ at: at(second), id: null });
  const message = (second: number): Omit<LoggedMessage, 'id'> => ({
    nickname: 'Ann',
    sender: second % 2 === 0 ? 'ann@example.org/desk' : null,
    senderShown: second % 2 === 0,
    body: String(second),
    sentAt: at(second),
  });

  beforeEach(async () => {
    await open().startOver();
    const more = { canAnyoneDiscoverJid: true, logEnabled: true };
    await open().rooms.add(CONFERENCE, [{ ...aRoom('den'), settings: settings(more) }]);
  });

  const said = async (range: Partial<HistoryRange>, filter = ANY_MESSAGE) => {
    const { id } = (await open().roomHistory.room(den))!;
    const messages: LoggedMessage[] = [];
    const whole = { before: null, after: null, limit: 100, ...range };
    for await (const batch of open().roomHistory.messages(id, whole, filter))
      messages.push(...batch);
    expect(await open().roomHistory.page(id, whole, filter)).toEqual(messages);
    return messages;
  };
  const bodies = async (range: Partial<HistoryRange>) =>
    (await said(range)).map(({ body }) => Number(body));

  it('is limited to one room, by time', async () => {
    for (const second of [2, 1, 3]) await open().say(den, message(second));
    expect(await said({})).toMatchObject([message(1), message(2), message(3)]);
    expect(await open().roomHistory.room({ ...den, name: roomNamed('gone') })).toBeNull();
    expect(await open().roomHistory.room(den)).toMatchObject({
      canAnyoneDiscoverJid: true,
      isStored: true,
      maxNumber: 25,
    });
  });

  it('lies between two exclusive bounds', async () => {
    for (let second = 1; second <= 6; second += 1) await open().say(den, message(second));
    expect(await bodies({ after: moment(2), before: moment(5) })).toEqual([3, 4]);
    expect(await bodies({ after: moment(2) })).toEqual([3, 4, 5, 6]);
    expect(await bodies({ before: moment(2) })).toEqual([1]);
  });

  it('is limited: from its start if only that is given, else up to its end', async () => {
    for (let second = 1; second <= 6; second += 1) await open().say(den, message(second));
    expect(await bodies({ limit: 2 })).toEqual([5, 6]);
    expect(await bodies({ limit: 2, before: moment(5) })).toEqual([3, 4]);
    expect(await bodies({ limit: 2, after: moment(2) })).toEqual([3, 4]);
    expect(await bodies({ limit: 2, after: moment(1), before: moment(6) })).toEqual([4, 5]);
    expect(await bodies({ limit: 0 })).toEqual([]);
    expect(await bodies({ limit: 0, after: moment(2) })).toEqual([]);
  });

  it('continues at a message, also among those of one moment', async () => {
    for (const body of ['a', 'b', 'c', 'd']) await open().say(den, { ...message(1), body });
    const all = await said({});
    const bound = ({ id, sentAt }: LoggedMessage) => ({ at: sentAt, id });
    const texts = async (range: Partial<HistoryRange>) =>
      (await said(range)).map(({ body }) => body).join('');
    expect(all.map(({ body }) => body).join('')).toBe('abcd');
    expect(await texts({ after: bound(all[1]!), limit: 1 })).toBe('c');
    expect(await texts({ before: bound(all[2]!), limit: 1 })).toBe('b');
    expect(await texts({ after: bound(all[0]!), before: bound(all[3]!) })).toBe('bc');
    expect(await texts({ after: moment(1) })).toBe('');
    expect(await texts({ before: moment(1) })).toBe('');
  });

  it('is searched for what was said, and by whom', async () => {
    for (const [body, sender] of [
      ['Green TEA', 'ann@example.org/desk'],
      ['coffee', 'ann@example.org/lap'],
      ['tea_time 100%', 'bo@example.org/desk'],
      ['tea', null],
    ] as const) {
      await open().say(den, { ...message(1), body, sender });
    }
    const found = async (search: string | null, sender: string | null) =>
      (await said({}, { search, sender: sender as BareJid | null })).map(({ body }) => body);
    expect(await found('tea', null)).toEqual(['Green TEA', 'tea_time 100%', 'tea']);
    expect(await found('TEA_', null)).toEqual(['tea_time 100%']);
    expect(await found('00%', null)).toEqual(['tea_time 100%']);
    expect(await found(null, 'ann@example.org')).toEqual(['Green TEA', 'coffee']);
    expect(await found('tea', 'ann@example.org')).toEqual(['Green TEA']);
    expect(await found(null, 'ann@example')).toEqual([]);
    expect([
      await open().roomHistory.canFind('tea'),
      await open().roomHistory.canFind('t%a'),
    ]).toEqual([true, false]);
  });

  it('has no lines of white space', async () => {
    for (const [second, body] of ['', ' \t\r\n', ' 3 '].entries()) {
      await open().say(den, { ...message(second), body });
    }
    expect(await bodies({ limit: 1, after: moment(-1) })).toEqual([3]);
  });

  it('loses single messages', async () => {
    const { roomHistory, transactions, say } = open();
    await say(den, message(1));
    const id = await say(den, message(2));
    const { id: room } = (await roomHistory.room(den))!;
    const remove = (of: number, text: string) =>
      transactions.run(() => roomHistory.remove(of, text));
    for (const other of ['', 'x', '0', `0x${id}`, '9'.repeat(40), '-1', ` ${id}`]) {
      expect(await remove(room, other)).toBe(false);
    }
    expect(await remove(room, id)).toBe(true);
    expect(await remove(room, id)).toBe(false);
    expect(await bodies({})).toEqual([1]);
  });

  it('takes messages back, by their ids or of a sender', async () => {
    const { roomHistory, transactions, say } = open();
    const ids = [
      await say(den, message(1)),
      await say(den, message(2)),
      await say(den, message(4)),
    ];
    const { id: room } = (await roomHistory.room(den))!;
    const retract = (
      ...which: Parameters<typeof roomHistory.retract> extends [number, ...infer R] ? R : never
    ) => transactions.run(() => roomHistory.retract(room, ...which));
    const named = { ids: [ids[0]!, ids[0]!, 'x'] };
    expect(await retract(named, 'spam')).toEqual({ retracted: 1, unchanged: 0, missing: 1 });
    expect(await retract(named, null)).toEqual({ retracted: 0, unchanged: 1, missing: 1 });
    expect(await bodies({})).toEqual([2, 4]);
    const all = await said({}, { ...ANY_MESSAGE, withRetracted: true });
    expect(all.map(({ id, body, reason }) => [id, body, reason ?? null])).toEqual([
      [ids[0], '', 'spam'],
      [ids[1], '2', null],
      [ids[2], '4', null],
    ]);
    const ann = 'ann@example.org' as BareJid;
    const since = { sender: ann, from: at(3), limit: 1000 };
    expect(await retract(since, null)).toEqual({ retracted: 1, unchanged: 0, missing: 0 });
    expect(await bodies({})).toEqual([2]);
    expect(await retract({ ...since, from: null }, null)).toMatchObject({ retracted: 1 });
    expect(await bodies({})).toEqual([]);
  });

  describe('of a person who is erased', () => {
    const ann = 'ann@example.org' as BareJid;
    const lounge = { service: CONFERENCE, name: roomNamed('lounge') };

    beforeEach(async () => {
      await open().rooms.add(CONFERENCE, [{ ...aRoom('lounge'), settings: settings({}) }]);
      const by = (sender: string | null, nickname: string, body: string) => ({
        ...{ ...message(1), sender, nickname, body, senderShown: sender !== null },
      });
      await open().say(den, by('ann@example.org/desk', 'Ann', 'a'));
      await open().say(den, by('bo@example.org/desk', 'Bo', 'b'));
      await open().say(den, by('ann@example.org', 'Annie', 'c'));
      await open().say(den, by(null, 'Ann', 'd'));
      await open().say(den, by('ann@example.orgs/desk', 'Other', 'e'));
      await open().say(lounge, by('ann@example.org/desk', 'Ann', 'f'));
    });

    const saidIn = async (room: typeof den) => {
      const { id } = (await open().roomHistory.room(room))!;
      return open().roomHistory.page(id, { before: null, after: null, limit: 100 }, ANY_MESSAGE);
    };

    it('stays without who said it, under one random nickname in each room', async () => {
      const before = await saidIn(den);
      const { roomHistory, transactions } = open();
      expect(await transactions.run(() => roomHistory.anonymise(ann))).toBe(3);
      const inDen = await saidIn(den);
      expect(inDen.map(({ body }) => body).join('')).toBe('abcde');
      expect([1, 3, 4].map((at) => inDen[at])).toEqual([1, 3, 4].map((at) => before[at]));
      const [first, , third] = inDen;
      expect(first).toEqual({
        ...before[0],
        ...{ sender: null, senderShown: false, nickname: expect.not.stringMatching(/ann/i) },
      });
      expect(third).toMatchObject({ sender: null, nickname: first!.nickname });
      const [elsewhere] = await saidIn(lounge);
      expect(elsewhere!.nickname).not.toBe(first!.nickname);
      expect(await transactions.run(() => roomHistory.anonymise(ann))).toBe(0);
    });

    it('is removed, and nothing else', async () => {
      const { roomHistory, transactions } = open();
      expect(await transactions.run(() => roomHistory.removeOf(ann))).toBe(3);
      expect((await saidIn(den)).map(({ body }) => body).join('')).toBe('bde');
      expect(await saidIn(lounge)).toEqual([]);
      expect(await transactions.run(() => roomHistory.removeOf(ann))).toBe(0);
    });
  });

  it('is deleted from its oldest message on, in batches', async () => {
    for (const second of [3, 1, 2]) await open().say(den, message(second));
    await open().say(den, { ...message(4), sentAt: new Date() });
    expect(await open().roomHistory.forget(1, 2)).toBe(2);
    expect(await bodies({})).toEqual([3, 4]);
    expect(await open().roomHistory.forget(99_999, 2)).toBe(0);
    expect(await open().roomHistory.forget(1, 2)).toBe(1);
    expect(await bodies({})).toEqual([4]);
  });

  it('is deleted with its room', async () => {
    await open().say(den, message(1));
    await open().rooms.remove(CONFERENCE, den.name);
    await open().rooms.add(CONFERENCE, [aRoom('den')]);
    expect(await said({})).toEqual([]);
  });
}
