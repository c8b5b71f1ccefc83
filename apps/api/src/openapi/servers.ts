import { API_ROOT } from '../http/api-root.js';

interface Server {
  readonly url: string;
}

/** Right by RFC 3986 under every prefix and scheme, though many tools resolve it wrongly. */
const BESIDE_THE_DESCRIPTION: Server = { url: '../v1' };

/** Where the description says that the API is: never what a caller sends as `Host`. Contract: extensions E9 */
export class Servers {
  readonly all: readonly [Server, ...Server[]];

  /** @param publicUrl of the service, as clients reach it; the path of the API may stand behind it */
  constructor(publicUrl: string | null) {
    this.all =
      publicUrl === null
        ? [BESIDE_THE_DESCRIPTION]
        : [{ url: rootBelow(publicUrl) }, BESIDE_THE_DESCRIPTION];
  }
}

function rootBelow(publicUrl: string): string {
  const base = publicUrl.replace(/\/$/, '');
  return base.endsWith(API_ROOT) ? base : base + API_ROOT;
}
