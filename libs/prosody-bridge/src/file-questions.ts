import type { FileRef } from '@chat-admin/domain/chat-server/chat-server';
import { filesThereAnswer } from './bridge-documents.js';
import type { QuestionWay } from './room-questions.js';

/** Asks Prosody which files have bytes, as the port has it. */
export const filesThereBy =
  (ask: QuestionWay) =>
  async (files: readonly FileRef[]): Promise<readonly boolean[]> => {
    const body = { files: files.map(({ host, id }) => ({ host, slot: id })) };
    return (await ask('/bridge/files/there', { body }, filesThereAnswer)).there;
  };
