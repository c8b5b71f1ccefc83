import { xml } from '@chat-admin/prosody-integration/stanza';
import { until } from '@chat-admin/debian-programs/until';
import { ADMIN, journeys, Product } from '../support/product';

const suite = await journeys('Cards');
const HOSTILE = '<img src=x onerror=window.__xss=1>{{name}}';
const VCARD = 'vcard-temp';
const KEPT = `<vCard xmlns="${VCARD}"><FN>Ola</FN><TEL><HOME/><NUMBER>1</NUMBER></TEL><X-SEAT>12b</X-SEAT></vCard>`;

suite('The card of a person', () => {
  let product: Product;
  beforeAll(async () => {
    product = await Product.start();
    await product.world.accounts('ola', 'ben');
  });
  afterEach(() => product?.closeConsoles());
  afterAll(() => product?.stop());

  const stored = async (username: string) =>
    (await product.world.api.call('GET', `/users/${username}/vcard`, 'xml')).text;

  it.each([
    ['en', 1440],
    ['de', 320],
  ] as const)('is changed, and keeps what no field shows (%s, %i px)', async (language, width) => {
    await product.world.api.call('PUT', '/users/ola/vcard', 'xml', KEPT);
    const console = await product.open({ as: ADMIN, at: '/users/ola?tab=card', language, width });
    const field = console.field('users.card.fields.fullName');
    await field.waitFor();
    expect(await console.field('users.card.fields.phone').inputValue()).toBe('1');
    await field.fill(HOSTILE);
    await console.field('users.card.fields.organisation').fill('School');
    await console.button('common.save').click();
    await console.toast('form.saved').waitFor();
    expect(await stored('ola')).toBe(
      KEPT.replace('Ola', HOSTILE.replace('<', '&lt;').replace('>', '&gt;')).replace(
        '</vCard>',
        '<ORG><ORGNAME>School</ORGNAME></ORG></vCard>',
      ),
    );
    await console.page.getByText(console.text('users.card.source'), { exact: true }).click();
    await console.page.getByText('<X-SEAT>12b</X-SEAT>').waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    expect(await console.page.evaluate('window.__xss')).toBeUndefined();
    await field.fill('');
    await console.button('common.save').click();
    await until('the name is gone', async () => !(await stored('ola')).includes('<FN>'));
  });

  it('has a picture, which arrives in clients as a square of 256 pixels; an SVG is refused', async () => {
    const client = await product.world.online('ben');
    const console = await product.open({ as: ADMIN, at: '/users/ben?tab=card' });
    await console.page.getByText(console.text('users.card.noPhoto')).waitFor();
    const file = console.page.locator('input[type=file]');
    const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await file.setInputFiles({ name: 'ben.png', mimeType: 'image/png', buffer: svg });
    await console.page.getByText(console.text('users.card.noPicture')).waitFor();
    expect((await product.world.api.call('GET', '/users/ben/vcard', 'xml')).status).toBe(204);

    const big = Buffer.from(String(await console.page.evaluate(NOISE)), 'base64');
    expect(big.length).toBeGreaterThan(5_000_000);
    await file.setInputFiles({ name: 'ben.png', mimeType: 'image/png', buffer: big });
    await console.page.getByRole('img', { name: console.text('users.card.photo') }).waitFor();
    expect(await console.faultsOfAccess()).toEqual([]);
    const answer = await client.get(xml('vCard', { xmlns: VCARD }));
    const photo = answer.getChild('vCard', VCARD)!.getChild('PHOTO')!;
    expect(photo.getChildText('TYPE')).toBe('image/jpeg');
    expect(sizeOfJpeg(Buffer.from(photo.getChildText('BINVAL')!, 'base64'))).toEqual([256, 256]);

    await console.button('users.card.removePhoto').click();
    await console.page.getByText(console.text('users.card.noPhoto')).waitFor();
    expect(await stored('ben')).not.toContain('PHOTO');
    await client.close();
  });
});

/** A PNG that cannot be made smaller, in base64. */
const NOISE = `(async () => {
  const canvas = new OffscreenCanvas(1600, 1200);
  const context = canvas.getContext('2d');
  const pixels = context.createImageData(1600, 1200);
  for (let at = 0; at < pixels.data.length; at += 65536)
    crypto.getRandomValues(pixels.data.subarray(at, at + 65536));
  for (let at = 3; at < pixels.data.length; at += 4) pixels.data[at] = 255;
  context.putImageData(pixels, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/png' });
  const reader = new FileReader();
  await new Promise((resolve) => { reader.onload = resolve; reader.readAsDataURL(blob); });
  return reader.result.split(',')[1];
})()`;

/** From the first frame header (ITU-T T.81, B.2.2). */
function sizeOfJpeg(bytes: Buffer): readonly number[] {
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at);
    if (marker === 0xffc0 || marker === 0xffc2) {
      return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
    }
  }
  return [];
}
