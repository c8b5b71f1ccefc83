import { fault, ok } from '../check.js';
import { Skipped } from '../skipped.js';
import type { Check } from '../check.js';
import { quoted } from '../quoted.js';

export const bridge: Check = {
  code: 'chat-server/bridge',
  examine: async (patient) => {
    const { chatServerUrl } = patient.chatServer();
    try {
      const { engine, version, node } = await patient.bridgeHealth();
      return ok(`${engine} ${version} (${node}) answers`);
    } catch (error) {
      if (error instanceof Skipped) throw error;
      const { message } = error as Error;
      const sentence = `The chat server at ${chatServerUrl} cannot be used: ${message}`;
      return message.includes('CHAT_SERVER_TOKEN')
        ? fault(sentence, 'settings', "CHAT_SERVER_TOKEN='<the chat_bridge_token of Prosody>'")
        : fault(sentence, 'shell', `systemctl restart prosody # at ${quoted(chatServerUrl)}`);
    }
  },
};
