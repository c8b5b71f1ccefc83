import { fileURLToPath } from 'node:url';
import { nodePart } from './node-part.js';
import { hasOwnDatabase, postgresPart } from './postgres-part.js';
import { superviseProcess } from './process-supervision.js';

const atRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

await superviseProcess([
  ...(hasOwnDatabase(process.env) ? [] : [postgresPart(console.log)]),
  nodePart({ name: 'The API', script: atRoot('apps/api/dist/main.js') }),
]);
