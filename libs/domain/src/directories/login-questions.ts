import type { BindClass } from './directory-source.js';

/** Somebody who logs in at the chat server, and whose password a directory keeps. */
export interface LoginQuestion {
  readonly id: string;
  readonly username: string;
  /** as it was typed */
  readonly password: string;
  /** how long the chat server waits for the answer */
  readonly milliseconds: number;
}

/** What the chat server asks while people log in. Contract: extensions E13.5 */
export abstract class LoginQuestions {
  /**
   * Waits for the next one, for some seconds. It is given to nobody else.
   * @returns null: none came
   * @throws ChatServerAway; other errors say why the chat server does not ask, such as that it lets no passwords pass
   */
  abstract next(instance: string, stop: AbortSignal): Promise<LoginQuestion | null>;

  /** Nothing happens if nobody waits for it any more. @throws as {@link next} */
  abstract answer(id: string, outcome: BindClass): Promise<void>;
}
