import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { TEST_SECRET } from '@chat-admin/persistence/testing/test-database';
import { BodyBudget } from '@chat-admin/server/edge/body-budget';
import { strangersBudget } from '@chat-admin/server/edge/strangers-budget';
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
let strangers: BodyBudget;
const sockets: Socket[] = [];
async function start(overrides: Partial<LegacyConfig> = {}, stallMs = 600_000) {
  bodies = new BodyBudget(64 * KIBI, { totalBytes: 256 * KIBI, stallMs });
  strangers = strangersBudget(64 * KIBI, { totalBytes: 1024 * KIBI, stallMs });
  service = await TestUserService.start(overrides, { bodies, strangers });
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

async function untilHeld(bytes: number, budget: BodyBudget): Promise<void> {
  while (budget.heldBytes !== bytes) await new Promise((resolve) => setTimeout(resolve, 5));
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
    expect(bodies.heldBytes + strangers.heldBytes).toBe(0);
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
    expect(bodies.heldBytes + strangers.heldBytes).toBe(0);
  });
});

it('concurrent wrong secrets meet the limit as well', async () => {
  await start({ failedLoginLimit: 2 });
  const rest = (text: string): string => `&${text}`.padEnd(64 * KIBI - 1, '&');
  const open = Array.from({ length: 6 }, () => begin('x'));
  await untilHeld(6, strangers);
  const answers = open.map((socket) => {
    socket.write(rest('secret=wrong'));
    return answer(socket);
  });
  const statuses = (await Promise.all(answers)).map((text) => text.slice(9, 12)).sort();
  expect(statuses).toEqual(['200', '200', '200', '429', '429', '429']);
});

it('unfinished forms of strangers hold nothing of what those with a secret have', async () => {
  await start({ trustedProxies: ['127.0.0.1'] });
  const from = (address: string) => [`X-Forwarded-For: ${address}`];
  for (let address = 1; address <= 17; address += 1) {
    begin('x='.padEnd(60 * KIBI, 'x'), from(`192.0.2.${address}`));
    await untilHeld(address * 60 * KIBI, strangers);
  }
  expect(bodies.heldBytes).toBe(0);
  const form = padded(64 * KIBI);
  const refused = await service.send('POST', ADDRESS, FORM_TYPE, form);
  expectDocument(refused, 503, 'ServiceUnavailableException', ADDRESS);
  expect(refused.headers['retry-after']).toBe('1');
  expectReply(
    await service.send('POST', `${ADDRESS}?secret=${TEST_SECRET}`, FORM_TYPE, form),
    LIST,
  );
  for (const socket of sockets) socket.destroy();
  await untilHeld(0, strangers);
  expectReply(await service.send('POST', ADDRESS, FORM_TYPE, form), LIST);
});

it('unfinished forms of many addresses keep out no small one', async () => {
  await start({ trustedProxies: ['127.0.0.1'] });
  const from = (address: number) => [`X-Forwarded-For: 192.0.2.${address}`];
  for (let address = 1; address <= 17; address += 1) {
    begin('x='.padEnd(60 * KIBI, 'x'), from(address));
    await untilHeld(address * 60 * KIBI, strangers);
  }
  for (let address = 1; address <= 100; address += 1) begin('x'.repeat(4 * KIBI), from(address));
  await untilHeld((17 * 60 + 100 * 4) * KIBI, strangers);
  const form = padded(4 * KIBI);
  expectReply(await service.send('POST', ADDRESS, FORM_TYPE, form), LIST);
  const wrong = await service.send('POST', ADDRESS, FORM_TYPE, form.replace(/=[^&]+/, '=wrong'));
  expect([wrong.status, wrong.text]).toEqual([
    200,
    expect.stringContaining('RequestNotAuthorised'),
  ]);
  const large = await service.send('POST', ADDRESS, FORM_TYPE, padded(4 * KIBI + 1));
  expectDocument(large, 503, 'ServiceUnavailableException', ADDRESS);
});

it('a form that brings nothing any longer is ended with 408', async () => {
  await start({}, 20);
  for (const query of ['', `?secret=${TEST_SECRET}`]) {
    expect(await answer(begin('x', [], query))).toMatch(
      /^HTTP\/1\.1 408 [^]*<exception>RequestTimeoutException</,
    );
  }
});
