import { hostname } from 'node:os';
import { directoryFile } from '../support/directory';
import { journeys, ADMIN, Product } from '../support/product';
import { addressOf, DECLARED, visits } from '../support/visits';
import type { Samples } from '../support/visits';
import type { ScreenName } from '../../src/shared/screens/paths';
import type { TextKey } from '../../src/shared/texts/texts';
import type { World } from '@chat-admin/prosody-integration/world';
import type { Console } from '../support/console';
import { saidOn, wrongTimes } from '../support/said';
import { LANGUAGES, sameIn, textsIn } from '../support/texts';
import type { Language } from '../support/texts';

const suite = await journeys('Every screen');
const isSoak = process.env['SOAK_SUITES'] === '1';
const HOSTILE = '"><img src=x onerror=window.__xss=1>{{name}}$t(common.close)\u202Egnp';
/** In which times are written: the browser's own form of a language, and simplified Chinese. */
const LOCALES = { en: 'en-GB', de: 'de-DE', es: 'es-ES', zh: 'zh-Hans' } as const;
/** The browser is in Berlin. */
const ZONE = 'Pacific/Kiritimati';

/** What each screen needs. Authority: section 4 of the design of the console. */
const NEEDS: Readonly<Record<ScreenName, readonly string[]>> = {
  overview: ['server:read'],
  sessions: ['sessions:read'],
  messages: ['messages:write'],
  reports: ['reports:read'],
  report: ['reports:read'],
  users: ['users:read'],
  newUser: ['users:write'],
  importUsers: ['users:write', 'jobs:write'],
  user: ['users:read'],
  groups: ['groups:read'],
  newGroup: ['groups:write'],
  group: ['groups:read'],
  directories: ['directories:read'],
  directory: ['directories:read'],
  directoryRun: ['directories:read'],
  rooms: ['rooms:read'],
  newRoom: ['rooms:write'],
  room: ['rooms:read'],
  services: ['rooms:read'],
  settings: ['properties:read'],
  cluster: ['server:read'],
  jobs: ['jobs:read'],
  job: ['jobs:read'],
  audit: ['audit:read'],
  auditEntry: ['audit:read'],
  keys: ['keys:read'],
  newKey: ['keys:write'],
  key: ['keys:read'],
  webhooks: ['webhooks:read'],
  newWebhook: ['webhooks:write', 'events:read'],
  webhook: ['webhooks:read'],
  preferences: [],
  about: [],
};

const ROLES: readonly {
  readonly role: string;
  readonly scopes: readonly string[];
  /** in the navigation, in its order */
  readonly entries: readonly TextKey[];
  /** all that may be opened */
  readonly own: readonly ScreenName[];
  /** of these, what a part of the screen lacks */
  readonly lacking?: Partial<Record<ScreenName, readonly string[]>>;
}[] = [
  {
    role: 'help desk',
    scopes: ['users:read', 'users:write', 'lockouts:write', 'sessions:read', 'sessions:write'],
    entries: ['screens.sessions', 'screens.users'],
    own: ['sessions', 'users', 'newUser', 'user'],
  },
  {
    role: 'moderator',
    scopes: ['rooms:read', 'rooms:write', 'history:read', 'messages:write', 'reports:read'],
    entries: ['screens.messages', 'screens.reports', 'screens.rooms', 'screens.services'],
    own: ['messages', 'reports', 'report', 'rooms', 'newRoom', 'room', 'services'],
    lacking: { report: ['reports:write'] }, // reading alone
  },
  {
    role: 'auditor',
    scopes: ['audit:read', 'jobs:read', 'directories:read'],
    entries: ['screens.directories', 'screens.jobs', 'screens.audit'],
    own: ['directories', 'directory', 'directoryRun', 'jobs', 'job', 'audit', 'auditEntry'],
    // the results of a job have the scope of its type
    lacking: { job: ['users:read'], directoryRun: ['users:read'] },
  },
];

/** What screens show that is in no language; what {@link fill} has made besides. */
const DATA: readonly RegExp[] = [
  /"><img.*gnp/g, // HOSTILE, as text
  /^(POST|PUT|PATCH|DELETE|JOB) .+$/g, // how the audit log calls an act, as it is stored
  /^n o t$/g, // a name that nobody may have
  /^Public Chatrooms$/g, // the description of the service, which anybody may change
  /[\w-]*:(read|write)\b/g, // scopes
  /\bdirectory:main\b/g, // whom the audit log names
  /\b(user|group)\.created\b/g, // kinds of events
  /^prosody [\d.]+$/g, // a chat server, as it names itself
  /\b(https?|ldaps?):\S+/g,
  /^\/[\w/%.-]*$/g, // addresses of the API
  /[\w-]+@[\w.-]+/g, // JIDs
  /\b[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}\b/g, // ids of requests
  /\b(admin|secret|ola|ben|staff|portal|desk|tearoom|conference|example\.org|main)\b/g, // names
  /^(true|false|new|iso|off|OK|Unavailable|when-complete|tombstone)$/g, // values of properties
  /^Mozilla\/.*$/g,
  /\bEurope\/Berlin\b/g,
  /^(English|Deutsch|Español|简体中文)$/g, // languages, by their own names
];

suite('Every screen', () => {
  let product: Product;
  let samples: Samples;
  let directory: Awaited<ReturnType<typeof directoryFile>>;
  const said = new Map<Language, ReadonlyMap<string, readonly string[]>>();
  beforeAll(async () => {
    directory = await directoryFile({});
    product = await Product.start({
      api: { consoleInsecureCookie: true, directoriesFile: directory.file },
    });
    samples = await fill(product);
  });
  afterAll(async () => {
    await product?.stop();
    await directory?.remove();
  });

  /** Axe takes long: unless in `npm run soak:suites`, each screen has it once, and a quarter of them in each theme and width. */
  it.each([
    { language: 'en', theme: 'dark', width: 1440, quarter: 0 },
    { language: 'de', theme: 'light', width: 320, quarter: 1 },
    { language: 'es', theme: 'dark', width: 320, quarter: 2 },
    { language: 'zh', theme: 'light', width: 768, quarter: 3 },
  ] as const)(
    'is without fault ($language, $theme, $width)',
    async ({ language, theme, width, quarter }) => {
      const console = await product.open({ as: ADMIN, language, theme, width, at: '/preferences' });
      await console.field('preferences.zone').fill(ZONE);
      await console.page.getByText(/GMT\+14/).waitFor();
      const faults: Record<string, readonly string[]> = {};
      const titles: string[] = [];
      const texts = new Map<string, readonly string[]>();
      for (const [place, address] of visits(samples).entries()) {
        titles.push(await visit(console, address));
        texts.set(address, await saidOn(console.page));
        const found = [
          ...(await (isSoak || place % 4 === quarter
            ? console.faultsOfAccess()
            : console.faultsOfGeometry())),
          ...(await wrongTimes(console.page, LOCALES[language], ZONE)),
        ];
        if (found.length > 0) faults[address] = found;
      }
      said.set(language, texts);
      expect(faults).toEqual({});
      expect(titles.filter((title) => title === console.text('app.notFound.title'))).toEqual([]);
      expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    },
    300_000,
  );

  it('leaves nothing in English where another language is chosen', () => {
    expect([...said.keys()]).toEqual(LANGUAGES);
    const english = new Set([
      ...[...said.get('en')!.values()].flat(),
      ...Object.values(textsIn('en')),
    ]);
    const left = LANGUAGES.filter((language) => language !== 'en').flatMap((language) => {
      const same = sameIn(language);
      return [...said.get(language)!].flatMap(([address, texts]) =>
        texts
          // titles of the window end with the name of the product
          .map((text) => text.replace(/(^| · )chat-admin$/, ''))
          .filter((text) => english.has(text) && !same.includes(text) && !isData(text))
          .map((text) => `${language} ${address}: ${text}`),
      );
    });
    expect(left).toEqual([]);
  });

  it('is declared', () => {
    expect(DECLARED.toSorted()).toEqual(Object.keys(NEEDS).sort());
  });

  it.each(ROLES)(
    'opens for a $role if it is theirs, and else says what is missing',
    async ({ role, scopes, entries, own, lacking = {} }) => {
      const key = await product.key(role.replace(' ', '-'), ...scopes);
      const console = await product.open({ as: { key } });
      const shown = console.page
        .getByRole('navigation', { name: console.text('app.navigation') })
        .getByRole('listitem');
      await shown.first().waitFor();
      const all = [...entries, 'screens.preferences', 'screens.about'] as const;
      const titles = (await shown.allInnerTexts()).map((text) => text.split('\n')[0]); // then how many wait
      expect(titles).toEqual(all.map((one) => console.text(one)));
      // who may not see the overview begins with the first of their own
      await console.heading(console.text(entries[0]!)).waitFor();

      const mine = new Set<ScreenName>([...own, 'preferences', 'about']);
      const refused: string[] = [];
      console.page.on('response', (answer) => {
        if (answer.status() === 403) refused.push(answer.url());
      });
      const found: Partial<Record<ScreenName, readonly string[]>> = {};
      for (const name of DECLARED.filter((one) => one !== 'overview')) {
        const title = await visit(console, addressOf(samples, name));
        const isOpen = title !== console.text('app.forbidden.title');
        const { page } = console;
        const lacks = page.locator('main :is([role=alert], [role=note])');
        found[name] = isOpen
          ? ['open', ...(await lacks.allInnerTexts()).map(scopeIn)]
          : await page.locator('main code').allInnerTexts();
      }
      expect(refused).toEqual([]);
      expect(found).toEqual(
        Object.fromEntries(
          DECLARED.filter((one) => one !== 'overview').map((name) => [
            name,
            mine.has(name)
              ? ['open', ...(lacking[name] ?? [])]
              : NEEDS[name].filter((one) => !scopes.includes(one)),
          ]),
        ),
      );
    },
  );
});

/** The scope that a refusal names, else all that it says. */
const scopeIn = (text: string): string => /\b\w+:(?:read|write)\b/.exec(text)?.[0] ?? text;

/** Whether a text holds nothing but names, codes and signs. */
function isData(text: string): boolean {
  const left = DATA.reduce((rest, one) => rest.replaceAll(one, ''), text.replace(hostname(), ''));
  return !/\p{L}/u.test(left);
}

/** Opens an address of the same page, and waits until it shows what it has. @returns its heading */
async function visit(console: Console, address: string): Promise<string> {
  const { page, base } = console;
  await page.evaluate(`document.querySelectorAll('main h1, main [role=tabpanel]')
    .forEach((one) => one.setAttribute('data-visited', ''))`);
  await page.goto(`${base}#${address}`);
  await page.waitForSelector('main :is(h1, [role=tabpanel]):not([data-visited])');
  const loading = `main [aria-label="${console.text('common.loading')}"]`;
  await page.waitForSelector(loading, { state: 'detached' });
  return page.locator('main h1').first().innerText();
}

/** Something of each kind, with names that look like markup, or like the syntax of texts. */
async function fill({ world }: Product): Promise<Samples> {
  const { api } = world;
  await world.accounts('ola', 'ben');
  const properties = [{ key: HOSTILE, value: HOSTILE }];
  await api.done('PUT', '/users/ola', { username: 'ola', name: HOSTILE, properties });
  await api.done('POST', '/groups', { name: 'staff', description: HOSTILE });
  await api.done('POST', '/users/ola/groups/staff');
  await api.done('POST', '/chatrooms', {
    ...{ roomName: 'tearoom', naturalName: HOSTILE, description: HOSTILE, subject: HOSTILE },
    ...{ persistent: true, publicRoom: true, logEnabled: true, members: ['ola@example.org'] },
  });
  await api.done('POST', '/system/properties', { key: 'site.banner', value: HOSTILE });
  await world.online('ola', { resource: 'desk' });
  const job = await api.job('users', [{ username: 'n o t' }]);
  const key = await api.done('POST', '/keys', { name: 'portal', scopes: ['users:read'] });
  const webhook = await api.done('POST', '/webhooks', {
    ...{ url: 'https://hooks.example.org/in', types: ['user.created'], description: HOSTILE },
  });
  const report = await api.done('POST', '/reports', {
    ...{ accused: 'tearoom@conference.example.org/ola', kind: 'abuse', text: HOSTILE },
  });
  const run = await directoryRun(world);
  const audit = await api.done('GET', '/logs/security?limit=1');
  const [entry] = audit.json<{ logs: { timestamp: number; logId: number }[] }>().logs;
  return {
    user: {
      params: { name: 'ola' },
      tabs: ['profile', 'card', 'sessions', 'groups', 'rooms', 'contacts', 'activity'],
    },
    directory: { params: { name: 'main' } },
    directoryRun: { params: { name: 'main', id: run } },
    group: { params: { name: 'staff' }, tabs: ['members', 'sharing', 'settings'] },
    room: {
      params: { service: 'conference', name: 'tearoom' },
      tabs: ['settings', 'people', 'occupants', 'history'],
    },
    report: { params: { id: report.json<{ id: string }>().id } },
    job: { params: { id: job } },
    auditEntry: { params: { time: String(entry!.timestamp), id: String(entry!.logId) } },
    key: { params: { id: key.json<{ id: string }>().id } },
    webhook: {
      params: { id: webhook.json<{ id: string }>().id },
      tabs: ['deliveries', 'edit'],
    },
  };
}

/** A dry run that has ended, with a line of each kind. @returns its id */
async function directoryRun(world: World): Promise<string> {
  const message = 'Would lock 812, remove 0, rename 3 of 1000 people: confirm or cancel';
  const [run] = await world.sql<{ id: string }>(
    `insert into directory_run (directory, mode, dry_run, status, created_by, counts, message, finished_at)
     values ('main', 'full', true, 'done', 'directory:main', '{"read": 188, "renamed": 1, "failed": 1}', $1, now())
     returning id::text`,
    [message],
  );
  await world.sql(
    `insert into directory_result (run_id, line, object, outcome, changed, exception, message) values
       ($1, 1, '/users/ola', 'renamed', '{username,name,properties}', null, 'Was ' || $2),
       ($1, 2, '/users/ben', 'failed', '{}', 'UserAlreadyExistsException',
         'A user of this name exists, and is not managed by this directory')`,
    [run!.id, HOSTILE],
  );
  return run!.id;
}
