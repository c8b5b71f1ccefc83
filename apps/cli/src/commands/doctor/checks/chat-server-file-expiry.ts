import { ok, warning } from '../check.js';
import type { Check, Finding } from '../check.js';
import { Skipped } from '../skipped.js';

/** Whether files go as retention rules say. Contract: extensions E18.1 */
export const chatServerFileExpiry: Check = {
  code: 'chat-server/file-expiry',
  examine: async (deployment) => {
    const { stock_expiry: components } = await deployment.answeringBridge();
    if (components === null) {
      throw new Skipped('The modules of Prosody are older ones, which do not let files expire');
    }
    return ofComponents(components);
  },
};

/** @param components whose files Prosody expires by its own setting */
export function ofComponents(components: readonly string[]): Finding {
  if (components.length === 0) return ok('Files are removed as retention rules say');
  return warning(
    `Files of ${components.join(', ')} go by http_file_share_expires_after, whatever retention rules say`,
    'shell',
    'grep -rn http_file_share_expires_after /etc/prosody # set it to -1 for each of these components. Then: systemctl restart prosody',
  );
}
