export { createChatAdminClient, dataOf } from './client.js';
export type { ChatAdminClient, ClientOptions, Credentials } from './client.js';
export { ChatAdminError } from './errors.js';
export { eventsOf } from './events.js';
export type { ChatAdminEvent, EventOptions } from './events.js';
export { entriesOf, pagesOf } from './pages.js';
export type { Entry, ListPath, ListRequest, Page } from './pages.js';
export type { components, operations, paths } from './description.js';
export type { RetryOptions } from './retries.js';
