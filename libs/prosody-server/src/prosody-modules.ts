/** All modules that Prosody loads. Ours are in `integrations/prosody/modules`. */

/** Prosody's own, for every host. */
export const STOCK_MODULES = [
  // what every client expects
  ...['disco', 'roster', 'saslauth', 'tls', 'register', 'blocklist', 'private', 'vcard', 'pep'],
  ...['ping', 'version', 'time', 'uptime'],
  // several devices, bad networks
  ...['carbons', 'mam', 'smacks', 'csi_simple'],
  // other ways in
  ...['bosh', 'websocket'],
  // for Prometheus
  'http_openmetrics',
];

export interface OptionalModule {
  /** Debian's name */
  readonly package: string;
  /** the only series whose package has one that works; default: each */
  readonly series?: string;
}

/** Those that Prosody does well without, in packages of their own, for every host. */
export const OPTIONAL_MODULES: Readonly<Record<string, OptionalModule>> = {
  cloud_notify: { package: 'prosody-modules' }, // wakes up phones
  // logins in fewer round trips, and with tokens instead of passwords
  ...sinceDebian13('sasl2', 'sasl2_bind2', 'sasl2_sm', 'sasl2_fast'),
};

function sinceDebian13(...names: readonly string[]): Record<string, OptionalModule> {
  return Object.fromEntries(
    names.map((name) => [name, { package: 'prosody-modules', series: '13.0' }]),
  );
}

/** Loaded by default, but not wanted: there are no other servers to talk to. */
export const DISABLED_MODULES = ['s2s', 's2s_auth_certs'];

/** Components below the XMPP domain, the module of each by its first label. */
export const COMPONENTS: Readonly<Record<string, string>> = { upload: 'http_file_share' };

/** Ours, for the whole server. */
export const GLOBAL_MODULES = ['chat_database'];

/**
 * Ours that the XMPP domain cannot do without. `chat_services` creates the MUC components at run time and loads the room modules on
 * them.
 */
export const NEEDED_MODULES = [
  'chat_accounts',
  'chat_archive',
  'chat_sessions',
  'chat_rosters',
  'chat_presence',
  'chat_avatars',
  'chat_bookmarks',
  'chat_bridge',
  'chat_outage',
  'chat_services',
  'chat_reconcile',
];

/**
 * Ours, for the XMPP domain: besides, what configurations of former releases lack, and what does nothing unless its option asks
 * for it.
 */
export const DOMAIN_MODULES = [
  ...NEEDED_MODULES,
  'chat_files',
  'chat_reports',
  'chat_lenient_acks',
];

/** Those of others in whose place one of ours is, and which must not be loaded as well. */
export const REPLACED_MODULES: Readonly<Record<string, string>> = {
  bookmarks: 'chat_bookmarks',
  bookmarks2: 'chat_bookmarks',
};

/**
 * Stores that lie in the rows of this service, and so go where an account goes; roles are asked for as 13.0 (`account_roles`)
 * and 0.12 (`roles`) do. All others lie in Prosody's own tables,
 * schema `prosody`, under the name of the account: `accounts`, `accounts_cleanup`, `archive_prefs`, `blocklist`, `cloud_notify`,
 * `fast_tokens`, `offline`, `pep`, `private` and those of personal events (`pep_…`), which `pep_data` stands for: of these only avatars are ours.
 */
export const OWN_STORES = {
  archive: 'chat',
  roster: 'chat',
  vcard: 'chat',
  pep_data: 'chat',
  account_roles: 'chat',
  roles: 'chat',
};
