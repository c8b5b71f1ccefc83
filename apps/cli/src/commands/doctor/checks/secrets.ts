import { ownCommand } from '@chat-admin/configuration/own-command';
import { systemProperty } from '@chat-admin/domain/system/system-properties';
import { ok, warning } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';

/** Of letters and digits, more than can be guessed. */
const SHORTEST = 16;

export const secrets: Check = {
  code: 'access/secrets',
  examine: async (deployment) => {
    const { properties } = await deployment.persistence();
    const short = [
      { name: 'that of the API', option: '', secret: properties.read(systemProperty.apiSecret) },
      {
        name: 'that of the user service',
        option: ' --legacy',
        secret: properties.read(systemProperty.legacySecret),
      },
    ].filter(({ secret }) => secret && secret.length < SHORTEST);
    if (short.length > 0) {
      const names = short.map(({ name }) => name).join(' and ');
      return warning(
        `A shared secret of less than ${SHORTEST} characters can be guessed: ${names}`,
        'shell',
        short.map(({ option }) => ownCommand(`secret rotate${option} --overlap 1h`)).join('\n'),
      );
    }
    const { chatServerToken } = deployment.usableSettings().api;
    if (chatServerToken !== null && chatServerToken.length < SHORTEST) {
      return warning(
        `CHAT_SERVER_TOKEN has less than ${SHORTEST} characters and can be guessed`,
        'shell',
        'openssl rand -base64 24 # for CHAT_SERVER_TOKEN, and as chat_bridge_token of Prosody',
      );
    }
    if (!properties.read(systemProperty.apiSecret)) throw new Skipped('There is no shared secret');
    return ok('No secret is short');
  },
};
