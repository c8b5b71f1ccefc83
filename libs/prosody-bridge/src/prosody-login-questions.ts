import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { BindClass } from '@chat-admin/domain/directories/directory-source';
import { LoginQuestions } from '@chat-admin/domain/directories/login-questions';
import type { LoginQuestion } from '@chat-admin/domain/directories/login-questions';
import type { ActiveBridge } from './active-bridge.js';
import { BridgeFailure, BridgeRefusal } from './bridge-client.js';
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

  async next(instance: string, signal: AbortSignal): Promise<LoginQuestion | null> {
    const call = { method: 'GET', path: '/bridge/questions', query: { instance } } as const;
    const rules = { timeoutMs: POLL_MS, repeatable: true, waits: true } as const;
    try {
      return await this.bridge.call({ ...call, ...rules, signal }, question);
    } catch (failure) {
      if (!(failure instanceof BridgeFailure)) throw failure;
      if (failure.code === 403) {
        throw new BridgeFailure('passwords pass by https or on the same machine alone', false, 403);
      }
      throw failure.everything ? new ChatServerAway(failure.message) : failure;
    }
  }

  async answer(id: string, outcome: BindClass): Promise<void> {
    const call = { method: 'POST', path: '/bridge/answers', body: { id, outcome } } as const;
    try {
      await this.bridge.call({ ...call, timeoutMs: ANSWER_MS, repeatable: true }, doneAnswer);
    } catch (failure) {
      // nobody waits for it any more
      if (!(failure instanceof BridgeRefusal && failure.code === 410)) throw failure;
    }
  }
}
