import type { Cluster, ClusterMachine } from './cluster-file.js';
import { inUrl, runsOn } from './cluster-file.js';
import type { ClusterSecrets } from './cluster-secrets.js';
import { PORTS } from './ports.js';

const bridgeOf = ({ address }: ClusterMachine) => `http://${inUrl(address)}:${PORTS.chatHttp}`;
const listed = (values: readonly string[]) => values.map((value) => `"${value}"`).join(', ');

/** What a Prosody has of its own, beside `/etc/prosody/chat-admin.cfg.lua`. */
export function clusterCfgLua(cluster: Cluster, machine: ClusterMachine): string {
  const balancers = cluster.balancer.map(({ address }) => address);
  const all = cluster.machines.map(({ address }) => address);
  return [
    `chat_instance = "${machine.name}"`,
    `chat_bridge_address = "${bridgeOf(machine)}"`,
    `chat_bridge_allowed_addresses = { ${listed(['127.0.0.0/8', '::1', ...all])} }`,
    `http_interfaces = { ${listed(['127.0.0.1', '::1', machine.address])} }`,
    `trusted_proxies = { ${listed(['127.0.0.1', '::1', ...balancers])} }`,
    ...(balancers.length === 0
      ? []
      : [
          `-- HAProxy has ${PORTS.clients} and ${PORTS.clientsWithTls}.`,
          `c2s_ports = { ${PORTS.clientsBehindBalancer} }`,
          `c2s_direct_tls_ports = { ${PORTS.clientsWithTlsBehindBalancer} }`,
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

/** A file of a secret below `/etc/chat-admin`. */
export interface ServiceSecret {
  readonly name: string;
  readonly text: string;
  /** the password in the text, or all of it */
  readonly password: string;
}

/** The files of secrets that a machine has. */
export function serviceSecrets(
  cluster: Cluster,
  machine: ClusterMachine,
  secrets: ClusterSecrets,
): readonly ServiceSecret[] {
  const addresses = cluster.database.map(({ address }) => address);
  const hosts = addresses.map((address) => `${inUrl(address)}:${PORTS.postgresql}`).join(',');
  const direct = (role: string, password: string) => `postgres://${role}:${password}@${hosts}/chat`;
  const { app, engine, owner, token } = secrets;
  const pooled = `postgres://chat:${app}@127.0.0.1:${PORTS.pgbouncer}/chat`;
  const ofChat = `host=${addresses.join(',')} port=${PORTS.postgresql} dbname=chat user=chat_engine password=${engine} target_session_attrs=read-write`;
  const secret = (name: string, text: string, password: string) => ({ name, text, password });
  const hasApi = runsOn(cluster, 'api', machine);
  const hasChat = runsOn(cluster, 'chat', machine);
  const isPooled = hasApi && cluster.pooler;
  return [
    ...(hasApi
      ? [
          secret('owner/database-migration-url', direct('chat_owner', owner), owner),
          secret('credentials/database-url', cluster.pooler ? pooled : direct('chat', app), app),
        ]
      : []),
    ...(isPooled ? [secret('credentials/database-direct-url', direct('chat', app), app)] : []),
    ...(hasChat ? [secret('prosody/database', ofChat, engine)] : []),
    ...(hasApi || hasChat ? [secret('credentials/chat-server-token', token, token)] : []),
  ];
}
