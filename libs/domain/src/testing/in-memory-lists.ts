export { orderedArray as orderedList } from '../shared/ordered-array.js';

/** Contract: extensions E1.1 "Short search texts" */
export const isShort = (text: string): boolean => !/[\p{L}\p{N}]{3}/u.test(text);
