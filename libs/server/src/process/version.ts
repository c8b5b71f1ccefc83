/** The version of all parts, as in every package.json. */
export const VERSION = '0.4.0';

/** The commit that a release was made of. */
export const REVISION = process.env['CHAT_ADMIN_REVISION'] ?? 'unknown';
