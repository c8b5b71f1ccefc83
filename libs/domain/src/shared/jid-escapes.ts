/** Signs that a local part cannot hold, and how they are written in it. Source: XEP-0106 */
export const JID_ESCAPES: Readonly<Record<string, string>> = {
  ' ': '\\20',
  '"': '\\22',
  '&': '\\26',
  "'": '\\27',
  '/': '\\2f',
  ':': '\\3a',
  '<': '\\3c',
  '>': '\\3e',
  '@': '\\40',
};
