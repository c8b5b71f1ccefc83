import { createHash } from 'node:crypto';
import { photoBytes } from '@chat-admin/codecs/users/photo';
import type { HashPicture } from '@chat-admin/domain/users/picture-hashes';

/** As clients tell it (XEP-0153), of pictures of any type. */
export const photoHash: HashPicture = async (vcard) => {
  const bytes = await photoBytes(vcard);
  return bytes && createHash('sha1').update(bytes).digest('hex');
};
