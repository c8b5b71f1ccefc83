import { fileURLToPath } from 'node:url';
import { nodePart } from './node-part.js';
import { hasOwnDatabase, postgresPart } from './postgres-part.js';
import { superviseProcess } from './process-supervision.js';
import { userServicePlace } from './user-service.js';

const atRoot = (path: string) => fileURLToPath(new URL(`../../../${path}`, import.meta.url));

const userService = await userServicePlace(process.env);

await superviseProcess([
  ...(hasOwnDatabase(process.env) ? [] : [postgresPart(console.log)]),
  // before the user service: it prepares the database and shows the secret
  nodePart({
    name: 'The API',
    script: atRoot('apps/api/dist/main.js'),
    environment: userService.forwarding,
  }),
  nodePart({
    name: 'The user service',
    script: atRoot('apps/legacy-userservice/dist/main.js'),
    environment: userService.own,
  }),
]);
