/** Where a history comes from, unless from what is stored. Contract: muc-and-legacy 8.3, CK-15 */
export const HISTORY_HEADER = 'X-History';
