import { launch, prepareLauncher, removeLauncher } from '../test/launcher.js';
import { type Ending, type Part, PartEnded } from './part.js';
import { supervise } from './supervisor.js';

describe('supervise', () => {
  /** A part without a process, which writes what happens to it into `events`. */
  function aPart(name: string, events: string[], change: Partial<Part> = {}) {
    let end: (ending: Ending) => void = () => undefined;
    const ended = new Promise<Ending>((resolve) => (end = resolve));
    const part: Part = {
      name,
      start: async (environment) => {
        events.push(`${name} starts, given ${environment['GIVEN']}`);
        const stop = async () => {
          events.push(`${name} stops`);
          end({ code: 0, signal: null });
        };
        const lastWords = async () => `last words of ${name}`;
        return { ended, stop, lastWords, provides: { GIVEN: name } };
      },
      ...change,
    };
    return { part, end };
  }

  function supervision(events: string[]) {
    const stop = new AbortController();
    const report = (message: string) => void events.push(message);
    return { stop, options: { environment: {}, signal: stop.signal, report } };
  }

  it('starts in order, hands environment on, stops in reverse order', async () => {
    const events: string[] = [];
    const { stop, options } = supervision(events);
    const last = aPart('c', events, {
      start: async (...given) => {
        stop.abort();
        return aPart('c', events).part.start(...given);
      },
    });
    const parts = [aPart('a', events).part, aPart('b', events).part, last.part];
    expect(await supervise(parts, options)).toBe(0);
    expect(events).toEqual([
      'a starts, given undefined',
      'b starts, given a',
      'c starts, given b',
      ...['c stops', 'b stops', 'a stops'],
    ]);
  });

  it('reports a crash with its last words and stops the others', async () => {
    const events: string[] = [];
    const { options } = supervision(events);
    const [a, b] = [aPart('a', events), aPart('b', events)];
    const result = supervise([a.part, b.part], options);
    a.end({ code: null, signal: 'SIGKILL' });
    expect(await result).toBe(1);
    expect(events).toContain('a ended by itself (signal SIGKILL).');
    expect(events).toContain('last words of a');
  });

  it('takes the exit code of the part, but never 0, for a crash', async () => {
    for (const [code, expected] of [[3, 3] as const, [0, 1] as const]) {
      const events: string[] = [];
      const a = aPart('a', events);
      a.end({ code, signal: null });
      expect(await supervise([a.part], supervision(events).options)).toBe(expected);
    }
  });

  it('starts nothing more after a part that did not start', async () => {
    const events: string[] = [];
    const start = () => Promise.reject(new Error('no disk'));
    const parts = ['a', 'b', 'c'].map((name) => aPart(name, events).part);
    const result = supervise(
      parts.map((part) => (part.name === 'b' ? { ...part, start } : part)),
      supervision(events).options,
    );
    expect(await result).toBe(1);
    expect(events).toEqual(['a starts, given undefined', 'b did not start: no disk', 'a stops']);
  });

  it('adds nothing to what a part has said about its configuration', async () => {
    const events: string[] = [];
    const start = () => Promise.reject(new PartEnded({ code: 78, signal: null }));
    const { part } = aPart('a', events, { start });
    expect(await supervise([part], supervision(events).options)).toBe(78);
    expect(events).toEqual([]);
  });

  it('tells when a part had to be killed', async () => {
    const events: string[] = [];
    const { stop, options } = supervision(events);
    const ended = Promise.resolve<Ending>({ code: null, signal: 'SIGKILL' });
    const start = async () => (stop.abort(), { ended, stop: async () => undefined });
    expect(await supervise([aPart('a', events, { start }).part], options)).toBe(1);
    expect(events).toEqual(['a did not stop in order (signal SIGKILL).']);
  });
});

describe('a launcher process', () => {
  beforeAll(prepareLauncher);
  afterAll(removeLauncher);
  const serve = 'ready(); setInterval(() => undefined, 1000);';

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('stops all on %s', async (signal) => {
    const launcher = launch({ first: serve, second: serve });
    await launcher.says('second is ready');
    launcher.kill(signal);
    expect(await launcher.ended).toEqual({
      code: 0,
      signal: null,
      lines: ['first is ready', 'second is ready', 'second stops', 'first stops'],
    });
  });

  it('stops during the start of a part', async () => {
    const launcher = launch({
      first: serve,
      slow: "say('begins'); setInterval(() => undefined, 1000);",
      never: serve,
    });
    await launcher.says('slow begins');
    launcher.kill('SIGTERM');
    expect(await launcher.ended).toMatchObject({
      code: 0,
      lines: ['first is ready', 'slow begins', 'slow stops', 'first stops'],
    });
  });

  it('stops the others when one crashes, and says which', async () => {
    const launcher = launch({ first: serve, second: 'ready(); setImmediate(process.exit, 7);' });
    expect(await launcher.ended).toMatchObject({
      code: 7,
      lines: expect.arrayContaining([
        'second ended by itself (exit code 7).',
        'first stops',
      ]) as string[],
    });
  });

  it('kills a part that does not stop, and says so', async () => {
    const deaf = `process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => say('is deaf')); ${serve}`;
    const launcher = launch({ deaf }, 1);
    await launcher.says('deaf is ready');
    launcher.kill('SIGTERM');
    expect(await launcher.ended).toMatchObject({
      code: 1,
      lines: expect.arrayContaining(['deaf did not stop in order (signal SIGKILL).']) as string[],
    });
  });

  it('takes its parts along when it is killed', async () => {
    const launcher = launch({ first: serve, second: serve });
    await launcher.says('second is ready');
    launcher.kill('SIGKILL');
    expect(await launcher.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });
});
