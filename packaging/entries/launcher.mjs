// The launcher of the bundle: runs the service beside it.
import { fileURLToPath } from 'node:url';
import { requireNode } from '../../libs/configuration/dist/node-version.js';

requireNode();
const { startProduct } = await import('../../libs/launcher/dist/main.js');
await startProduct({ bundle: fileURLToPath(new URL('serve.mjs', import.meta.url)) });
