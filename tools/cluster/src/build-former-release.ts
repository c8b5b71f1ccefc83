import { programOfRelease } from './built-program.js';
import { formerRelease } from './former-release.js';

// node dist/build-former-release.js: what suites upgrade from, before they run beside others.
await programOfRelease(await formerRelease());
