import { existsSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

/** of Debian and its descendants */
const BUNDLE = '/etc/ssl/certs/ca-certificates.crt';
/** in the account's home: libpq takes it by itself */
const OWN_FILE = '.postgresql/root.crt';

/** The file of the authorities that this machine trusts; `null`: there is none, or libpq has one of the account. */
export function systemAuthorities(home = userInfo().homedir, bundle = BUNDLE): string | null {
  return !existsSync(join(home, OWN_FILE)) && existsSync(bundle) ? bundle : null;
}
