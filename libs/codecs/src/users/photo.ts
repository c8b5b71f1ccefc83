import { TooManyParts } from '@chat-admin/domain/shared/limits';
import { pictureType } from '@chat-admin/domain/users/picture-type';
import { UnreadableBody } from '../wire/body-faults.js';
import { decodeXml } from '../wire/decode.js';
import { parseXml } from '../wire/xml-parser.js';

export interface Photo {
  readonly bytes: Buffer;
  readonly type: string;
}

const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;
const BINVAL = 'vCard/PHOTO/BINVAL';

/**
 * The picture in a vCard (XEP-0054): its first PHOTO. `null` without one, and for links, what is no
 * base64 and anything but PNG, JPEG, GIF and WebP. Contract: extensions E12, X-6
 */
export async function readPhoto(vcard: string): Promise<Photo | null> {
  const encoded = (await firstPhoto(vcard)).replaceAll(/[ \t\r\n]/g, '');
  if (encoded.length % 4 !== 0 || !BASE64.test(encoded)) return null;
  const bytes = Buffer.from(encoded, 'base64');
  const type = pictureType(bytes);
  return type === null ? null : { bytes, type };
}

/** The text of its BINVAL; empty without one. Chat users may have stored what cannot be read. */
async function firstPhoto(vcard: string): Promise<string> {
  const path: string[] = [];
  const texts: string[] = [];
  let photos = 0;
  let binvals = 0;
  try {
    await parseXml(decodeXml(Buffer.from(vcard)), {
      opened({ local, uri }) {
        path.push(uri === 'vcard-temp' ? local : '');
        if (path.length === 2 && path[1] === 'PHOTO') photos++;
        if (path.join('/') === BINVAL) binvals++;
      },
      text(text) {
        if (photos === 1 && binvals === 1 && path.length === 3 && path[2] === 'BINVAL') {
          texts.push(text);
        }
      },
      closed() {
        path.pop();
      },
    });
  } catch (error) {
    if (error instanceof UnreadableBody || error instanceof TooManyParts) return '';
    throw error;
  }
  return texts.join('');
}
