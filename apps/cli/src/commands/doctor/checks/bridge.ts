import { existsSync } from 'node:fs';
import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { setting } from '../config-file.js';
import { otherService } from '../machine.js';
import type { Deployment } from '../deployment.js';
import { quoted } from '../quoted.js';

/** of the package chat-admin-prosody */
const PROSODY_CONFIGURATION = '/etc/prosody/chat-admin.cfg.lua';

export const bridge: Check = {
  code: 'chat-server/bridge',
  examine: async (deployment) => {
    if (isUnnamed(deployment)) {
      const sentence =
        'chat-admin-prosody is installed, and CHAT_SERVER_URL does not say where it is';
      return setting('fault', deployment, sentence, { CHAT_SERVER_URL: 'http://127.0.0.1:5280' });
    }
    const { chatServerUrl } = deployment.chatServer();
    try {
      const { engine, version, node } = await deployment.bridgeHealth();
      return ok(`${engine} ${version} (${node}) answers`);
    } catch (error) {
      if (error instanceof Skipped) throw error;
      const { message } = error as Error;
      const sentence = `The chat server at ${chatServerUrl} cannot be used: ${message}`;
      const { machine } = deployment;
      if (message.includes('CHAT_SERVER_TOKEN') && !isPackaged(deployment))
        return fault(
          sentence,
          'settings',
          "CHAT_SERVER_TOKEN='<the chat_bridge_token of Prosody>'",
        );
      // both read the token when they start
      const restart = otherService(machine, 'restart', 'prosody');
      return message.includes('CHAT_SERVER_TOKEN')
        ? fault(sentence, 'shell', `${restart}\n${await deployment.restart()}`)
        : fault(sentence, 'shell', `${restart} # at ${quoted(chatServerUrl)}`);
    }
  },
};

/** Prosody and the services of one machine have one file of the token. */
const isPackaged = ({ environment, machine }: Deployment): boolean =>
  machine.installation === 'debian' &&
  existsSync(PROSODY_CONFIGURATION) &&
  !environment['CHAT_SERVER_TOKEN'];

const isUnnamed = (deployment: Deployment): boolean =>
  isPackaged(deployment) && deployment.usableSettings().api.chatServerUrl === null;
