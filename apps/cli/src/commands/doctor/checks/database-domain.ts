import { domainpart } from '@chat-admin/domain/shared/jid';
import { ok } from '../check.js';
import type { Check } from '../check.js';
import { setting } from '../config-file.js';

/** The services refuse to start with another domain than that of the database. */
export const databaseDomain: Check = {
  code: 'database/domain',
  examine: async (deployment) => {
    const { name } = (await deployment.persistence()).domain;
    const { xmppDomain } = deployment.usableSettings().api;
    if (xmppDomain === null || domainpart(xmppDomain) === name)
      return ok(`The database is for the domain ${name}`);
    return setting(
      'fault',
      deployment,
      `The database is for the domain ${name}, and XMPP_DOMAIN is ${xmppDomain}`,
      { XMPP_DOMAIN: name },
    );
  },
};
