// The launcher of the bundle: runs the service beside it.
import { fileURLToPath } from 'node:url';
import { startProduct } from '../../libs/launcher/dist/main.js';

await startProduct({ bundle: fileURLToPath(new URL('serve.mjs', import.meta.url)) });
