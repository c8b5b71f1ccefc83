import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { passwordOf, World } from '@chat-admin/prosody-integration/world';
import type { WorldOptions } from '@chat-admin/prosody-integration/world';
import { chromium } from 'playwright-core';
import type { Browser } from 'playwright-core';
import { Console } from './console';
import type { ConsoleOptions } from './console';

/** Unless the service is told otherwise, this name administers. */
export const ADMIN = { username: 'admin', password: passwordOf('admin') } as const;

/** The real product with a browser: built files, API, PostgreSQL, Prosody. People at stock clients come from `world`. */
export class Product {
  private readonly consoles: Console[] = [];

  private constructor(
    readonly world: World,
    private readonly browser: Browser,
  ) {}

  static async start(options: WorldOptions = {}): Promise<Product> {
    const executablePath = await ensureInstalled('chromium-headless-shell');
    const world = await World.start(options);
    try {
      await world.accounts(ADMIN.username);
      const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
      return new Product(world, browser);
    } catch (error) {
      await world.stop();
      throw error;
    }
  }

  /** @throws what pages have complained about: violations of the policy, errors of scripts and in their console */
  async stop(): Promise<void> {
    const complaints = this.consoles.flatMap((one) => one.complaints);
    await this.browser.close();
    await this.world.stop();
    if (complaints.length > 0) throw new Error(`Pages complained:\n${complaints.join('\n')}`);
  }

  /** A browser of its own, at the sign-in or, with `as`, signed in and at `at`. */
  async open(options: ConsoleOptions = {}): Promise<Console> {
    const opened = await Console.open(this.browser, this.world.api.url, options);
    this.consoles.push(opened);
    return opened;
  }

  /** Closes what was opened, since a person may have ten streams of events. */
  async closeConsoles(): Promise<void> {
    for (const context of this.browser.contexts()) await context.close();
  }

  /** One more tab of the same browser. */
  async openTab(of: Console, at = '/'): Promise<Console> {
    const opened = await of.anotherTab(at);
    this.consoles.push(opened);
    return opened;
  }

  /** A key that has these scopes only. @returns its token */
  async key(name: string, ...scopes: readonly string[]): Promise<string> {
    const reply = await this.world.api.done('POST', '/keys', { name, scopes });
    return reply.json<{ token: string }>().token;
  }
}

/** A suite that needs the product and a browser; skipped with a loud word where they cannot be had. */
export const journeys = (title: string, ...more: readonly 'slapd'[]): Promise<jest.Describe> =>
  suiteNeeds(describe, title, [
    ...(['prosody', 'chromium-headless-shell', ...more] as const),
  ]) as Promise<jest.Describe>;
