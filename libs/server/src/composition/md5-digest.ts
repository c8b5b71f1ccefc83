import { createHash } from 'node:crypto';
import { TextDigest } from '@chat-admin/domain/muc/affiliations/group-jids';

export class Md5Digest extends TextDigest {
  md5(text: string): string {
    return createHash('md5').update(text).digest('hex');
  }
}
