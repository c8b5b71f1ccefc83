import { existsSync } from 'node:fs';
import { NoneKnown } from '@chat-admin/server/composition/chat-server-health';
import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { otherService } from '../machine.js';
import type { Deployment } from '../deployment.js';
import { quoted } from '../quoted.js';

/** of the package chat-admin-prosody */
const PROSODY_CONFIGURATION = '/etc/prosody/chat-admin.cfg.lua';

export const bridge: Check = {
  code: 'chat-server/bridge',
  examine: async (deployment) => {
    const { chatServerUrl } = deployment.chatServer();
    try {
      const { engine, version, node } = await deployment.bridgeHealth();
      return ok(`${engine} ${version} (${node}) answers`);
    } catch (error) {
      if (error instanceof Skipped) throw error;
      const { message } = error as Error;
      if (error instanceof NoneKnown && !isPackaged(deployment))
        throw new Skipped('There is no chat server');
      const place = chatServerUrl === null ? '' : ` at ${chatServerUrl}`;
      const sentence = `The chat server${place} cannot be used: ${message}`;
      const { machine } = deployment;
      if (message.includes('CHAT_SERVER_TOKEN') && !isPackaged(deployment))
        return fault(
          sentence,
          'settings',
          "CHAT_SERVER_TOKEN='<the chat_bridge_token of Prosody>'",
        );
      if (message.includes('CHAT_SERVER_NETWORKS'))
        return fault(
          sentence,
          'settings',
          "CHAT_SERVER_NETWORKS='<addresses or ranges of the chat servers>'",
        );
      // both read the token when they start
      const restart = otherService(machine, 'restart', 'prosody');
      return message.includes('CHAT_SERVER_TOKEN')
        ? fault(sentence, 'shell', `${restart}\n${await deployment.restart()}`)
        : fault(
            sentence,
            'shell',
            chatServerUrl === null ? restart : `${restart} # at ${quoted(chatServerUrl)}`,
          );
    }
  },
};

/** Prosody and the services of one machine have one file of the token. */
const isPackaged = ({ environment, machine }: Deployment): boolean =>
  machine.installation === 'debian' &&
  existsSync(PROSODY_CONFIGURATION) &&
  !environment['CHAT_SERVER_TOKEN'];
