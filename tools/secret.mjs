// `npm run secret`: runs libs/launcher.
import { compile } from './compile.mjs';

compile('../libs/launcher');
await import('../libs/launcher/dist/secret.js');
