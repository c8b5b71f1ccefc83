/** The first line of each file. */
export const headOf = (domain: string, at = new Date()): string =>
  JSON.stringify({ format: 'chat-admin', version: 1, domain, exported_at: at.toISOString() });
