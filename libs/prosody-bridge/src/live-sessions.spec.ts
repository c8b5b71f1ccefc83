import type { SessionsAnswer } from './bridge-documents.js';
import { LiveSessions } from './live-sessions.js';

type Told = SessionsAnswer | Error;

const session = (jid: string, status: string | null = null) => ({
  ...{ jid, username: 'zoe', resource: 'desk', node: 'engine-1', address: '192.0.2.7' },
  ...{ presence: { show: null, status, priority: 0 }, secure: true },
  ...{ created_at: new Date(1), active_at: new Date(2) },
});
const whole = (version: string | null, ...sessions: SessionsAnswer['sessions']) => ({
  ...{ version, sessions, complete: true, gone: [] },
});
const changes = (
  version: string,
  sessions: SessionsAnswer['sessions'],
  ...gone: readonly string[]
) => ({ ...{ version, sessions, complete: false, gone } });

/** Sessions of a chat server that gives these answers. */
function aList(...answers: Told[]) {
  const asked: (string | null)[] = [];
  const live = new LiveSessions((since) => {
    asked.push(since);
    const answer = answers.shift()!;
    return answer instanceof Error ? Promise.reject(answer) : Promise.resolve(answer);
  });
  const shown = async () =>
    (await live.all()).map(({ jid, presence }) => [jid, presence?.status ?? null]);
  return { live, shown, asked };
}

describe('LiveSessions', () => {
  it('asks for what has changed since the last answer, and tells all, by JID', async () => {
    const { shown, asked } = aList(
      whole('a:1', session('c'), session('a')),
      changes('a:1', []),
      changes('a:4', [session('b'), session('a', 'here')], 'c', 'x'),
      changes('a:5', [session('b', 'there')]),
    );
    expect(await shown()).toEqual([
      ['a', null],
      ['c', null],
    ]);
    expect(await shown()).toHaveLength(2);
    expect(await shown()).toEqual([
      ['a', 'here'],
      ['b', null],
    ]);
    expect(await shown()).toEqual([
      ['a', 'here'],
      ['b', 'there'],
    ]);
    expect(asked).toEqual([null, 'a:1', 'a:1', 'a:4']);
  });

  it('forgets everything for a complete answer, as after a restart', async () => {
    const { shown, asked } = aList(
      whole('a:9', session('a'), session('b')),
      whole('z:1', session('b', 'new')),
      whole(null, session('d')),
      whole('z:2'),
    );
    await shown();
    expect(await shown()).toEqual([['b', 'new']]);
    expect(await shown()).toEqual([['d', null]]);
    expect(await shown()).toEqual([]);
    expect(asked).toEqual([null, 'a:9', 'z:1', null]);
  });

  it('tells nothing from memory when it cannot ask, and goes on from there afterwards', async () => {
    const { shown, asked } = aList(
      whole('a:1', session('a')),
      new Error('away'),
      changes('a:2', [session('b')]),
    );
    await shown();
    await expect(shown()).rejects.toThrow('away');
    expect(await shown()).toHaveLength(2);
    expect(asked).toEqual([null, 'a:1', 'a:1']);
  });

  it('asks once for all who wait, and never for two at a time', async () => {
    const { live, asked } = aList(whole('a:1', session('a')), changes('a:2', [session('b')]));
    const lists = await Promise.all([live.all(), live.all(), live.all(), live.all()]);
    expect(lists.map(({ length }) => length)).toEqual([1, 2, 2, 2]);
    expect(asked).toEqual([null, 'a:1']);
  });
});
