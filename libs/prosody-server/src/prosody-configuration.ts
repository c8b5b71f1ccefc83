import { fileURLToPath } from 'node:url';
import { type Certificate, certificatesIn } from './certificate.js';
import { luaText } from './lua-text.js';
import {
  COMPONENTS,
  DISABLED_MODULES,
  DOMAIN_MODULES,
  GLOBAL_MODULES,
  OWN_STORES,
  STOCK_MODULES,
} from './prosody-modules.js';
import {
  inUrl,
  isLoopback,
  LuaExpression,
  type LuaValue,
  type ProsodyOptions,
} from './prosody-options.js';

/** The location of our modules; the same from `src` and from `dist`. */
export const MODULES_DIRECTORY = fileURLToPath(
  new URL('../../../integrations/prosody/modules', import.meta.url),
);

/**
 * Environment variables from which the configuration reads secrets, which must be neither in a file
 * nor on a command line.
 */
export const TOKEN_VARIABLE = 'CHAT_BRIDGE_TOKEN';

/**
 * Prosody's stock storage has a separate schema. It creates missing tables at each start, with a
 * notice for each existing one. Its statements block all of Prosody while they wait. A session whose
 * Prosody cannot be reached any more ends within seconds, with the locks that it holds.
 */
const STOCK_STORAGE = `options='${[
  'search_path=prosody',
  ...['lock_timeout=1000', 'statement_timeout=5000'],
  ...['tcp_keepalives_idle=2', 'tcp_keepalives_interval=1', 'tcp_keepalives_count=3'],
  ...['tcp_user_timeout=5000', 'client_min_messages=warning'],
]
  .map((setting) => `-c ${setting}`)
  .join(' ')}'`;

interface HostFacts {
  /** `null`: clients cannot use TLS */
  readonly certificate: Certificate | null;
  /** whether the process will run as root, which Prosody refuses by default */
  readonly asRoot: boolean;
  /** names of optional modules to load */
  readonly optional: readonly string[];
}

/** In the directory of {@link ProsodyOptions}: what an operator wants otherwise, or besides (`*.cfg.lua`). */
export const OWN_CONFIGURATION = 'conf.d';

/** The text of `prosody.cfg.lua`. Holds no secret. */
export function prosodyConfiguration(options: ProsodyOptions, facts: HostFacts): string {
  const { domain, settings = {} } = options;
  const all = { ...globalSettings(options, facts), ...settings };
  const lines = Object.entries(all).map(([name, value]) => `${name} = ${luaText(value)}`);
  const host = {
    modules_enabled: DOMAIN_MODULES,
    authentication: 'chat',
    storage: OWN_STORES,
    archive_expires_after: 'never', // the service deletes, when it is told to
    // that of all but administrators, however an account is made: `prosodyctl adduser` names it
    default_user_role: 'prosody:member',
    register_ibr_default_role: 'prosody:member',
  };
  const hostLines = Object.entries(host).map(([name, value]) => `  ${name} = ${luaText(value)}`);
  return [
    `-- Written anew at each start. What is to be different goes into ${OWN_CONFIGURATION}/*.cfg.lua.`,
    ...lines,
    '',
    `VirtualHost ${luaText(domain)}`,
    ...hostLines,
    ...Object.entries(COMPONENTS).flatMap(([label, module]) => [
      '',
      `Component ${luaText(`${label}.${domain}`)} ${luaText(module)}`,
      `  http_host = ${luaText(domain)}`, // one name, and one certificate, for all of HTTP
      '  http_file_share_expires_after = -1', // the service says when
    ]),
    '',
    `Include ${luaText(`${OWN_CONFIGURATION}/*.cfg.lua`)}`,
    '',
  ].join('\n');
}

function globalSettings(
  options: ProsodyOptions,
  { certificate, asRoot, optional }: HostFacts,
): Record<string, LuaValue> {
  const { host = '127.0.0.1', directory, database, tlsPort, logLevel = 'info' } = options;
  return {
    ...(asRoot ? { run_as_root: true } : {}),
    plugin_paths: [MODULES_DIRECTORY],
    modules_enabled: [...STOCK_MODULES, ...optional, ...GLOBAL_MODULES],
    modules_disabled: DISABLED_MODULES,
    data_path: directory,
    log: [{ levels: { min: logLevel }, to: 'stdout', timestamps: true }],
    // under load the default collects garbage more than half of the time; this takes a fifth more
    // memory
    gc: { mode: 'incremental', threshold: 200 },
    // otherwise responses of two writes would wait for the acknowledgement of the first
    network_settings: { nagle: false },

    interfaces: [host],
    c2s_ports: [options.clientPort],
    c2s_direct_tls_ports: tlsPort === undefined || !certificate ? [] : [tlsPort],
    http_interfaces: [host],
    http_ports: [options.httpPort],
    https_ports: [],
    // the bridge, BOSH and WebSocket accept any host name
    http_default_host: options.domain,
    http_external_url: options.externalUrl ?? `http://${inUrl(host)}:${options.httpPort}/`,
    // only for loopback addresses (`openmetrics_allow_ips`), at the moment of the question
    statistics: 'internal',
    statistics_interval: 'manual',
    certificates: certificatesIn(directory),
    ...(certificate ? { ssl: { ...certificate } } : {}),
    c2s_require_encryption: !isLoopback(host),
    allow_unencrypted_plain_auth: false,
    consider_bosh_secure: false,
    consider_websocket_secure: false,
    allow_registration: options.allowRegistration ?? isLoopback(host),

    default_storage: 'sql',
    sql: { driver: 'PostgreSQL', database: `${database.conninfo} ${STOCK_STORAGE}` },
    chat_database: database.conninfo,
    ...(options.instance === undefined ? {} : { chat_instance: options.instance }),
    chat_bridge_token: new LuaExpression(`ENV_${TOKEN_VARIABLE}`),

    // the default cache of 64 would read block lists from the database for every message in larger systems
    blocklist_cache_size: 5_000,
    // those whom somebody blocks are told so, as XEP-0191 says; by default Prosody 13 drops their messages silently
    bounce_blocked_messages: true,
    // the default of 1,000 would recreate PEP services constantly with more contacts than that
    pep_service_cache_size: 5_000,

    // rooms are rows: none may be evicted, leave a tombstone, or lose its history
    muc_room_cache_size: 1_000_000,
    muc_tombstones: false,
    muc_log_expires_after: 'never',
  };
}
