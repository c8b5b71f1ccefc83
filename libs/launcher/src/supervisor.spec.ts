import { launch, prepareLauncher, removeLauncher } from '../test/launcher.js';
import { type Ending, type Part, PartEnded } from './part.js';
import { supervise } from './supervisor.js';

describe('supervise', () => {
  /** A part without a process, which records its events in `events`. */
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
    const restarts = { firstPauseMs: 1, longestPauseMs: 2, healthyMs: 60_000, attempts: 3 };
    return { stop, options: { environment: {}, signal: stop.signal, report, restarts } };
  }

  it('starts in order, passes the environment on, stops in reverse order', async () => {
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

  /** A part that becomes ready each time and ends at once, but stays up from the given start on. */
  function frail(events: string[], stays: number, stop: AbortController) {
    const { part } = aPart('a', events);
    let starts = 0;
    const start: Part['start'] = async (...given) => {
      const running = await part.start(...given);
      starts += 1;
      if (starts < stays) return { ...running, ended: endedBy('SIGKILL') };
      setImmediate(() => stop.abort());
      return running;
    };
    return { ...part, start };
  }
  const endedBy = (signal: NodeJS.Signals) => Promise.resolve<Ending>({ code: null, signal });

  it('restarts a crashed part with its environment, and prints its last words', async () => {
    const events: string[] = [];
    const { stop, options } = supervision(events);
    const parts = [aPart('z', events).part, frail(events, 3, stop)];
    expect(await supervise(parts, options)).toBe(0);
    const crash = ['a ended unexpectedly (signal SIGKILL); restarting it.', 'last words of a'];
    expect(events).toEqual([
      'z starts, given undefined',
      'a starts, given z',
      ...crash,
      'a starts, given z',
      'a is running again.',
      ...crash,
      'a starts, given z',
      'a is running again.',
      'a stops',
      'z stops',
    ]);
  });

  it('stops the others if a part cannot be restarted', async () => {
    const events: string[] = [];
    const { options } = supervision(events);
    const b = aPart('b', events);
    let first = true;
    const start: Part['start'] = (...given) => {
      if (!first) return Promise.reject(new Error('port is taken'));
      first = false;
      return b.part.start(...given);
    };
    b.end({ code: 7, signal: null });
    expect(await supervise([aPart('a', events).part, { ...b.part, start }], options)).toBe(1);
    expect(events.slice(2)).toEqual([
      'b ended unexpectedly (exit code 7); restarting it.',
      'last words of b',
      'b did not restart: port is taken',
      'b did not restart: port is taken',
      'b did not restart: port is taken',
      'a stops',
    ]);
  });

  it('does not restart a part that reports faults of its configuration', async () => {
    const events: string[] = [];
    const [a, b] = [aPart('a', events), aPart('b', events)];
    b.end({ code: 78, signal: null });
    expect(await supervise([a.part, b.part], supervision(events).options)).toBe(78);
    expect(events.slice(2)).toEqual(['a stops']);
  });

  it('stops during the restart of a part', async () => {
    const events: string[] = [];
    const { stop, options } = supervision(events);
    const a = aPart('a', events);
    let first = true;
    const start: Part['start'] = async (environment, signal) => {
      if (first) return ((first = false), a.part.start(environment, signal));
      stop.abort();
      signal.throwIfAborted();
      throw new Error('not reached');
    };
    a.end({ code: 1, signal: null });
    expect(await supervise([{ ...a.part, start }], options)).toBe(0);
    expect(events).not.toContain('a stops');
  });

  it('starts no further parts after a failed one', async () => {
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

  it('continues without an optional part that failed to start', async () => {
    const events: string[] = [];
    const { stop, options } = supervision(events);
    const [a, c] = [aPart('a', events), aPart('c', events)];
    const start = () => Promise.reject(new Error('no database'));
    const { part: b } = aPart('b', events, { start, optional: true });
    const last: Part = {
      ...c.part,
      start: (...given) => {
        stop.abort();
        return c.part.start(...given);
      },
    };
    expect(await supervise([a.part, b, last], options)).toBe(0);
    expect(events).toEqual([
      'a starts, given undefined',
      'Continuing without b, which did not start: no database',
      'c starts, given a',
      ...['c stops', 'a stops'],
    ]);
  });

  it('prints nothing more about faults of a configuration', async () => {
    const events: string[] = [];
    const start = () => Promise.reject(new PartEnded({ code: 78, signal: null }));
    const { part } = aPart('a', events, { start });
    expect(await supervise([part], supervision(events).options)).toBe(78);
    expect(events).toEqual([]);
  });

  it('reports that a part had to be killed', async () => {
    const events: string[] = [];
    const { stop, options } = supervision(events);
    const ended = Promise.resolve<Ending>({ code: null, signal: 'SIGKILL' });
    const start = async () => (stop.abort(), { ended, stop: async () => undefined });
    expect(await supervise([aPart('a', events, { start }).part], options)).toBe(1);
    expect(events).toEqual(['a did not stop cleanly (signal SIGKILL).']);
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
      lines: ['first is ready', 'second is ready', 'second stops', 'first stops', 'Stopped.'],
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
      lines: ['first is ready', 'slow begins', 'slow stops', 'first stops', 'Stopped.'],
    });
  });

  it('restarts a crashed part, and reports which', async () => {
    const once = `
      const { existsSync, writeFileSync } = await import('node:fs');
      const mark = process.argv[1] + '.crashed';
      if (!existsSync(mark)) { writeFileSync(mark, ''); setTimeout(process.exit, 50, 7); }`;
    const launcher = launch({ first: serve, second: `${serve} ${once}` });
    await launcher.says('second is running again.');
    launcher.kill('SIGTERM');
    expect(await launcher.ended).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([
        'second ended unexpectedly (exit code 7); restarting it.',
        'first stops',
      ]) as string[],
    });
  });

  it('stops the others if a restarted part reports faults of its configuration', async () => {
    const launcher = launch({ first: serve, second: 'ready(); setImmediate(process.exit, 78);' });
    expect(await launcher.ended).toMatchObject({ code: 78 });
  });

  it('kills a part that does not stop, and reports it', async () => {
    const deaf = `process.removeAllListeners('SIGTERM'); process.on('SIGTERM', () => say('is deaf')); ${serve}`;
    const launcher = launch({ deaf }, { graceMs: 1 });
    await launcher.says('deaf is ready');
    launcher.kill('SIGTERM');
    expect(await launcher.ended).toMatchObject({
      code: 1,
      lines: expect.arrayContaining(['deaf did not stop cleanly (signal SIGKILL).']) as string[],
    });
  });

  it('terminates its parts when it is killed', async () => {
    const launcher = launch({ first: serve, second: serve });
    await launcher.says('second is ready');
    launcher.kill('SIGKILL');
    expect(await launcher.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });

  const busy = 'for (;;);';
  const stopped = "process.kill(process.pid, 'SIGSTOP');";

  it.each([busy, stopped])('kills a part that stands, and starts it again: %s', async (freeze) => {
    const once = `
      const { existsSync, writeFileSync } = await import('node:fs');
      const mark = process.argv[1] + '.frozen';
      ready();
      if (!existsSync(mark)) { writeFileSync(mark, ''); setTimeout(() => { ${freeze} }, 50); }`;
    const launcher = launch({ part: once }, { standingMs: 3_000 });
    await launcher.says('part is running again.');
    launcher.kill('SIGTERM');
    expect(await launcher.ended).toMatchObject({
      code: 0,
      lines: expect.arrayContaining([
        'part does not react for 3 s; killing it.',
        'part ended unexpectedly (signal SIGKILL); restarting it.',
      ]) as string[],
    });
  });

  it.each([busy, stopped])('ends a frozen part on SIGTERM: %s', async (freeze) => {
    const part = `ready(); setTimeout(() => { say('freezes'); ${freeze} }, 50);`;
    const launcher = launch({ part }, { graceMs: 200 });
    await launcher.says('part freezes');
    launcher.kill('SIGTERM');
    expect(await launcher.ended).toMatchObject({
      code: 1,
      lines: expect.arrayContaining(['part did not stop cleanly (signal SIGKILL).']) as string[],
    });
  });

  // the launcher's pipes are closed once no part has them any more
  it.each([busy, stopped])('leaves no frozen part when it is killed: %s', async (freeze) => {
    const part = `ready(); setTimeout(() => { say('freezes'); ${freeze} }, 50);`;
    const launcher = launch({ part });
    await launcher.says('part freezes');
    launcher.kill('SIGKILL');
    expect(await launcher.ended).toMatchObject({ code: null, signal: 'SIGKILL' });
  });
});
