import { connect } from 'node:net';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { startTemporaryRedis } from './temporary-redis.js';
import type { TemporaryRedis } from './temporary-redis.js';

const suite = await suiteNeeds(describe, 'startTemporaryRedis', ['redis-server']);

/** Sends commands at once and returns everything up to the end of the last answer's line. */
function ask(port: number, commands: string, lines: number): Promise<string[]> {
  return new Promise((resolve, reject) => {
    let text = '';
    const socket = connect(port, '127.0.0.1', () => socket.write(commands));
    socket.setEncoding('utf8').on('data', (more: string) => {
      text += more;
      const found = text.split('\r\n').slice(0, -1);
      if (found.length < lines) return;
      socket.destroy();
      resolve(found);
    });
    socket.once('error', reject);
  });
}

suite('startTemporaryRedis', () => {
  const started: TemporaryRedis[] = [];
  const start = async (...options: Parameters<typeof startTemporaryRedis>) => {
    const server = await startTemporaryRedis(...options);
    started.push(server);
    return server;
  };
  afterEach(async () => {
    for (const server of started.splice(0)) await server.kill();
  });

  it('restarts empty on the same port', async () => {
    const first = await start();
    expect(await ask(first.port, 'SET k v\r\nDBSIZE\r\n', 2)).toEqual(['+OK', ':1']);
    await first.stop();
    await first.stop();
    await expect(ask(first.port, 'PING\r\n', 1)).rejects.toThrow('ECONNREFUSED');
    const second = await start({ port: first.port });
    expect(second.url).toBe(first.url);
    expect(await ask(second.port, 'DBSIZE\r\n', 1)).toEqual([':0']);
  });

  it('requires its password', async () => {
    const { port, url } = await start({ password: 'open sesame' });
    expect(new URL(url).password).toBe('open%20sesame');
    expect((await ask(port, 'PING\r\n', 1))[0]).toMatch(/^-NOAUTH/);
    expect(await ask(port, 'AUTH "open sesame"\r\n', 1)).toEqual(['+OK']);
  });

  it('answers nothing while paused, and can be stopped then', async () => {
    const server = await start();
    server.pause();
    let answered = false;
    const asked = ask(server.port, 'PING\r\n', 1).then(() => (answered = true));
    await new Promise((resolve) => setTimeout(resolve, 200));
    expect(answered).toBe(false);
    server.resume();
    await asked;
    server.pause();
    await server.stop();
  });

  it('reports why it failed to start', async () => {
    const { port } = await start();
    await expect(startTemporaryRedis({ port })).rejects.toThrow(/Address already in use|bind/);
  });
});
