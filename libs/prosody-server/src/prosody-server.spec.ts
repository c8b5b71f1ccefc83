import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stablePort } from '@chat-admin/processes/stable-port';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { PortUnusable } from './free-ports.js';
import { LuaExpression } from './prosody-options.js';
import { type RunningProsody, type StartOptions, startProsody } from './prosody-server.js';

const suite = await suiteNeeds(describe, 'Prosody as a process', ['prosody']);

/** Without a database: nothing listens there. */
suite('Prosody as a process', () => {
  const directory = mkdtempSync(join(tmpdir(), 'prosody-server-spec-'));
  const started: RunningProsody[] = [];
  afterEach(async () => {
    for (const server of started.splice(0)) await server.kill();
  });
  afterAll(() => rmSync(directory, { recursive: true }));

  const options = async (): Promise<StartOptions> => ({
    domain: 'example.org',
    database: { conninfo: "host='127.0.0.1' port='1' dbname='none'", password: 'the-password' },
    bridgeToken: 'the-token',
    directory,
    clientPort: await stablePort(),
    tlsPort: await stablePort(),
    httpPort: await stablePort(),
  });

  async function start(given: StartOptions): Promise<RunningProsody> {
    const server = await startProsody(given);
    started.push(server);
    return server;
  }

  it('serves once started, and stops cleanly', async () => {
    const server = await start(await options());
    expect(server.version).toMatch(/^0\.12\.\d+$/);
    const headers = { authorization: 'Bearer the-token' };
    expect((await fetch(`${server.url}/bridge/health`, { headers })).status).toBe(200);
    await server.stop();
    expect(await server.ended).toMatchObject({ code: 0, signal: null });
  });

  it('shows no secret to other processes or in its files', async () => {
    const { pid, output } = await start({ ...(await options()), logLevel: 'debug' });
    const seen = [
      readFileSync(`/proc/${pid}/cmdline`, 'utf8'),
      readFileSync(join(directory, 'prosody.cfg.lua'), 'utf8'),
      output(),
    ].join();
    expect(seen).not.toMatch(/the-password|the-token/);
  });

  it('can be killed and restarted', async () => {
    const given = await options();
    const killed = await start(given);
    await killed.kill();
    expect(await killed.ended).toMatchObject({ signal: 'SIGKILL' });
    const again = await start(given);
    expect(again.url).toBe(killed.url);
    expect(again.certificate).toEqual(killed.certificate);
  });

  it.each(['clientPort', 'tlsPort', 'httpPort'] as const)(
    'reports that %s is taken',
    async (name) => {
      const given = await options();
      const other = await listenOn(given[name]!);
      await expect(startProsody(given)).rejects.toThrow(PortUnusable);
      await expect(startProsody(given)).rejects.toThrow(
        new RegExp(
          `^port ${given[name]} of 127\\.0\\.0\\.1, for .*: another process has taken it$`,
        ),
      );
      other.close();
    },
  );

  it('can be aborted', async () => {
    const given = await options();
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(startProsody({ ...given, signal })).rejects.toThrow('enough');
  });

  it('shows the log of a Prosody that ends immediately', async () => {
    const settings = { broken: new LuaExpression('(') };
    await expect(startProsody({ ...(await options()), settings })).rejects.toThrow(
      /ended immediately.*A problem occurred/s,
    );
  });
});

function listenOn(port: number): Promise<Server> {
  return new Promise((resolve) => {
    const server = createServer().listen(port, '127.0.0.1', () => resolve(server));
  });
}
