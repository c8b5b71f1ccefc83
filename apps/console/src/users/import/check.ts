import { compared } from '../../shared/jobs/pasted';
import type { Target } from './columns';

/** What is wrong with a row, as far as it can be told here. */
export type ProblemKind =
  'nameMissing' | 'nameInvalid' | 'nameTwice' | 'tooLong' | 'emailInvalid' | 'tooManyCells';

export interface Problem {
  readonly kind: ProblemKind;
  /** the column that is to be mended; `null`: none */
  readonly column: number | null;
  /** of a name that comes twice: the row that has it first */
  readonly other?: number;
}

const NOT_IN_NAMES = /["&'/:<>@\s\p{Cc}]/u;
/** Characters that the service takes. */
const MOST: Partial<Record<Target, number>> = { username: 255, name: 100, email: 100 };

/** Looks at rows, one after another. */
export class RowCheck {
  private readonly seen = new Map<string, number>();
  private readonly nameColumn: number;

  constructor(
    private readonly header: readonly string[],
    private readonly targets: readonly Target[],
  ) {
    this.nameColumn = targets.indexOf('username');
  }

  /** @param number of the row, as spreadsheets count */
  problemsOf(cells: readonly string[], number: number): readonly Problem[] {
    const problems: Problem[] = [];
    const name = (cells[this.nameColumn] ?? '').trim();
    const column = this.nameColumn;
    if (name === '') problems.push({ kind: 'nameMissing', column });
    else if (NOT_IN_NAMES.test(name)) problems.push({ kind: 'nameInvalid', column });
    else {
      const other = this.seen.get(compared(name));
      if (other !== undefined) problems.push({ kind: 'nameTwice', column, other });
      else this.seen.set(compared(name), number);
    }
    this.targets.forEach((target, at) => {
      const text = (cells[at] ?? '').trim();
      if ([...text].length > (MOST[target] ?? Infinity))
        problems.push({ kind: 'tooLong', column: at });
      else if (target === 'email' && text !== '' && !text.includes('@'))
        problems.push({ kind: 'emailInvalid', column: at });
    });
    if (cells.slice(this.header.length).some((cell) => cell.trim() !== ''))
      problems.push({ kind: 'tooManyCells', column: null });
    return problems;
  }
}
