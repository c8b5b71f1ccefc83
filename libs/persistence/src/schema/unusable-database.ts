/** The database cannot be used as it is; an operator has to act. */
export class UnusableDatabase extends Error {}
