import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { sendJson } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';

const PAGE = new URL('../../../../docs/webhooks.md', import.meta.url);

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ webhookNetworks: ['127.0.0.1'] });
});
afterAll(() => api.stop());

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

it('the receiver of the page takes what is sent, and nothing else', async () => {
  const code = /```js\n(.*?)```/s.exec(readFileSync(PAGE, 'utf8'))![1]!;
  const port = await freePort();
  const url = `http://127.0.0.1:${port}/`;
  const made = await sendJson(api, 'POST', '/webhooks', { url, types: ['group.created'] });
  const { id, secret } = JSON.parse(made.text) as { id: string; secret: string };
  const child = spawn(process.execPath, ['--input-type=module', '-e', code], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const test = async () => {
      const reply = await sendJson(api, 'POST', `/webhooks/${id}/test`);
      return JSON.parse(reply.text) as { status: string; error?: string };
    };
    let first = await test();
    while (first.error === 'connection failed') first = await test();
    expect(first).toMatchObject({ status: 'delivered', responseStatus: 204 });
    await sendJson(api, 'POST', '/groups', { name: 'Crew' });
    for await (const line of createInterface(child.stdout)) {
      if (!line.startsWith('0 ')) {
        expect(line).toMatch(/^\d+ group\.created \/groups\/Crew$/);
        break;
      }
    }
    const forged = await fetch(url, { method: 'POST', body: '{}' });
    expect(forged.status).toBe(401);
  } finally {
    child.kill();
  }
});
