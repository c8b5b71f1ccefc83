import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import type { LegacyConfig } from '../../src/config.js';
import {
  ADDRESS,
  expectDocument,
  expectReply,
  FORM,
  TestUserService,
} from '../support/user-service.js';

const KIBI = 1024;
const LIST = '<result></result>';
const FORM_TYPE = { 'Content-Type': FORM };

let service: TestUserService;
let bodies: BodyBudget;
const sockets: Socket[] = [];
async function start(overrides: Partial<LegacyConfig> = {}, budgetBytes = 1024 * KIBI) {
  bodies = new BodyBudget(64 * KIBI, budgetBytes);
  service = await TestUserService.start(overrides, { bodies });
}
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy();
  return service.stop();
});

/** Starts to send a form whose rest does not arrive. */
function begin(sent: string, headers: readonly string[] = [], query = ''): Socket {
  const socket = connect(Number(service.url.port), service.url.hostname);
  sockets.push(socket.setEncoding('latin1').on('error', () => undefined));
  const head = [`POST ${ADDRESS}${query} HTTP/1.1`, 'Host: x', `Content-Type: ${FORM}`, ...headers];
  socket.write([...head, `Content-Length: ${64 * KIBI}`, '', sent].join('\r\n'), 'latin1');
  return socket;
}

const answer = (socket: Socket): Promise<string> =>
  new Promise((resolve) => socket.once('data', (text) => resolve(String(text))));

async function untilHeld(bytes: number): Promise<void> {
  while (bodies.heldBytes !== bytes) await new Promise((resolve) => setTimeout(resolve, 5));
}

const padded = (bytes: number): string =>
  `secret=${TEST_SECRET}&type=grouplist&x=`.padEnd(bytes, 'x');

it('a form has at most 64 KiB', async () => {
  await start();
  expectReply(await service.send('POST', ADDRESS, FORM_TYPE, padded(64 * KIBI)), LIST);
  const reply = await service.send('POST', ADDRESS, FORM_TYPE, padded(64 * KIBI + 1));
  expectDocument(reply, 413, 'PayloadTooLargeException', ADDRESS);
});

describe('callers are refused before the form is received', () => {
  it('if the address is not on the list, or the service is disabled', async () => {
    await start();
    await service.setProperty('plugin.userservice.enabled', 'false');
    expect(await answer(begin(''))).toMatch(/<error>UserServiceDisabled<\/error>$/);
    await service.setProperty('plugin.userservice.allowedIPs', '192.0.2.1');
    expect(await answer(begin(''))).toMatch(/<error>RequestNotAuthorised<\/error>$/);
    expect(bodies.heldBytes).toBe(0);
  });

  it('with a wrong secret in the query, or too many failures', async () => {
    await start({ failedLoginLimit: 1 });
    for (const status of [200, 200, 429]) {
      const text = await answer(begin(`secret=${TEST_SECRET}`, [], '?secret=wrong'));
      expect(text).toMatch(
        new RegExp(`^HTTP/1.1 ${status} [^]*<error>RequestNotAuthorised</error>$`),
      );
    }
    expect(await answer(begin(''))).toMatch(/^HTTP\/1\.1 429 /);
    expect(bodies.heldBytes).toBe(0);
  });
});

it('concurrent wrong secrets meet the limit as well', async () => {
  await start({ failedLoginLimit: 2 });
  const rest = (text: string): string => text.padEnd(64 * KIBI, '&');
  const open = Array.from({ length: 6 }, () => begin(''));
  await untilHeld(6 * 16 * KIBI);
  const answers = open.map((socket) => {
    socket.write(rest('secret=wrong'));
    return answer(socket);
  });
  const statuses = (await Promise.all(answers)).map((text) => text.slice(9, 12)).sort();
  expect(statuses).toEqual(['200', '200', '200', '429', '429', '429']);
});

it('unfinished forms of strangers use a share of the budget, and release it', async () => {
  await start({ trustedProxies: ['127.0.0.1'] }, 256 * KIBI);
  const from = (address: string) => [`X-Forwarded-For: ${address}`];
  for (let sent = 0; sent < 60; sent += 1) begin('x='.padEnd(60 * KIBI, 'x'), from('192.0.2.1'));
  await untilHeld(128 * KIBI);
  const headers = { ...FORM_TYPE, 'X-Forwarded-For': '192.0.2.2' };
  expectReply(await service.send('POST', ADDRESS, headers, padded(64 * KIBI)), LIST);
  for (const socket of sockets) socket.destroy();
  await untilHeld(0);
});
