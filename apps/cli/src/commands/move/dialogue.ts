import { ImportRefused, ImportStopped } from '@chat-admin/moving/faults';
import { UnusableWord } from '../../outcome/failures.js';
import type { Terminal } from '../../program/action.js';

/** What the guide says and asks. */
export class Dialogue {
  private constructor(
    private readonly terminal: Terminal,
    /** takes what is proposed */
    private readonly saysYes: boolean,
  ) {}

  /** @throws ImportRefused where nobody could answer */
  static of(terminal: Terminal, saysYes: boolean, otherwise: string): Dialogue {
    if (terminal.ask === undefined && !saysYes) {
      throw new ImportRefused(
        `There is no terminal to ask at: --yes takes what is proposed. Or step by step, next: ${otherwise}`,
      );
    }
    return new Dialogue(terminal, saysYes);
  }

  say(...lines: readonly string[]): void {
    this.terminal.print(lines.map((line) => `${line}\n`).join(''));
  }

  /** A step begins, with the command that it is. */
  step(title: string, command: string): void {
    this.say('', `== ${title}`, `   $ ${command}`);
  }

  async confirm(question: string, proposed: boolean): Promise<boolean> {
    for (;;) {
      const answer = await this.answer(`${question} [${proposed ? 'Y/n' : 'y/N'}] `);
      if (answer === '') return proposed;
      if (/^y(es)?$/i.test(answer)) return true;
      if (/^no?$/i.test(answer)) return false;
      this.say('y or n, please.');
    }
  }

  /** @throws ImportRefused where nothing is proposed and nobody answers */
  async text(question: string, proposed: string | null): Promise<string> {
    const shown = proposed === null ? '' : ` [${proposed}]`;
    const answer = await this.answer(`${question}${shown}: `);
    if (answer !== '') return answer;
    if (proposed !== null) return proposed;
    throw new ImportRefused(`${question}: nothing was said`);
  }

  private async answer(question: string): Promise<string> {
    if (!this.saysYes) return this.asked(question);
    this.say(`${question.trimEnd()} (--yes)`);
    return '';
  }

  private async asked(question: string): Promise<string> {
    try {
      return (await this.terminal.ask!(question)).trim();
    } catch (error) {
      if (error instanceof UnusableWord) throw new ImportStopped(error.message);
      throw error;
    }
  }
}
