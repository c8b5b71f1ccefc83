import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { until } from '@chat-admin/debian-programs/until';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Webhooks');

suite('Webhooks', () => {
  let product: Product;
  let answer = 204;
  /** ids of what came, in its order */
  const received: string[] = [];
  const receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume().on('end', () => response.writeHead(answer).end());
  });
  beforeAll(async () => {
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
    product = await Product.start({ api: { webhookNetworks: ['127.0.0.1'] } });
  });
  afterEach(() => product?.closeConsoles());
  afterAll(async () => {
    await product?.stop();
    receiver.closeAllConnections();
    receiver.close();
  });

  it('are tested, which shows the status of the answer, and replayed with the same ids', async () => {
    const url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const made = await product.world.api.done('POST', '/webhooks', { url, types: ['group.*'] });
    const { id } = made.json<{ id: string }>();
    const console = await product.open({ as: ADMIN, at: `/webhooks/${id}` });
    await console.button('webhooks.test').click();
    await console.toast('webhooks.testFine', { answer: '204' }).waitFor();
    answer = 418;
    await console.button('webhooks.test').click();
    await console.toast('webhooks.testFailed', { answer: '418' }).first().waitFor();
    answer = 204;

    received.length = 0;
    await product.world.api.done('POST', '/groups', { name: 'Crew' });
    await until('the event has come', () => Promise.resolve(received.length === 1));
    const deliveries = await until('its delivery is kept', async () => {
      const reply = await product.world.api.done('GET', `/webhooks/${id}/deliveries`);
      const all = reply.json<{ deliveries: { event?: string; type: string; status: string }[] }>();
      const found = all.deliveries.find(({ type }) => type === 'group.created');
      return found?.status === 'delivered' ? found : null;
    });
    await console.button('webhooks.replay').click();
    const dialog = console.dialog();
    const replay = dialog.getByRole('button', { name: console.text('webhooks.replay') });
    const after = dialog.getByLabel(console.text('webhooks.replayAfter'));
    const refused = dialog.getByText(console.text('errors.status503'));
    await console.page.route(/\/replay\?/, (route) => route.fulfill({ status: 503 }));
    await after.fill('1');
    await replay.click();
    await refused.waitFor();
    await console.page.unroute(/\/replay\?/);
    await dialog.getByRole('button', { name: console.text('common.cancel') }).click();
    await console.button('webhooks.replay').click();
    expect(await after.inputValue()).toBe('');
    expect(await refused.count()).toBe(0);
    await after.fill(String(BigInt(deliveries.event!) - 1n));
    expect(await console.faultsOfAccess()).toEqual([]);
    await replay.click();
    await console.toast('webhooks.replayed').waitFor();
    await until('it has come again', () => Promise.resolve(received.length === 2));
    expect(received[1]).toBe(received[0]);
    expect(received[0]).not.toBe('undefined');

    answer = 418;
    await product.world.api.done('DELETE', '/groups/Crew');
    await until('an attempt has failed', async () => {
      const reply = await product.world.api.done('GET', `/webhooks/${id}`);
      return reply.json<{ lastFailure?: string }>().lastFailure !== undefined;
    });
    const list = await product.open({ as: ADMIN, at: '/webhooks' });
    await list.page.getByText(list.text('webhooks.failing'), { exact: true }).waitFor();
  });
});
