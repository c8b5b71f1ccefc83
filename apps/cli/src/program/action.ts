import { visible } from '@chat-admin/domain/shared/texts';
import type { SettingsSources } from '@chat-admin/configuration/settings-sources';

/** Where a command line runs; values go to `print`, faults to `complain`. */
export interface Console {
  readonly environment: NodeJS.ProcessEnv;
  print(text: string): void;
  complain(text: string): void;
  /**
   * What somebody types unseen, or the first line of standard input.
   * @throws UnusableWord if there is nothing
   */
  askSecret(question: string): Promise<string>;
  /** What somebody types at a terminal; absent where there is none. */
  readonly ask?: (question: string) => Promise<string>;
}

/** Where a command runs; `environment` are the settings that hold, wherever they come from. */
export interface Terminal extends Console {
  readonly sources: SettingsSources;
}

/** What a command does. @returns its exit code */
export type Action<Options> = (options: Options, terminal: Terminal) => Promise<number>;

/** Runs an action, whose code is loaded only now; unless it says otherwise, not with a file of settings that cannot be read. */
export type Run = <Options>(
  load: () => Promise<Action<Options>>,
  options: Options,
  needs?: 'nothing',
) => Promise<void>;

export interface ReportOptions {
  /** one document instead of text for people */
  readonly json?: true;
}

/** The result of a command. */
export function report(
  terminal: Terminal,
  { json }: ReportOptions,
  document: object,
  lines: readonly string[],
): void {
  terminal.print(
    json ? `${JSON.stringify(document)}\n` : lines.map((line) => `${line}\n`).join(''),
  );
}

/** Rows of cells as lines, in columns. */
export function table(rows: readonly (readonly string[])[]): readonly string[] {
  // a line end in a cell would look like a row
  const cells = rows.map((row) => row.map(visible));
  const widths = (cells[0] ?? []).map((_, column) =>
    Math.max(...cells.map((row) => row[column]!.length)),
  );
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column]!))
      .join('  ')
      .trimEnd(),
  );
}
