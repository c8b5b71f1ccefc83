/** An operator has to act: the database cannot be used as it is. */
export class UnusableDatabase extends Error {}
