/** Pixels of a side: what clients show, and no more than a roster of people can bear. */
const SIDE = 256;
const QUALITY = 0.85;
const TYPE = 'image/jpeg';

/** By content, whatever its name says; never SVG, which holds scripts. */
const BEGINNINGS: readonly (readonly [at: number, bytes: string])[] = [
  [0, '\u0089PNG'],
  [0, '\u00ff\u00d8\u00ff'],
  [0, 'GIF8'],
  [8, 'WEBP'],
];

export class NoPicture extends Error {
  override readonly name = 'NoPicture';
}

/**
 * The middle of a picture, as a square of 256 pixels.
 * @returns JPEG in base64
 * @throws NoPicture
 */
export async function squareOf(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const beginning = String.fromCharCode(...bytes);
  if (!BEGINNINGS.some(([at, text]) => beginning.startsWith(text, at))) throw new NoPicture();
  const picture = await createImageBitmap(file).catch(() => {
    throw new NoPicture();
  });
  const side = Math.min(picture.width, picture.height);
  const canvas = new OffscreenCanvas(SIDE, SIDE);
  const context = canvas.getContext('2d')!;
  // under what is transparent
  context.fillStyle = '#fff';
  context.fillRect(0, 0, SIDE, SIDE);
  const [left, top] = [(picture.width - side) / 2, (picture.height - side) / 2];
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, left, top, side, side, 0, 0, SIDE, SIDE);
  picture.close();
  return base64Of(await canvas.convertToBlob({ type: TYPE, quality: QUALITY }));
}

async function base64Of(blob: Blob): Promise<string> {
  const bytes = new Uint8Array(await blob.arrayBuffer());
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}
