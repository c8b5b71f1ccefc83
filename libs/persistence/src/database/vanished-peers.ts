/** By setting. Five seconds, by default it takes two hours. */
export const KEEPALIVES = {
  tcp_keepalives_idle: '2',
  tcp_keepalives_interval: '1',
  tcp_keepalives_count: '3',
} as const;

/**
 * Lets the server end a session five seconds after its client can no longer be reached.
 * A client that is only slow keeps its session.
 */
export const ENDS_WITH_ITS_CLIENT = Object.entries(KEEPALIVES)
  .map(([name, value]) => `set ${name} = ${value}`)
  .join('; ');

/**
 * The same while an answer is under way, for sessions that hold a lock or listen. A client that takes none of what was
 * sent for five seconds loses its session, so this is for clients of small answers.
 */
export const ENDS_WITHOUT_ACKNOWLEDGEMENT = 'set tcp_user_timeout = 5000';
