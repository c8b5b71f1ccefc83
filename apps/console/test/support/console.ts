import type { Browser, BrowserContext, Locator, Page, Request } from 'playwright-core';
import type { TextKey } from '../../src/shared/texts/texts';
import { faultsOfAccess, faultsOfGeometry } from './access';
import { textIn } from './texts';
import type { Language } from './texts';

export interface ConsoleOptions {
  /** signs in first */
  readonly as?: { readonly username: string; readonly password: string } | { readonly key: string };
  /** the address behind `#` */
  readonly at?: string;
  readonly language?: Language;
  readonly theme?: 'light' | 'dark';
  readonly width?: number;
  readonly height?: number;
  /** in front of `/console/`, through a proxy */
  readonly base?: string;
}

/** On a machine with other runs; a test has longer. */
const TIMEOUT_MS = 400_000;

/** Another suite may make links on the machine: what the browser waits for in that moment fails. */
const isCut = (request: Request): boolean =>
  request.failure()?.errorText === 'net::ERR_NETWORK_CHANGED';

type Values = Readonly<Record<string, string | number>>;

/** One tab with the console, operated by what people see: texts in its language, roles, keys. */
export class Console {
  readonly complaints: string[] = [];
  /** of the API, as sent; not those that a change of the machine's links has cut, which are repeated */
  readonly requests: Request[] = [];

  private constructor(
    readonly context: BrowserContext,
    readonly page: Page,
    readonly base: string,
    readonly language: Language,
  ) {}

  static async open(
    browser: Browser,
    url: string,
    {
      language = 'en',
      theme = 'light',
      width = 1440,
      height = 900,
      base,
      as,
      at = '/',
    }: ConsoleOptions,
  ): Promise<Console> {
    const context = await browser.newContext({
      viewport: { width, height },
      colorScheme: theme,
      locale: { en: 'en-GB', de: 'de-DE', es: 'es-ES', zh: 'zh-CN' }[language],
      timezoneId: 'Europe/Berlin',
      acceptDownloads: true,
      reducedMotion: 'reduce',
    });
    context.setDefaultTimeout(TIMEOUT_MS);
    const address = base ?? `${url}/console/`;
    const opened = await Console.inTab(context, address, language, at);
    if (as) await opened.signIn(as);
    return opened;
  }

  private static async inTab(
    context: BrowserContext,
    base: string,
    language: Language,
    at: string,
  ): Promise<Console> {
    const page = await context.newPage();
    const opened = new Console(context, page, base, language);
    opened.watch();
    await page.addInitScript({
      content: `document.addEventListener('securitypolicyviolation', (event) =>
        console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI + ' ' + event.sample))`,
    });
    await opened.load(`${base}#${at}`);
    return opened;
  }

  private async load(address: string): Promise<void> {
    const { page } = this;
    let wasCut = false;
    const note = (request: Request) => {
      wasCut ||= isCut(request);
    };
    page.on('requestfailed', note);
    try {
      do {
        if (wasCut) await page.goto('about:blank');
        wasCut = false;
        await page.goto(address).catch((error: unknown) => {
          if (!wasCut) throw error;
        });
      } while (wasCut);
    } finally {
      page.off('requestfailed', note);
    }
  }

  anotherTab(at: string): Promise<Console> {
    return Console.inTab(this.context, this.base, this.language, at);
  }

  private watch(): void {
    this.page.on('console', (message) => {
      // a refusal is no fault of the page; the browser reports it all the same
      if (message.type() !== 'error' || /Failed to load resource/.test(message.text())) return;
      this.complaints.push(`${this.page.url()}: ${message.text()}`);
    });
    this.page.on('pageerror', (error) =>
      this.complaints.push(`${this.page.url()}: ${error.message}`),
    );
    this.page.on('request', (request) => {
      if (request.url().includes('/plugins/restapi/')) this.requests.push(request);
    });
    this.page.on('requestfailed', (request) => {
      const place = isCut(request) ? this.requests.indexOf(request) : -1;
      if (place >= 0) this.requests.splice(place, 1);
    });
  }

  /** A text of the page. */
  text(key: TextKey, values: Values = {}): string {
    return textIn(this.language, key, values);
  }

  async signIn(as: NonNullable<ConsoleOptions['as']>): Promise<void> {
    if ('key' in as) {
      await this.button('signIn.useKey').click();
      await this.field('signIn.key').fill(as.key);
    } else {
      await this.field('signIn.username').fill(as.username);
      await this.field('signIn.password').fill(as.password);
    }
    await this.button('signIn.signIn').click();
    await this.page.locator('[data-content]').waitFor();
  }

  async go(at: string): Promise<void> {
    await this.page.goto(`${this.base}#${at}`);
  }

  button(key: TextKey, values: Values = {}): Locator {
    return this.page.getByRole('button', { name: this.text(key, values), exact: true });
  }

  field(key: TextKey): Locator {
    return this.page.getByLabel(this.text(key), { exact: true });
  }

  link(key: TextKey): Locator {
    return this.page.getByRole('link', { name: this.text(key), exact: true });
  }

  tab(key: TextKey): Locator {
    return this.page.getByRole('tab', { name: this.text(key), exact: true });
  }

  heading(name: string): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  /** Without what is said at the edge of the window, which has the role too. */
  dialog(): Locator {
    return this.page.getByRole('dialog').and(this.page.locator(':not([aria-modal=false])'));
  }

  /** What is said at the edge of the window. */
  toast(key: TextKey, values: Values = {}): Locator {
    return this.page.getByText(this.text(key, values), { exact: true });
  }

  /** The row of a list that shows a text. */
  row(text: string): Locator {
    return this.page.getByRole('row').filter({ hasText: text });
  }

  /** What axe and geometry find wrong with the page as it is. */
  faultsOfAccess(): Promise<readonly string[]> {
    return faultsOfAccess(this.page);
  }

  faultsOfGeometry(): Promise<readonly string[]> {
    return faultsOfGeometry(this.page);
  }

  async close(): Promise<void> {
    await this.page.close();
  }
}
