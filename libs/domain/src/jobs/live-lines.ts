import type { AuditFacts } from '../shared/audit-facts.js';
import { Transactions } from '../shared/transactions.js';
import type { LineContext } from './job-line.js';

/**
 * The transactions of commands that are lines: a command is given at once, so that its failure is that
 * of its line. If the batch is done again, the command is, too.
 */
export class CommandsAtOnce extends Transactions {
  constructor(private readonly transactions: Transactions) {
    super();
  }

  async afterCommit(work: () => Promise<unknown>): Promise<void> {
    await work();
  }

  run<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.run(work);
  }

  rehearse<T>(work: () => Promise<T>): Promise<T> {
    return this.transactions.rehearse(work);
  }

  part<T>(work: () => Promise<T>, keeps: boolean): Promise<T> {
    return this.transactions.part(work, keeps);
  }

  get isRunning(): boolean {
    return this.transactions.isRunning;
  }

  note(facts: AuditFacts): void {
    this.transactions.note(facts);
  }
}

/** Use cases that give commands to the chat server, for lines that are done and for those that are only checked. */
export class LiveCases<C> {
  /**
   * @param atOnce on {@link CommandsAtOnce}
   * @param checking whose commands wait for the commit, which never comes
   */
  constructor(
    private readonly atOnce: C,
    private readonly checking: C,
  ) {}

  of({ options }: Pick<LineContext, 'options'>): C {
    return options.dryRun ? this.checking : this.atOnce;
  }
}
