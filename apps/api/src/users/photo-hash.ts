import { createHash } from 'node:crypto';
import { readPhoto } from '@chat-admin/codecs/users/photo';
import type { HashPicture } from '@chat-admin/domain/users/picture-hashes';

/** As clients tell it (XEP-0153), of pictures that are served. */
export const photoHash: HashPicture = async (vcard) => {
  const photo = await readPhoto(vcard);
  return photo && createHash('sha1').update(photo.bytes).digest('hex');
};
