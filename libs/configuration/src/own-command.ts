import { existsSync } from 'node:fs';

/** What runs commands in a checkout; packages have no such file at its place. */
const CHECKOUT_COMMAND = new URL('../../../tools/chat-admin.mjs', import.meta.url);

/** Of these commands, npm has scripts of their own. */
const SCRIPTS: Readonly<Record<string, string>> = {
  start: 'npm start',
  'secret show': 'npm run -s secret',
};

/**
 * A command of this program as it is typed where the program runs.
 * @param words `secret show`, which is `chat-admin secret show` in a package, and `npm run -s secret` in a checkout
 */
export function ownCommand(
  words: string,
  isCheckout: boolean = existsSync(CHECKOUT_COMMAND),
): string {
  if (!isCheckout) return `chat-admin ${words}`;
  return SCRIPTS[words] ?? `npm run -s chat-admin -- ${words}`;
}
