import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const COMPILED = fileURLToPath(
  new URL('../../../libs/server/dist/process/run-app.js', import.meta.url),
);

/** @param members of an app, which may call `say` and `signal`. @returns how its process ended, and what was said */
function run(members: string): Promise<readonly [code: number | null, said: string]> {
  const script = `
    import { once } from 'node:events';
    import { runApp } from ${JSON.stringify(COMPILED)};
    const say = (text) => process.stdout.write(text + ' ');
    const signal = (name) => process.kill(process.pid, name);
    const never = new Promise(() => setInterval(() => undefined, 1_000));
    const heard = (name) => (signal(name), once(process, name));
    const log = { info: say, warn: say, error: say, flush: (done) => done() };
    const app = {
      log, firstStart: null, outdated: never, renew: () => say('renewed'),
      close: async () => say('closed'),
    };
    await runApp({
      name: 'It', load: () => ({ drainDelayMs: 0, stopGraceMs: 60_000 }),
      create: async () => app, welcome: () => ['welcome'],
      ...(${members}),
    });`;
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      ['--input-type=module', '--eval', script],
      { env: { PATH: process.env['PATH'] } },
      (_error, said) => resolve([child.exitCode, said.replaceAll('\n', ' ')]),
    );
  });
}

it.each(['SIGTERM', 'SIGINT'])('%s while it is made ends it in order', async (name) => {
  expect(await run(`{ create: () => (signal('${name}'), never) }`)).toEqual([0, '']);
});

it('a signal while it is started closes what is started after that', async () => {
  const listen = `async () => { await heard('SIGTERM'); say('listens'); }`;
  const started = await run(`{ create: async () => ({ ...app, listen: ${listen} }) }`);
  expect(started).toEqual([0, 'listens welcome closed ']);
});

it('a SIGHUP while it is made is heard once it is', async () => {
  const create = `async () => { await heard('SIGHUP'); return { ...app, listen: async () => signal('SIGTERM') }; }`;
  const [code, said] = await run(`{ create: ${create} }`);
  expect(code).toBe(0);
  expect(said).toMatch(/^renewed .*welcome closed $/);
});

it('ends with an error when closing fails', async () => {
  const broken = `{ ...app, listen: async () => signal('SIGTERM'), close: () => Promise.reject(new Error('broken')) }`;
  expect((await run(`{ create: async () => (${broken}) }`))[0]).toBe(1);
});
