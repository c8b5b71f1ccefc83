/**
 * Lets the server end a session five seconds after its client can no longer be reached, by default it takes two hours.
 * A client that is only slow keeps its session.
 */
export const ENDS_WITH_ITS_CLIENT =
  'set tcp_keepalives_idle = 2; set tcp_keepalives_interval = 1; set tcp_keepalives_count = 3';

/**
 * The same while an answer is under way, for sessions that hold a lock or listen. A client that takes none of what was
 * sent for five seconds loses its session, so this is for clients of small answers.
 */
export const ENDS_WITHOUT_ACKNOWLEDGEMENT = 'set tcp_user_timeout = 5000';
