const collator = new Intl.Collator(undefined, { numeric: true });

/** The order in which people look for names: 5a before 10a. */
export const inOrder = (a: string, b: string): number => collator.compare(a, b);
