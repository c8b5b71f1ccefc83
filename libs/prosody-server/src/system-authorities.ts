import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** on Debian and its derivatives */
const BUNDLE = '/etc/ssl/certs/ca-certificates.crt';
/** in the account's home directory; used by libpq by default */
const OWN_FILE = '.postgresql/root.crt';

/** The system's CA file; `null` if there is none, or if the account has one for libpq. */
export function systemAuthorities(home = userInfo().homedir, bundle = BUNDLE): string | null {
  return !existsSync(join(home, OWN_FILE)) && existsSync(bundle) ? bundle : null;
}
