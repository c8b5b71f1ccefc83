/** How much is measured; `--quick` only proves that everything works. */
export interface Settings {
  readonly rounds: number;
  /** length of a window of requests */
  readonly windowMs: number;
  readonly lists: number;
  readonly manyUsers: number;
  /** additional rooms besides the measured ones */
  readonly manyRooms: number;
  /** those that are walked through in pages */
  readonly pagedUsers: number;
}

export const FULL: Settings = {
  rounds: 7,
  windowMs: 600,
  lists: 15,
  manyUsers: 100_000,
  manyRooms: 200_000,
  pagedUsers: 1_000_000,
};
export const QUICK: Settings = {
  rounds: 1,
  windowMs: 150,
  lists: 2,
  manyUsers: 10_000,
  manyRooms: 5_000,
  pagedUsers: 20_000,
};
