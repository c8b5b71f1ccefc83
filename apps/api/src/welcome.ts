import type { ApiUrls } from './app.js';
import { API_ROOT } from './http/api-root.js';

/** What is printed once it serves. @param secret of a fresh database, shown only here */
export const welcomeLines = (
  { url, managementUrl, consoleUrl }: ApiUrls,
  secret: string | null,
): readonly string[] => [
  `The API listens on ${url.startsWith('unix:') ? url : `${url}${API_ROOT}`}`,
  managementUrl.startsWith('unix:')
    ? `Probes and metrics: ${managementUrl}`
    : `Probes and metrics: ${managementUrl}/readyz, ${managementUrl}/metrics`,
  ...(consoleUrl === null ? [] : [`The console is at ${consoleUrl}`]),
  ...(secret === null
    ? []
    : [
        `Shared secret (shown only now): ${secret}`,
        `Try: curl -H 'Authorization: ${secret}' ${url}${API_ROOT}/users`,
      ]),
];
