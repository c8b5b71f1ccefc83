/** Levels of a document. */
export const MAX_DEPTH = 64;
const MAX_PARTS = 500_000;
export const MAX_ELEMENTS = { things: 'elements', most: MAX_PARTS };
export const MAX_VALUES = { things: 'values', most: MAX_PARTS };
/** No document has nearly as many; names cost more than values. */
export const MAX_MEMBERS = { things: 'members of an object', most: 5_000 };
