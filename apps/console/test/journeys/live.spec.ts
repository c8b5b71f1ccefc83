import { ADMIN, journeys, Product } from '../support/product';
import type { Console } from '../support/console';
import { startPrefixProxy } from '../support/proxy';

const suite = await journeys('Live');
const CHANGES = 1_000;
const AT_ONCE = 20;
/** Of a visible list, in ten seconds. */
const MOST_READINGS = 3;
const HIDDEN_MS = 5 * 60_000;

suite('What others change', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('ada', 'ben');
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const rename = (username: string, name: string) =>
    product.world.api.done('PUT', `/users/${username}`, { name });
  const readings = ({ requests }: Console) =>
    requests.filter((one) => /\/users\?/.test(one.url())).length;

  it('shows with few requests, however much it is', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    await console.row('ada').waitFor();
    const before = readings(console);
    const began = Date.now();
    let next = 0;
    const work = async () => {
      for (let at = next++; at < CHANGES; at = next++) await rename('ada', `Ada ${at}`);
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
    await rename('ada', 'Ada at last');
    await console.row('Ada at last').waitFor();
    const windows = Math.ceil((Date.now() - began) / 10_000);
    expect(readings(console) - before).toBeLessThanOrEqual(windows * MOST_READINGS);
  });

  it('is not asked for by a tab that is hidden, and shows when it is seen again', async () => {
    const console = await product.open({ as: ADMIN, at: '/users' });
    const { page } = console;
    await console.row('ben').waitFor();
    await page.clock.install();
    const show = (isHidden: boolean) =>
      page.evaluate(`Object.defineProperty(document, 'hidden', { configurable: true, get: () => ${isHidden} });
        document.dispatchEvent(new Event('visibilitychange'))`);
    await show(true);
    const before = console.requests.length;
    await page.clock.runFor(HIDDEN_MS);
    await rename('ben', 'Ben, meanwhile');
    expect(console.requests.slice(before).map((one) => one.url())).toEqual([]);
    await show(false);
    await page.clock.resume();
    await console.row('Ben, meanwhile').waitFor();
  });

  it('is missed by nobody whose stream was cut', async () => {
    const proxy = await startPrefixProxy(product.world.api.url, '/chat');
    const console = await product.open({ as: ADMIN, at: '/users', base: `${proxy.url}/console/` });
    await console.row('ben').waitFor();
    await proxy.close();
    await console.page.getByText(console.text('app.notLive'), { exact: true }).waitFor({
      timeout: 60_000,
    });
    await rename('ben', 'Ben, while it was cut');
    const again = await startPrefixProxy(product.world.api.url, '/chat', proxy.url);
    await console.row('Ben, while it was cut').waitFor({ timeout: 60_000 });
    await console.page
      .getByText(console.text('app.notLive'), { exact: true })
      .waitFor({ state: 'detached', timeout: 60_000 });
    await again.close();
  });
});
