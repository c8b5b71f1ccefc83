/** Groups that are chosen, and the name that is being typed, which counts as well. */
export interface ChosenGroups {
  readonly names: readonly string[];
  readonly typed: string;
}

export const NO_GROUPS: ChosenGroups = { names: [], typed: '' };

/** All that were chosen, each once. */
export const groupsIn = ({ names, typed }: ChosenGroups): readonly string[] => [
  ...new Set([...names, typed.trim()].filter((name) => name !== '')),
];
