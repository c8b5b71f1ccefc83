/** Where requests are redirected until the API is opened. Contract: core 1.3 */
export function loginPage(address: string): string {
  return `/login.jsp?url=${formEncoded(address)}`;
}

/** application/x-www-form-urlencoded; an address as received has one character per byte. */
function formEncoded(text: string): string {
  let encoded = '';
  for (const byte of Buffer.from(text, 'latin1')) {
    const character = String.fromCharCode(byte);
    if (/[A-Za-z0-9.*_-]/.test(character)) encoded += character;
    else if (character === ' ') encoded += '+';
    else encoded += `%${byte.toString(16).toUpperCase().padStart(2, '0')}`;
  }
  return encoded;
}
