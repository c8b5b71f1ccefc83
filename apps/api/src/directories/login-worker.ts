import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { MOST_WAITING } from '@chat-admin/directory/password-trials';
import { Places } from '@chat-admin/directory/places';
import { ChatServerAway } from '@chat-admin/domain/chat-server/chat-server';
import type { DirectoryLogins } from '@chat-admin/domain/directories/directory-logins';
import type { BindClass } from '@chat-admin/domain/directories/directory-source';
import type { LoginQuestion, LoginQuestions } from '@chat-admin/domain/directories/login-questions';
import { localpart } from '@chat-admin/domain/shared/jid';
import type { WatchedDirectories } from './watched-directories.js';

/** The chat server keeps no more of an instance. */
const POLLS = 4;
/** Shorter than the silence after which the chat server asks no longer. */
const PAUSE_MS = 1_000;
/** What chat may take of what a directory is asked at the same time: the rest is for those who administer. */
const SHARE = 3 / 4;

interface WorkerLog {
  info(message: string): void;
  warn(message: string): void;
}

/** Answers the chat server whether passwords are right that directories keep. Contract: extensions E13.5 */
export class LoginWorker {
  private readonly instance = randomUUID();
  private readonly ending = new AbortController();
  private readonly answering = new Set<Promise<void>>();
  private readonly polls = new Set<Promise<void>>();
  private fault: string | null = null;
  private readonly places = new Map<string, Places>();

  constructor(
    private readonly questions: LoginQuestions | null,
    private readonly directories: Pick<WatchedDirectories, 'all' | 'onChange'>,
    private readonly logins: Pick<DirectoryLogins, 'keeperOf' | 'check'>,
    /** passwords that one directory is asked at the same time, by all */
    private readonly binds: number,
    private readonly log: WorkerLog,
  ) {}

  start(): void {
    const { questions } = this;
    if (questions === null) return;
    this.directories.onChange(() => this.ask(questions));
    this.ask(questions);
  }

  /** Questions that were taken and are not answered. */
  load(): Readonly<Record<'running' | 'waiting', number>> {
    const waiting = [...this.places.values()].reduce((all, { queue }) => all + queue, 0);
    return { running: this.answering.size - waiting, waiting };
  }

  /** Takes no more questions, and ends once those that were taken are answered. */
  async stop(): Promise<void> {
    this.ending.abort();
    await Promise.all(this.polls);
    await Promise.all(this.answering);
  }

  private get areWanted(): boolean {
    return this.directories.all.some(({ settings }) => settings.logins === 'bind');
  }

  private ask(questions: LoginQuestions): void {
    while (this.areWanted && this.polls.size < POLLS) {
      const poll = this.poll(questions).finally(() => this.polls.delete(poll));
      this.polls.add(poll);
    }
  }

  private async poll(questions: LoginQuestions): Promise<void> {
    const { signal } = this.ending;
    while (!signal.aborted && this.areWanted) {
      try {
        const question = await questions.next(this.instance, signal);
        this.report(null);
        if (question === null) continue;
        // the next one need not wait for it
        const work = this.answer(questions, question).finally(() => this.answering.delete(work));
        this.answering.add(work);
      } catch (error) {
        if (signal.aborted) return;
        // that it is away is told by who looks for it
        if (!(error instanceof ChatServerAway)) this.report((error as Error).message);
        await this.pause();
      }
    }
  }

  private async answer(questions: LoginQuestions, question: LoginQuestion): Promise<void> {
    const outcome = await this.judged(question).catch((): BindClass => 'away');
    await questions
      .answer(question.id, outcome)
      .catch((error: unknown) => this.report((error as Error).message));
  }

  private async judged({ username, password, milliseconds }: LoginQuestion): Promise<BindClass> {
    const deadline = AbortSignal.timeout(milliseconds);
    const name = localpart(username);
    const keeper = name && (await this.logins.keeperOf(name));
    if (!keeper) return 'wrong';
    const places = this.placesAt(keeper.source);
    if (!(await places.take(deadline))) return 'away';
    return this.logins.check(keeper, password, deadline).finally(() => places.leave());
  }

  private placesAt(source: string): Places {
    const known = this.places.get(source);
    if (known !== undefined) return known;
    const most = Math.max(1, Math.floor(this.binds * SHARE));
    const made = new Places(most, Math.floor(MOST_WAITING * SHARE));
    this.places.set(source, made);
    return made;
  }

  private pause(): Promise<void> {
    const { signal } = this.ending;
    return delay(PAUSE_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }

  /** Once until it changes. @param fault null: it works */
  private report(fault: string | null): void {
    if (fault === this.fault) return;
    if (fault !== null) {
      this.log.warn(`The chat server cannot ask for passwords that directories keep: ${fault}`);
    } else this.log.info('The chat server can ask for passwords that directories keep');
    this.fault = fault;
  }
}
