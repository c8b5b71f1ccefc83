import { existsSync } from 'node:fs';
import { dirname } from 'node:path';

/** How this program came here. */
export type Installation = 'checkout' | 'debian' | 'image' | 'npm';

/** What runs commands in a checkout; packages have no such file at its place. */
const CHECKOUT_COMMAND = new URL('../../../tools/chat-admin.mjs', import.meta.url);

const FOLDERS: Readonly<Record<string, Installation>> = {
  '/usr/lib/chat-admin': 'debian',
  '/opt/chat-admin': 'image',
};
/** The image has none; elsewhere its folder may hold anything. */
const SHELL = '/bin/sh';

/** @param program the module that was started */
export function installation(program = process.argv[1] ?? ''): Installation {
  if (existsSync(CHECKOUT_COMMAND)) return 'checkout';
  const found = FOLDERS[dirname(program)] ?? 'npm';
  return found === 'image' && existsSync(SHELL) ? 'npm' : found;
}

/** Of these commands, npm has scripts of their own. */
const SCRIPTS: Readonly<Record<string, string>> = {
  start: 'npm start',
  'secret show': 'npm run -s secret',
};

/**
 * A command of this program as it is typed where the program runs.
 * @param words `secret show`, which is `chat-admin secret show` in a package, and `npm run -s secret` in a checkout
 */
export function ownCommand(words: string, installed: Installation = installation()): string {
  if (installed === 'checkout') return SCRIPTS[words] ?? `npm run -s chat-admin -- ${words}`;
  const program = installed === 'image' ? '/usr/bin/node /opt/chat-admin/cli.mjs' : 'chat-admin';
  return `${program} ${words}`;
}
