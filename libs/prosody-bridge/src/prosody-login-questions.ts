import type { BindClass } from '@chat-admin/domain/directories/directory-source';
import { LoginQuestions } from '@chat-admin/domain/directories/login-questions';
import type { LoginQuestion } from '@chat-admin/domain/directories/login-questions';
import type { ActiveBridge } from './active-bridge.js';
import { BridgeRefusal } from './bridge-client.js';
import { doneAnswer, loginQuestionAnswer } from './bridge-documents.js';
import { optional } from './shapes.js';

/** Longer than the chat server lets a poll wait. */
const POLL_MS = 30_000;
const ANSWER_MS = 2_000;
const question = optional(loginQuestionAnswer);

/** The questions of the Prosody that serves. */
export class ProsodyLoginQuestions extends LoginQuestions {
  constructor(private readonly bridge: Pick<ActiveBridge, 'call'>) {
    super();
  }

  next(instance: string, signal: AbortSignal): Promise<LoginQuestion | null> {
    const call = { method: 'GET', path: '/bridge/questions', query: { instance } } as const;
    const rules = { timeoutMs: POLL_MS, repeatable: true, waits: true } as const;
    return this.bridge.call({ ...call, ...rules, signal }, question);
  }

  async answer(id: string, outcome: BindClass): Promise<void> {
    const call = { method: 'POST', path: '/bridge/answers', body: { id, outcome } } as const;
    try {
      await this.bridge.call({ ...call, timeoutMs: ANSWER_MS, repeatable: true }, doneAnswer);
    } catch (failure) {
      if (!(failure instanceof BridgeRefusal)) throw failure;
    }
  }
}
