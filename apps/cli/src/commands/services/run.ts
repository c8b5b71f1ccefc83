import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Action } from '../../program/action.js';
import { EXIT } from '../../outcome/exit-codes.js';

/** In the bundle, whose folder is like a workspace; a checkout has no such file. */
const BUNDLED_SERVICE = fileURLToPath(new URL('../../../../../serve.mjs', import.meta.url));

/** What `npm start` does. Ends the process. */
export const start: Action<object> = async () => {
  const { startProduct } = await import('@chat-admin/launcher/main');
  return startProduct({ bundle: existsSync(BUNDLED_SERVICE) ? BUNDLED_SERVICE : null });
};

/** The services end this process themselves, when they are stopped or cannot run. */
const running =
  (load: () => Promise<() => Promise<void>>): Action<object> =>
  async () => {
    await (
      await load()
    )();
    return EXIT.done;
  };

export const serve = running(async () => (await import('@chat-admin/serve/run-serve')).runServe);
export const api = running(async () => (await import('@chat-admin/api/run-api')).runApi);
export const userService = running(
  async () => (await import('@chat-admin/legacy-userservice/run-user-service')).runUserService,
);
