import { gunzipSync } from 'node:zlib';
import { ensureInstalled } from '@chat-admin/debian-programs/ensure-installed';
import { suiteNeeds } from '@chat-admin/debian-programs/suite-needs';
import { ERROR_CODES } from '@chat-admin/codecs/errors/error-answers';
import { chromium } from 'playwright-core';
import type { Browser, Page } from 'playwright-core';
import { makeKey } from '../support/keys.js';
import { TestApi } from '../support/test-api.js';
import { TEST_SECRET } from '../support/test-config.js';
import { API_ROOT } from '../../src/http/api-root.js';
import { USER_SERVICE_PATHS } from '../../src/openapi/user-service.js';

/** On a machine that others use; a test has twice as long. */
const TIMEOUT_MS = 400_000;

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; " +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** What receivers of webhooks answer is always shown. */
const DELIVERY = 'operations-webhooks-receiveEvent';

interface DescribedOperation {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly tags?: readonly string[];
  readonly 'x-scope'?: readonly string[];
}

let api: TestApi;
beforeAll(async () => {
  api = await TestApi.start({ failedLoginLimit: 0, consoleInsecureCookie: true });
});
afterAll(() => api.stop());

const get = (path: string, headers = {}) => api.send('GET', path, { authorization: null, headers });

it('is served without credentials, under its policy', async () => {
  const page = await get('/docs/', { Accept: 'application/json' });
  expect(page.status).toBe(200);
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
    'x-content-type-options': 'nosniff',
  });
  const names = [...page.text.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, name]) => name!);
  expect(names).toHaveLength(4);
  for (const name of names) {
    const file = await get(`/docs/${name}`);
    expect([name, file.status]).toEqual([name, 200]);
    expect(file.headers['content-security-policy']).toBe(POLICY);
    expect(file.headers['cache-control']).toBe('no-store');
  }
});

it('explains each error where the type of a problem leads', async () => {
  const problem = await get('/users', { Accept: 'application/problem+json' });
  expect(problem.status).toBe(401);
  const { type, code } = JSON.parse(problem.text) as { readonly type: string; code: string };
  expect([type, code]).toEqual([
    `${API_ROOT}/docs/errors#authentication-failed`,
    'authentication-failed',
  ]);
  const page = await get('/docs/errors');
  expect(page.headers).toMatchObject({
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy': POLICY,
  });
  const ids = [...page.text.matchAll(/<section id="([^"]+)">/g)].map(([, id]) => id);
  expect(ids).toEqual(ERROR_CODES);
  for (const [, name] of page.text.matchAll(/(?:src|href)="([^"#]+)"/g)) {
    const { pathname } = new URL(name!, 'http://localhost/docs/errors');
    expect((await get(pathname)).status).toBe(200);
  }
});

it('is at the address with a slash, whatever is in front of it', async () => {
  const { status, headers } = await get('/docs');
  expect([status, headers['location']]).toEqual([308, 'docs/']);
});

it('is compressed for those who accept that', async () => {
  const plain = await get('/docs/docs.js');
  const zipped = await get('/docs/docs.js', { 'Accept-Encoding': 'gzip' });
  expect(zipped.headers).toMatchObject({ 'content-encoding': 'gzip', vary: 'Accept-Encoding' });
  expect(gunzipSync(zipped.bytes).toString()).toBe(plain.text);
});

it.each(['other.js', 'index.html', 'package.json', '__proto__', '..%2Findex.html', 'a/b'])(
  'has no file %s',
  async (name) => {
    expect((await api.send('GET', `/docs/${name}`)).status).toBe(404);
  },
);

it('is nothing to be changed', async () => {
  expect((await api.send('POST', '/docs')).status).toBe(405);
  expect((await api.send('OPTIONS', '/docs')).headers['allow']).toBe('GET, HEAD, OPTIONS');
});

it('is not there where it is switched off', async () => {
  const other = await TestApi.start({ docs: false });
  try {
    for (const path of ['/docs', '/docs/', '/docs/docs.js', '/docs/errors']) {
      const headers = { Accept: 'application/problem+json' };
      const answer = await other.send('GET', path, { authorization: null, headers });
      expect(answer.status).toBe(404);
      expect(JSON.parse(answer.text)).toMatchObject({
        type: 'urn:chat-admin:error:resource-not-found',
      });
    }
  } finally {
    await other.stop();
  }
});

const suite = await suiteNeeds(describe, 'the documentation page in a browser', [
  'chromium-headless-shell',
]);

suite('In a browser', () => {
  let browser: Browser;
  let page: Page;
  let operations: readonly { readonly id: string; readonly text: string }[];
  let complaints: string[];
  beforeAll(async () => {
    const executablePath = await ensureInstalled('chromium-headless-shell');
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] });
    const { paths } = JSON.parse((await api.call('GET', '/openapi.json', 'json')).text) as {
      readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
    };
    operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(
        ([method, { operationId, summary, description, tags, ...rest }]) => {
          const texts = [
            method,
            path,
            operationId,
            summary,
            description,
            ...(rest['x-scope'] ?? []),
          ];
          return {
            id: `operations-${tags?.[0]}-${operationId}`,
            text: texts.join(' ').toLowerCase(),
          };
        },
      ),
    );
  });
  afterAll(() => browser.close());
  beforeEach(async () => {
    page = await browser.newPage();
    page.setDefaultTimeout(TIMEOUT_MS);
    complaints = [];
    await page.addInitScript({
      content: `document.addEventListener('securitypolicyviolation', (event) =>
        console.error('policy: ' + event.violatedDirective + ' ' + event.blockedURI))`,
    });
    page.on('console', (message) => {
      if (/policy/i.test(message.text())) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(new URL('/plugins/restapi/v1/docs', api.baseUrl).href);
  });
  afterEach(async () => {
    await page.close();
    expect(complaints).toEqual([]);
  });

  const enter = async (secret: string) => {
    await page.fill('#secret', secret);
    await page.click('button[type=submit]');
  };

  /** By half a window, each time until it is drawn, to the end and back. */
  const SCROLL = `(async () => {
    const shown = new Set();
    for (let before = -1; window.scrollY !== before;) {
      for (const { id } of document.querySelectorAll('.opblock')) shown.add(id);
      before = window.scrollY;
      window.scrollBy(0, window.innerHeight / 2);
      for (let frame = 0; frame < 3; frame += 1) await new Promise(requestAnimationFrame);
    }
    window.scrollTo(0, 0);
    return [...shown];
  })()`;

  /** Ids of the operations: of so many the page holds only those in sight. */
  const shownWhileScrolling = async () => new Set(await page.evaluate<readonly string[]>(SCROLL));

  it('refuses wrong credentials and says so', async () => {
    await enter('wrong');
    await page.waitForSelector('#refusal:text("not accepted")');
    expect(await page.locator('.opblock').count()).toBe(0);
  });

  /** Shows what has each word, and nothing else. @returns its ids */
  const search = async (phrase: string) => {
    const words = phrase.toLowerCase().split(' ');
    const found = operations
      .filter(({ text }) => words.every((word) => text.includes(word)))
      .map(({ id }) => id);
    expect(found).not.toEqual([]);
    await page.fill('.operation-filter-input', phrase);
    await page
      .locator('.opblock >> nth=0')
      .and(page.locator(`#${found[0]}`))
      .waitFor();
    const others = page.locator(`.opblock >> nth=${found.length + 1}`); // receivers' is always there
    await others.waitFor({ state: 'detached' });
    return found;
  };

  /** Sends an operation with the parameters and the media type given. @returns the status of the answer */
  const tryOut = async (
    operation: string,
    parameters: Readonly<Record<string, string>> = {},
    mediaType?: string,
  ) => {
    await search(operation.slice(operation.indexOf('-') + 1));
    const block = page.locator(`#operations-${operation}`);
    await block.locator('button.opblock-summary-control').click();
    await block.getByRole('button', { name: 'Try it out' }).click();
    for (const [name, value] of Object.entries(parameters)) {
      const row = block.locator(`tr[data-param-name="${name}"]`);
      const words = row.locator('select');
      if ((await words.count()) > 0) await words.selectOption(value);
      else await row.locator('input').fill(value);
    }
    if (mediaType !== undefined) {
      await block.getByLabel('Request content type').selectOption(mediaType);
    }
    await block.locator('button.execute').click();
    const status = block.locator('.live-responses-table .response-col_status').last();
    await status.waitFor();
    const shown = await status.innerText();
    for (const name of ['Clear', 'Cancel']) await block.getByRole('button', { name }).click();
    await block.locator('button.opblock-summary-control').click();
    return shown.trim().split(/\s/)[0];
  };

  it('shows every operation, and sends one', async () => {
    await enter(TEST_SECRET);
    await page.waitForSelector('.opblock');
    const { webhooks } = JSON.parse((await api.call('GET', '/openapi.json', 'json')).text) as {
      readonly webhooks: Readonly<Record<string, object>>;
    };
    const described = [
      ...api.app.routes.described(),
      ...Object.keys(USER_SERVICE_PATHS['/userservice']),
      ...Object.keys(webhooks),
    ];
    expect((await shownWhileScrolling()).size).toBe(described.length);
    expect(await tryOut('users-listUsers')).toBe('200');
  });

  it.each(['/lockouts', 'groups:write', 'vcard delete'])('finds %s', async (phrase) => {
    await enter(TEST_SECRET);
    await page.waitForSelector('.opblock');
    const found = await search(phrase);
    expect([...(await shownWhileScrolling())].sort()).toEqual([...found, DELIVERY].sort());
  });

  it('sends its examples as they stand: creations, a refusal, a patch with a tag, a job', async () => {
    await enter(TEST_SECRET);
    await page.waitForSelector('.opblock');
    const types = new Set<string | undefined>();
    page.on('response', (answer) => types.add(answer.headers()['content-type']));
    expect(await tryOut('users-createUser')).toBe('201');
    expect(await tryOut('users-createUser', {}, 'application/xml')).toBe('409');
    const { users } = JSON.parse((await api.call('GET', '/users', 'json')).text) as {
      readonly users: readonly { readonly username: string }[];
    };
    const [{ username }] = users as [{ username: string }];
    const { headers } = await api.call('GET', `/users/${username}`, 'json');
    const parameters = { username, 'If-Match': headers['etag'] as string };
    expect(await tryOut('users-patchUser', parameters)).toBe('200');
    expect(await tryOut('users-patchUser', parameters)).toBe('412');
    expect(await tryOut('users-replaceVcard', { username }, 'application/xml')).toBe('200');
    expect(await tryOut('jobs-createJob', { type: 'users' })).toBe('202');
    expect(types).toEqual(new Set([undefined, 'application/json']));
  });

  it('sends what a key may', async () => {
    const { token } = await makeKey(api, ['users:read']);
    await enter(token);
    await page.waitForSelector('.opblock');
    expect(await tryOut('users-listUsers')).toBe('200');
  });

  it('asks nothing of who has a session, and sends changes as well', async () => {
    const begun = await page.evaluate(
      `fetch('../session', { method: 'POST', headers: { Authorization: '${TEST_SECRET}' } }).then(({ status }) => status)`,
    );
    expect(begun).toBe(201);
    await page.reload();
    await page.waitForSelector('.opblock');
    expect(await page.locator('#access').isHidden()).toBe(true);
    expect(await tryOut('users-deleteUser', { username: 'nobody' })).toBe('404');
  });
});
