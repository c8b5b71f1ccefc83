import { keyDoc } from '@chat-admin/codecs/access/key.doc';
import type { ApiKey } from '@chat-admin/domain/access/api-key';
import { document } from '../http/replies.js';
import type { ReplyWriter } from '../http/replies.js';

/** A key, whose tag does not change by its use. Contract: extensions E2 */
export const keyDocument: ReplyWriter<ApiKey> = {
  ...document(keyDoc),
  settled: (key) => ({ ...key, lastUsed: null, lastAddress: null }),
};
