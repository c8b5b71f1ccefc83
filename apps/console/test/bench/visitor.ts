import type { Browser, BrowserContext, CDPSession, Page } from 'playwright-core';
import { textIn } from '../support/texts';

const MEGABIT = 1_000_000 / 8;
const CPU_SLOWDOWN = 4;
const NETWORK = {
  ...{ offline: false, latency: 40 },
  ...{ downloadThroughput: 10 * MEGABIT, uploadThroughput: 10 * MEGABIT },
};
const TIMEOUT_MS = 120_000;

type State = Awaited<ReturnType<BrowserContext['storageState']>>;

/** Somebody at a slow machine behind a slow line; each visit begins without anything in the cache. Times in milliseconds. */
export class Visitor {
  private readonly address: string;
  /** the smallest thing that the service has for a browser */
  private readonly blankPage: string;

  /** @param state of a browser that is signed in */
  constructor(
    private readonly browser: Browser,
    url: string,
    private readonly state: State,
  ) {
    this.address = `${url}/console/`;
    this.blankPage = `${url}/console/icon.svg`;
  }

  blank(): Promise<number> {
    return this.visit(null, ({ page }) => took(() => page.goto(this.blankPage)));
  }

  /** @param path below the API root, asked from a blank page */
  call(path: string): Promise<number> {
    return this.visit(this.state, async ({ page }) => {
      await page.goto(this.blankPage);
      const address = `/plugins/restapi/v1${path}`;
      const ask = `fetch('${address}', { headers: { Accept: 'application/json', 'X-Requested-With': 'bench' } })
        .then((reply) => reply.ok ? reply.text() : Promise.reject(new Error(String(reply.status))))`;
      return took(() => page.evaluate(ask));
    });
  }

  signIn(): Promise<number> {
    return this.visit(null, ({ page }) =>
      took(async () => {
        await page.goto(this.address);
        await page.getByLabel(textIn('en', 'signIn.username'), { exact: true }).waitFor();
      }),
    );
  }

  /**
   * Measured in the page: asking it takes a tenth of a second at this speed, finding a field by its role more.
   * @param first what the first row shows
   * @param sought typed into the search once that is there
   * @returns until the first row, and from typing until what was sought is there
   */
  listAndSearch(at: string, first: string, sought = first): Promise<readonly [number, number]> {
    return this.visit(this.state, async ({ page }) => {
      await page.addInitScript({ content: `${seesRow}; window.opened = seesRow('${first}')` });
      await page.goto(`${this.address}#${at}`);
      const opened = Number(await page.evaluate('opened'));
      if (sought === first) return [opened, 0];
      await page.getByRole('searchbox').focus();
      await page.evaluate(`addEventListener('input', () => {
        const began = performance.now();
        window.searched = seesRow('${sought}').then((seen) => seen - began);
      }, { capture: true, once: true })`);
      await page.keyboard.insertText(sought);
      return [opened, Number(await page.evaluate('searched'))];
    });
  }

  /** The longest task of the main thread, also where none is long. */
  longestTaskOfBlank(): Promise<number> {
    return this.visit(null, async ({ page }) => {
      await page.goto(this.blankPage);
      return longestTask(page);
    });
  }

  /** Scrolls until so many rows are loaded. @returns with the bytes of the heap at each of the numbers */
  scroll(
    at: string,
    numbers: readonly number[],
  ): Promise<{ readonly longestTask: number; readonly heaps: readonly number[] }> {
    return this.visit(this.state, async ({ page, devtools }) => {
      await page.goto(`${this.address}#${at}`);
      await page.locator('[data-grid]').getByRole('row').nth(1).waitFor();
      const heaps: number[] = [];
      let longest = 0;
      for (const number of numbers) {
        const began = Number(await page.evaluate('performance.now()'));
        while ((await loadedRows(page)) < number) {
          const before = await loadedRows(page);
          await page.evaluate(toEnd);
          await page.waitForFunction(`(${rowsIn}) > ${before}`);
        }
        longest = Math.max(longest, await longestTask(page, began)); // without the collection below
        await devtools.send('HeapProfiler.collectGarbage');
        const { usedSize } = await devtools.send('Runtime.getHeapUsage');
        heaps.push(usedSize);
      }
      return { longestTask: longest, heaps };
    });
  }

  private async visit<T>(
    state: State | null,
    act: (slow: { readonly page: Page; readonly devtools: CDPSession }) => Promise<T>,
  ): Promise<T> {
    const context = await this.browser.newContext({
      ...{ locale: 'en-GB', viewport: { width: 1440, height: 900 } },
      // the policy of a picture lets it ask nothing
      bypassCSP: true,
      ...(state === null ? {} : { storageState: state }),
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    try {
      const page = await context.newPage();
      const devtools = await context.newCDPSession(page);
      await devtools.send('Network.enable');
      await devtools.send('Network.emulateNetworkConditions', NETWORK);
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWDOWN });
      await page.addInitScript({
        content: `{
          const tasks = [];
          const observer = new PerformanceObserver((list) => tasks.push(...list.getEntries()));
          observer.observe({ type: 'longtask', buffered: true });
          window.longestTask = (since) => {
            tasks.push(...observer.takeRecords());
            return Math.max(0, ...tasks.filter((one) => one.startTime >= since).map((one) => one.duration));
          };
        }`,
      });
      return await act({ page, devtools });
    } finally {
      await context.close();
    }
  }
}

/** Resolves to the milliseconds since the navigation when a row with the text is there; looked at in each frame. */
const seesRow = `window.seesRow = (text) => new Promise((resolve) => {
  const look = () => {
    const rows = [...document.querySelectorAll('[data-grid] [role=row]')];
    if (rows.some((row) => row.textContent.includes(text))) resolve(performance.now());
    else requestAnimationFrame(look);
  };
  look();
})`;

/** The foot of a list names how many rows are loaded. */
const rowsIn = `Number(document.querySelector('main footer [role=status]').textContent.replace(/\\D/g, ''))`;
const toEnd = `document.querySelector('[data-grid]').scrollTo(0, Number.MAX_SAFE_INTEGER)`;
const loadedRows = (page: Page): Promise<number> => page.evaluate(rowsIn);

/**
 * Tasks below 50 ms are not told.
 * @param since by the page's clock: those that began before do not count
 */
const longestTask = (page: Page, since = 0): Promise<number> =>
  page.evaluate(`longestTask(${since})`);

async function took(act: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await act();
  return performance.now() - start;
}
