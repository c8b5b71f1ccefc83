import { PropertyNotFound } from '@chat-admin/domain/system/errors';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { generatedSecret } from '@chat-admin/server/composition/open-persistence';
import { report } from './action.js';
import type { Action } from './action.js';
import type { SecretOptions } from './commands/secret.js';
import { EXIT } from './exit-codes.js';
import { onDatabase } from './on-database.js';

const { apiSecret, legacySecret } = systemProperty;

/** An absent secret of the user service is that of the API. */
export const showSecret: Action<SecretOptions> = (options, terminal) => {
  const described = { command: 'secret show', object: '/system/properties' };
  return onDatabase(terminal.environment, described, async ({ properties }) => {
    const own = options.legacy ? properties.read(legacySecret) : null;
    const secret = own ?? properties.read(apiSecret);
    if (!secret) throw new PropertyNotFound((options.legacy ? legacySecret : apiSecret).key);
    report(terminal, options, { secret }, [secret]);
    return EXIT.done;
  });
};

export const rotateSecret: Action<SecretOptions> = (options, terminal) => {
  const { key } = options.legacy ? legacySecret : apiSecret;
  const described = { command: `secret rotate ${key}`, object: `/system/properties/${key}` };
  return onDatabase(terminal.environment, described, async ({ propertyStore, properties }) => {
    const secret = generatedSecret();
    await propertyStore.put(key, secret);
    await properties.refresh();
    report(terminal, options, { secret }, [secret]);
    return EXIT.done;
  });
};
