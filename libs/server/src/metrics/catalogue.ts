import { DIRECTORY_METRICS } from './directory-catalogue.js';

/** What an app tells Prometheus. */
export interface MetricDescription {
  readonly type: 'counter' | 'gauge' | 'histogram';
  /** a sentence without full stop, as Prometheus shows it */
  readonly help: string;
  readonly labels: readonly string[];
  /** what has to be attached; otherwise both apps have it always */
  readonly needs?: 'TLS' | 'a chat server' | 'Redis' | 'the user service' | 'the API';
}

/**
 * All metrics besides those of the process. Names follow OpenTelemetry's where it has some. No label holds the name of a
 * user, group, room or key.
 */
export const METRICS = {
  http_server_request_duration_seconds: {
    type: 'histogram',
    help: 'Time from the head of a request to the end of its answer, by route template',
    labels: ['http_request_method', 'http_route', 'http_response_status_code'],
  },
  http_server_active_requests: {
    type: 'gauge',
    help: 'Requests that are being answered',
    labels: ['http_request_method', 'http_route'],
  },
  chat_admin_build_info: {
    type: 'gauge',
    help: 'Always 1; its labels say what is running',
    labels: ['version', 'revision', 'node'],
  },
  chat_admin_ready: {
    type: 'gauge',
    help: 'Whether a check of readiness passes',
    labels: ['check'],
  },
  chat_admin_refused_requests_total: {
    type: 'counter',
    help: 'Requests refused before they reached an endpoint, by exception',
    labels: ['reason'],
  },
  chat_admin_logins_total: {
    type: 'counter',
    help: 'Credentials that were checked, by what was offered; outcome is accepted or refused',
    labels: ['scheme', 'outcome'],
  },
  db_client_connections: {
    type: 'gauge',
    help: 'Connections of the pool to the database; state is idle or used',
    labels: ['state'],
  },
  db_client_connection_pending_requests: {
    type: 'gauge',
    help: 'Waiting for a connection of the pool',
    labels: [],
  },
  db_client_connection_wait_time_seconds: {
    type: 'histogram',
    help: 'How long a connection of the pool was waited for',
    labels: [],
  },
  db_client_operation_duration_seconds: {
    type: 'histogram',
    help: 'Statements of the database; kind is read, write or list, outcome is ok or error',
    labels: ['kind', 'outcome'],
  },
  chat_admin_database_writable: {
    type: 'gauge',
    help: 'Whether the database takes writes, as far as it is known',
    labels: [],
  },
  chat_admin_change_feed_up: {
    type: 'gauge',
    help: 'Whether change notices of the database are received',
    labels: [],
  },
  chat_admin_database_pooler: {
    type: 'gauge',
    help: 'Always 1; mode is what was found between this instance and the database when it started: none, session or transaction',
    labels: ['mode'],
  },
  chat_admin_database_unnamed_statements: {
    type: 'gauge',
    help: 'Whether statements are sent unnamed because a pooler did not follow their names',
    labels: [],
  },
  chat_admin_schema_level: {
    type: 'gauge',
    help: 'Number of migrations; which is program (that it knows) or database (that it has)',
    labels: ['which'],
  },
  chat_admin_objects: {
    type: 'gauge',
    help: 'Stored objects by kind, counted at most every 30 seconds',
    labels: ['kind'],
  },
  chat_admin_accounts_sha1_only: {
    type: 'gauge',
    help: 'Accounts without keys of SCRAM-SHA-256, which is not offered before they have logged in with their password as text; counted at most every 30 seconds',
    labels: [],
  },
  chat_admin_audit_entries_total: {
    type: 'counter',
    help: 'Audit entries of this process; outcome is stored or lost',
    labels: ['outcome'],
  },
  chat_admin_audit_backlog: {
    type: 'gauge',
    help: 'Audit entries of requests without a change that are being written',
    labels: [],
  },
  chat_admin_audit_unsealed: {
    type: 'gauge',
    help: 'Age in seconds of the oldest audit entry without a seal, 0 when there is none',
    labels: [],
    needs: 'the API',
  },
  chat_admin_messages_removed_total: {
    type: 'counter',
    help: 'Messages of archives and chat rooms that this process has deleted; how is retention',
    labels: ['how'],
    needs: 'the API',
  },
  chat_admin_held_messages: {
    type: 'gauge',
    help: 'Copies of messages that are gone or were changed and that holds keep, at most 1,000,000',
    labels: [],
    needs: 'the API',
  },
  chat_admin_reports: {
    type: 'gauge',
    help: 'Reports of spam and abuse that are not closed, at most 100,000; status is open or acting',
    labels: ['status'],
    needs: 'the API',
  },
  chat_admin_reports_open_seconds: {
    type: 'gauge',
    help: 'Age of the oldest report that nobody has begun with, 0 when there is none',
    labels: [],
    needs: 'the API',
  },
  chat_admin_reports_refused_total: {
    type: 'counter',
    help: 'Reports that were refused because their reporter, or another server, had made too many',
    labels: [],
    needs: 'the API',
  },
  chat_admin_tls_not_after_timestamp_seconds: {
    type: 'gauge',
    help: 'When the certificate of a listener expires; listener is service or management',
    labels: ['listener'],
    needs: 'TLS',
  },
  chat_server_up: {
    type: 'gauge',
    help: 'Whether the chat server is available',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_request_duration_seconds: {
    type: 'histogram',
    help: 'Calls of the chat server; outcome is ok, refused, late or failed',
    labels: ['operation', 'outcome'],
    needs: 'a chat server',
  },
  chat_server_deferred_notices_total: {
    type: 'counter',
    help: 'Change notices not delivered to the chat server, which catches up by itself',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_sessions: {
    type: 'gauge',
    help: 'Sessions on the chat server by its last probe; absent while it does not answer',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_occupants: {
    type: 'gauge',
    help: 'Occupants of its rooms, likewise',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_takeovers_total: {
    type: 'counter',
    help: 'How often this instance has seen another chat server serve than before',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_nodes: {
    type: 'gauge',
    help: 'Chat servers on this database by state: active serves, waiting takes over',
    labels: ['state'],
    needs: 'a chat server',
  },
  chat_server_epoch: {
    type: 'gauge',
    help: 'Number of the lease of the chat server that serves, another one after each takeover or restart; absent while none does',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_lease_seconds: {
    type: 'gauge',
    help: 'Length of its lease, chat_lease: another chat server takes over when it was not renewed for so long',
    labels: [],
    needs: 'a chat server',
  },
  chat_server_lease_age_seconds: {
    type: 'gauge',
    help: 'Time since the chat server that serves has renewed its lease, once in chat_lease / 6',
    labels: [],
    needs: 'a chat server',
  },
  chat_admin_redis_up: {
    type: 'gauge',
    help: 'Whether Redis is connected',
    labels: [],
    needs: 'Redis',
  },
  chat_admin_redis_request_duration_seconds: {
    type: 'histogram',
    help: 'Calls of Redis; outcome is ok or error',
    labels: ['outcome'],
    needs: 'Redis',
  },
  chat_admin_cluster_nodes: {
    type: 'gauge',
    help: 'Instances in the cluster, 0 while this one is not in it',
    labels: [],
    needs: 'Redis',
  },
  chat_admin_jobs: {
    type: 'gauge',
    help: 'Bulk jobs of all instances by state',
    labels: ['state'],
    needs: 'the API',
  },
  chat_admin_job_items_total: {
    type: 'counter',
    help: 'Lines of bulk jobs that this instance has done, by type and what became of them',
    labels: ['kind', 'outcome'],
    needs: 'the API',
  },
  chat_admin_job_duration_seconds: {
    type: 'histogram',
    help: 'From the first line to the end of bulk jobs that ended at this instance, by type and state',
    labels: ['kind', 'outcome'],
    needs: 'the API',
  },
  ...DIRECTORY_METRICS,
  chat_admin_outbox_pending: {
    type: 'gauge',
    help: 'Events of committed changes that wait for their ids, counted up to 100000',
    labels: [],
    needs: 'the API',
  },
  chat_admin_outbox_oldest_seconds: {
    type: 'gauge',
    help: 'How long the first of these events waits',
    labels: [],
    needs: 'the API',
  },
  chat_admin_webhook_deliveries_total: {
    type: 'counter',
    help: 'Attempts of this instance to deliver events to webhooks: delivered, again (failed, to be repeated) or failed (given up)',
    labels: ['outcome'],
    needs: 'the API',
  },
  chat_admin_webhook_deliveries_pending: {
    type: 'gauge',
    help: 'Deliveries to webhooks, of all instances, that are neither delivered nor given up',
    labels: [],
    needs: 'the API',
  },
  legacy_userservice_requests_total: {
    type: 'counter',
    help: 'Calls of the deprecated user service by client address, type, HTTP status and error text',
    labels: ['address', 'type', 'status', 'error'],
    needs: 'the user service',
  },
} as const satisfies Readonly<Record<string, MetricDescription>>;

export type MetricName = keyof typeof METRICS;
