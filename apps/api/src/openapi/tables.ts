import { CSV, JSON_LINES } from '../http/negotiation.js';

/** Each line is what the document has as an entry, or what the contract says of its type. */
export const TABLES = {
  [CSV]: { schema: { type: 'string', description: 'RFC 4180, with a header line' } },
  [JSON_LINES]: { schema: { type: 'string', description: 'A JSON object on each line' } },
};
