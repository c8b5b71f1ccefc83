export { createChatAdminClient, dataOf } from './client.js';
export type { ChatAdminClient, ClientOptions, Credentials } from './client.js';
export { ChatAdminError } from './errors.js';
export type { components, operations, paths } from './description.js';
export type { RetryOptions } from './retries.js';
