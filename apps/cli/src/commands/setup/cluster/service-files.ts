import type { Cluster, ClusterMachine } from './cluster-file.js';
import { inUrl, runsOn } from './cluster-file.js';
import type { ClusterSecrets } from './cluster-secrets.js';
import { DATABASE_PORT } from './database-files.js';
import { BEHIND_BALANCER } from './haproxy-cfg.js';

const bridgeOf = ({ address }: ClusterMachine) => `http://${inUrl(address)}:5280`;
const listed = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

/** What a Prosody has of its own, beside `/etc/prosody/chat-admin.cfg.lua`. */
export function clusterCfgLua(cluster: Cluster, machine: ClusterMachine): string {
  const balancers = cluster.balancer.map(({ address }) => address);
  const all = cluster.machines.map(({ address }) => address);
  const { plain, tls } = BEHIND_BALANCER;
  return [
    `chat_instance = "${machine.name}"`,
    `chat_bridge_address = "${bridgeOf(machine)}"`,
    `chat_bridge_allowed_addresses = { ${listed(['127.0.0.0/8', '::1', ...all])} }`,
    `http_interfaces = { ${listed(['127.0.0.1', '::1', machine.address])} }`,
    `trusted_proxies = { ${listed(['127.0.0.1', '::1', ...balancers])} }`,
    ...(balancers.length === 0
      ? []
      : [
          '-- HAProxy has 5222 and 5223.',
          `c2s_ports = { ${plain} }`,
          `c2s_direct_tls_ports = { ${tls} }`,
        ]),
    '',
  ].join('\n');
}

/** The settings of the services on this machine; those of Prosody alone where no API runs. */
export function serviceSettings(
  cluster: Cluster,
  machine: ClusterMachine,
): Readonly<Record<string, string>> {
  const { domain, chat, balancer } = cluster;
  if (!runsOn(cluster, 'api', machine)) return { XMPP_DOMAIN: domain };
  const common = {
    XMPP_DOMAIN: domain,
    DATABASE_MIGRATIONS: 'check',
    CHAT_SERVER_URL: chat.map(bridgeOf).join(','),
  };
  if (balancer.length === 0) return common;
  return {
    ...common,
    API_HOST: machine.address,
    API_PUBLIC_URL: `https://${domain}`,
    API_TRUSTED_PROXIES: balancer.map(({ address }) => address).join(','),
    // longer than two checks of the balancer
    API_DRAIN_DELAY_MS: '3000',
    MANAGEMENT_HOST: machine.address,
  };
}

/** The files of secrets below `/etc/chat-admin`, by name. */
export function serviceSecrets(
  cluster: Cluster,
  machine: ClusterMachine,
  secrets: ClusterSecrets,
): ReadonlyMap<string, string> {
  const addresses = cluster.database.map(({ address }) => address);
  const hosts = addresses.map((address) => `${inUrl(address)}:${DATABASE_PORT}`).join(',');
  const direct = (role: string, password: string) => `postgres://${role}:${password}@${hosts}/chat`;
  const app = direct('chat', secrets.app);
  const pooled = `postgres://chat:${secrets.app}@127.0.0.1:6432/chat`;
  const engine = `host=${addresses.join(',')} port=${DATABASE_PORT} dbname=chat user=chat_engine password=${secrets.engine} target_session_attrs=read-write`;
  const files = new Map<string, string>();
  const hasApi = runsOn(cluster, 'api', machine);
  const hasChat = runsOn(cluster, 'chat', machine);
  if (hasApi) {
    files.set('owner/database-migration-url', direct('chat_owner', secrets.owner));
    files.set('credentials/database-url', cluster.pooler ? pooled : app);
    if (cluster.pooler) files.set('credentials/database-direct-url', app);
  }
  if (hasChat) files.set('prosody/database', engine);
  if (hasApi || hasChat) files.set('credentials/chat-server-token', secrets.token);
  return files;
}
