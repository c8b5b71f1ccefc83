/** What a request says that nothing reads. Contract: core 1.6, CK-4 */
export const IGNORED_HEADER = 'X-Ignored';
