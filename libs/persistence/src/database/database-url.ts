import pg from 'pg';

const UNREADABLE =
  'cannot be read; special characters of the user and the password are written as %23 and so on';

/** Why the driver cannot use this address, in a text that holds nothing of it; `null`: it can. */
export function databaseUrlFault(text: string): string | null {
  if (/[\s#]/.test(text) || !hasReadableLogin(text)) return UNREADABLE;
  try {
    // connects to nothing, but reads the address with the files that it names
    new pg.Client({ connectionString: explicitSslMode(text) });
    return null;
  } catch (error) {
    const { code, syscall } = error as NodeJS.ErrnoException;
    if (syscall !== undefined) {
      return `a file that it names as sslrootcert, sslcert or sslkey cannot be read (${code})`;
    }
    return code === 'ERR_INVALID_URL' ? UNREADABLE : 'its parameters cannot be used together';
  }
}

/** A password with a slash is taken for a path, with the rest of the login in it. */
function hasReadableLogin(text: string): boolean {
  try {
    // the place of the host is empty when the folder of a socket is given as a parameter
    const { username, password, pathname } = new URL(text.replace('@/', '@localhost/'));
    decodeURIComponent(username);
    decodeURIComponent(password);
    return !pathname.includes('@');
  } catch {
    return false;
  }
}

/**
 * The driver verifies the certificate in all of libpq's modes with TLS, and warns in eight lines that
 * this will change. Asked for `verify-full` it does the same without a word, also after that change.
 */
export function explicitSslMode(url: string): string {
  if (/[?&]uselibpqcompat=true(&|$)/.test(url)) return url;
  return url.replace(/([?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, '$1verify-full');
}
