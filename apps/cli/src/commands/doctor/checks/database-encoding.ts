import { fault, ok } from '../check.js';
import type { Check } from '../check.js';
import { identifier } from '../quoted.js';

export const databaseEncoding: Check = {
  code: 'database/encoding',
  examine: async (deployment) => {
    const { encoding, database, role } = await deployment.server();
    if (encoding === 'UTF8') return ok('The encoding is UTF8');
    return fault(
      `The encoding of the database is ${encoding} instead of UTF8`,
      'superuser',
      `create database ${identifier(`${database}_utf8`)} owner ${identifier(role)} template template0 encoding 'UTF8';`,
    );
  },
};
