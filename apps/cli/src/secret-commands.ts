import { PropertyNotFound } from '@chat-admin/domain/system/errors';
import { apiSecrets, legacySecrets } from '@chat-admin/domain/system/shared-secrets';
import { formerSecret, systemProperty } from '@chat-admin/domain/system/system-properties';
import { formerSecretText } from '@chat-admin/domain/system/value-kinds';
import { generatedSecret } from '@chat-admin/server/composition/initial-credentials';
import { report } from './action.js';
import type { Action } from './action.js';
import type { RotationOptions, SecretOptions } from './commands/secret.js';
import { readDuration } from './duration.js';
import { EXIT } from './exit-codes.js';
import { onDatabase } from './on-database.js';

const keysOf = ({ legacy }: SecretOptions) => ({
  key: (legacy ? systemProperty.legacySecret : systemProperty.apiSecret).key,
  formerKey: (legacy ? formerSecret.legacy : formerSecret.api).key,
});

/** An absent secret of the user service is that of the API. */
export const showSecret: Action<SecretOptions> = (options, terminal) => {
  const described = { command: 'secret show', object: '/system/properties' };
  return onDatabase(terminal.environment, described, async ({ properties }) => {
    const { current } = options.legacy ? legacySecrets(properties) : apiSecrets(properties);
    if (current === '') throw new PropertyNotFound(keysOf(options).key);
    report(terminal, options, { secret: current }, [current]);
    return EXIT.done;
  });
};

/** Contract: extensions E5.1 */
export const rotateSecret: Action<RotationOptions> = async (options, terminal) => {
  const overlapMs = readDuration('--overlap', options.overlap ?? '0s');
  const { key, formerKey } = keysOf(options);
  const described = { command: `secret rotate ${key}`, object: `/system/properties/${key}` };
  return onDatabase(terminal.environment, described, async (persistence) => {
    const { propertyStore, properties, transactions } = persistence;
    const { current } = options.legacy ? legacySecrets(properties) : apiSecrets(properties);
    const secret = generatedSecret();
    await transactions.run(async () => {
      await propertyStore.hold(key);
      await propertyStore.remove([formerKey]);
      if (overlapMs > 0 && current !== '') {
        const until = new Date(Date.now() + overlapMs);
        await propertyStore.put(formerKey, formerSecretText({ secret: current, until }));
      }
      await propertyStore.put(key, secret);
    });
    await properties.refresh();
    report(terminal, options, { secret }, [secret]);
    return EXIT.done;
  });
};
