/** What a pooler lends a session of the server for; `none`: there is none. */
export type PoolMode = 'none' | 'session' | 'transaction';
