/** Where a command runs; values go to `print`, faults to `complain`. */
export interface Terminal {
  readonly environment: NodeJS.ProcessEnv;
  print(text: string): void;
  complain(text: string): void;
}

/** What a command does. @returns its exit code */
export type Action<Options> = (options: Options, terminal: Terminal) => Promise<number>;
