import { ok, warning } from '../check.js';
import type { Check } from '../check.js';
import { identifier } from '../quoted.js';

export const databaseRole: Check = {
  code: 'database/role',
  examine: async (deployment) => {
    const { role, isSuperuser } = await deployment.server();
    if (!isSuperuser) return ok(`The services connect as ${role}, which is no superuser`);
    return warning(
      `The services connect as ${role}, which is a superuser`,
      'superuser',
      `alter role ${identifier(role)} nosuperuser;`,
    );
  },
};
