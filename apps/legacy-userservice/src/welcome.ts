import { USERSERVICE_ADDRESSES } from '@chat-admin/server/edge/userservice-address';
import type { ListenerUrls } from '@chat-admin/server/process/service-life';

/** What is printed once it serves. @param secret of a fresh database, shown only here */
export const welcomeLines = (
  { url, managementUrl }: ListenerUrls,
  secret: string | null,
): readonly string[] => [
  `The deprecated user service listens on ${url.startsWith('unix:') ? url : `${url}${USERSERVICE_ADDRESSES[0]}`}`,
  managementUrl.startsWith('unix:')
    ? `Its probes and metrics: ${managementUrl}`
    : `Its probes and metrics: ${managementUrl}/readyz, ${managementUrl}/metrics`,
  ...(secret === null ? [] : [`Shared secret (shown only now): ${secret}`]),
];
