import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Console, ConsoleOptions } from '../support/console';
import { ADMIN, journeys, Product } from '../support/product';
import { fillWithSchool, PERSON, ROOM, TABLE } from './people';

const suite = await journeys('Pictures');
const KEPT = fileURLToPath(new URL('../../../../docs/pictures', import.meta.url));
/** As sharp as people's screens. */
const SCALE = 2;
const QUALITY = 60;

interface Picture extends Pick<ConsoleOptions, 'at' | 'theme' | 'width' | 'height'> {
  readonly prepare?: (console: Console) => Promise<unknown>;
}

const phone = { width: 390, height: 844 };
const room = `/rooms/conference/${ROOM}`;

const PICTURES: Readonly<Record<string, Picture>> = {
  overview: { at: '/' },
  'users-dark': { at: '/users', theme: 'dark' },
  'users-phone': { at: '/users', ...phone },
  user: { at: `/users/${PERSON}` },
  import: { at: '/import/users', prepare: checkTable },
  room: { at: room },
  occupants: { at: `${room}?tab=occupants` },
  history: { at: `${room}?tab=history` },
  sessions: { at: '/sessions' },
  settings: { at: '/settings' },
  audit: { at: '/audit' },
};

suite('Pictures of a school', () => {
  let product: Product;
  let folder: string;
  beforeAll(async () => {
    folder = process.env['PICTURES'] ? KEPT : await mkdtemp(join(tmpdir(), 'pictures-'));
    await mkdir(folder, { recursive: true });
    product = await Product.start();
    await fillWithSchool(product);
  });
  afterAll(async () => {
    await product?.stop();
    if (folder !== KEPT) await rm(folder, { recursive: true });
  });

  it.each(Object.entries(PICTURES))('%s', async (name, { prepare, ...where }) => {
    const console = await product.open({ as: ADMIN, ...where });
    const loading = `main [aria-label="${console.text('common.loading')}"]`;
    await console.page.locator('main h1').waitFor();
    await prepare?.(console);
    await console.page.waitForSelector(loading, { state: 'detached' });
    const bytes = await taken(console, where);
    expect(bytes.subarray(8, 12).toString()).toBe('WEBP');
    await writeFile(join(folder, `${name}.webp`), bytes);
    await product.closeConsoles();
  });

  it('are those that are kept', async () => {
    const names = Object.keys(PICTURES).map((name) => `${name}.webp`);
    expect((await readdir(KEPT)).sort()).toEqual(names.sort());
    expect((await readdir(folder)).sort()).toEqual(names.sort());
  });
});

async function taken({ page }: Console, { width = 1440, height = 900 }: Picture): Promise<Buffer> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setDeviceMetricsOverride', {
    ...{ width, height, deviceScaleFactor: SCALE, mobile: false },
  });
  await page.evaluate('document.fonts.ready');
  const { data } = await devtools.send('Page.captureScreenshot', {
    ...{ format: 'webp', quality: QUALITY },
  });
  return Buffer.from(data, 'base64');
}

async function checkTable(console: Console): Promise<void> {
  await console.page.locator('input[type=file]').setInputFiles({
    ...{ name: 'class-5c.csv', mimeType: 'text/csv', buffer: Buffer.from(TABLE) },
  });
  await console.page.getByRole('cell', { name: 'Díaz' }).waitFor();
  await console.button('import.next').click();
  await console.page.getByRole('combobox').first().waitFor();
  await console.button('import.next').click();
  await console.page.getByRole('listitem').first().waitFor();
}
