/** 57 characters that cannot be taken for each other. */
export const UNAMBIGUOUS = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'.slice(0, 57);

const LENGTH = 16;

/** Sixteen characters, each as likely as any other. */
export function generatePassword(length = LENGTH): string {
  const limit = 256 - (256 % UNAMBIGUOUS.length);
  let password = '';
  while (password.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length * 2))) {
      if (byte < limit && password.length < length)
        password += UNAMBIGUOUS[byte % UNAMBIGUOUS.length];
    }
  }
  return password;
}

/** Whether it looks like one that was generated, which nobody remembers. */
export const isGenerated = (password: string): boolean =>
  password.length === LENGTH && [...password].every((letter) => UNAMBIGUOUS.includes(letter));
