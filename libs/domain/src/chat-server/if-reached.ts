import { ChatServerAway } from './chat-server.js';

/** What the chat server says; `null` while it cannot be reached. */
export async function ifReached<T>(question: Promise<T>): Promise<T | null> {
  try {
    return await question;
  } catch (error) {
    if (error instanceof ChatServerAway) return null;
    throw error;
  }
}
