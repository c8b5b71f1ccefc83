import { chatRoles } from '@chat-admin/persistence/diagnosis/missing-privileges';
import { fault, ok, some, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { identifier } from '../quoted.js';

/** The role with which the chat server connects. */
export const chatRole: Check = {
  code: 'database/chat-role',
  examine: async (deployment) => {
    const roles = await chatRoles(await deployment.migrated());
    if (roles.length === 0) throw new Skipped('No role is admitted as chat server');
    const lacking = roles.filter(({ missing, hasSchema }) => missing.length > 0 || !hasSchema);
    if (lacking.length > 0) {
      const what = lacking.map(({ role, missing }) =>
        missing.length === 0 ? role : `${role} (${some(missing)})`,
      );
      return fault(
        `The role of the chat server may not use all of its functions and tables: ${some(what)}`,
        'psql',
        lacking
          .map(({ role }) => `select admit_chat_engine('${role.replaceAll("'", "''")}');`)
          .join('\n'),
      );
    }
    const mighty = roles.filter(({ isTooMighty }) => isTooMighty).map(({ role }) => role);
    if (mighty.length === 0)
      return ok(`The chat server connects as ${some(roles.map(({ role }) => role))}`);
    return warning(
      `The role of the chat server may do what only the services should: ${some(mighty)}`,
      'superuser',
      [
        'revoke create on schema public from public;',
        ...mighty.flatMap((role) => [
          `revoke create on schema public from ${identifier(role)};`,
          `alter role ${identifier(role)} nosuperuser;`,
        ]),
      ].join('\n'),
    );
  },
};
