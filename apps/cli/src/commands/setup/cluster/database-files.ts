import { stringify } from 'yaml';
import type { Cluster, ClusterMachine } from './cluster-file.js';
import { inUrl } from './cluster-file.js';
import type { ClusterSecrets } from './cluster-secrets.js';
import { PORTS } from './ports.js';

/** Patroni's own defaults suit it: `ttl` is at least `loop_wait` and twice `retry_timeout`. */
const FAILOVER = { ttl: 20, loop_wait: 3, retry_timeout: 5 };

/** The environment of etcd, which decides with a majority of its machines who leads. */
export function etcdEnvironment(cluster: Cluster, { name, address }: ClusterMachine): string {
  const url = (host: string, port: number) => `http://${inUrl(host)}:${port}`;
  const members = cluster.database.map((one) => `${one.name}=${url(one.address, PORTS.etcdPeers)}`);
  const clients = url(address, PORTS.etcdClients);
  return [
    `ETCD_NAME=${name}`,
    // not the one that the package has begun for a single machine
    'ETCD_DATA_DIR=/var/lib/etcd/chat',
    `ETCD_LISTEN_PEER_URLS=${url(address, PORTS.etcdPeers)}`,
    `ETCD_INITIAL_ADVERTISE_PEER_URLS=${url(address, PORTS.etcdPeers)}`,
    `ETCD_LISTEN_CLIENT_URLS=${clients},${url('127.0.0.1', PORTS.etcdClients)}`,
    `ETCD_ADVERTISE_CLIENT_URLS=${clients}`,
    `ETCD_INITIAL_CLUSTER=${members.join(',')}`,
    `ETCD_INITIAL_CLUSTER_TOKEN=chat-${cluster.domain}`,
    'ETCD_INITIAL_CLUSTER_STATE=new',
    '',
  ].join('\n');
}

/** The configuration of Patroni, which runs PostgreSQL. */
export function patroniYml(
  cluster: Cluster,
  { name, address }: ClusterMachine,
  secrets: ClusterSecrets,
): string {
  const { postgresql: version } = cluster;
  const home = '/var/lib/postgresql';
  const from = (host: string) => `${host}/${host.includes(':') ? 128 : 32}`;
  const host = (database: string, role: string, one: string) =>
    `host ${database} ${role} ${from(one)} scram-sha-256`;
  const rest = `${inUrl(address)}:${PORTS.patroni}`;
  return stringify(
    {
      scope: 'chat',
      name,
      restapi: {
        listen: rest,
        connect_address: rest,
        authentication: { username: 'patroni', password: secrets.patroni },
      },
      etcd3: { hosts: cluster.database.map((one) => `${inUrl(one.address)}:${PORTS.etcdClients}`) },
      bootstrap: {
        dcs: {
          ...FAILOVER,
          // only a standby that has every acknowledged change is promoted
          synchronous_mode: true,
          postgresql: {
            use_pg_rewind: true,
            use_slots: true,
            // of all servers alike, so not among those of one
            parameters: { max_connections: 200 },
          },
        },
        initdb: [{ encoding: 'UTF8' }, { locale: 'C.UTF-8' }, 'data-checksums'],
      },
      postgresql: {
        listen: `${address},127.0.0.1:${PORTS.postgresql}`,
        connect_address: `${inUrl(address)}:${PORTS.postgresql}`,
        data_dir: `${home}/${version}/chat`,
        bin_dir: `/usr/lib/postgresql/${version}/bin`,
        pgpass: `${home}/.pgpass-patroni`,
        authentication: {
          superuser: { username: 'postgres', password: secrets.superuser },
          replication: { username: 'replicator', password: secrets.replication },
        },
        parameters: {
          unix_socket_directories: '/var/run/postgresql',
          password_encryption: 'scram-sha-256',
        },
        pg_hba: [
          'local all postgres peer',
          host('all', 'all', '127.0.0.1'),
          host('replication', 'replicator', '127.0.0.1'),
          ...cluster.database.map((one) => host('replication', 'replicator', one.address)),
          ...cluster.machines.map((one) => host('all', 'all', one.address)),
        ],
      },
      watchdog: { mode: 'automatic', device: '/dev/watchdog', safety_margin: 5 },
    },
    { lineWidth: 0 },
  );
}

/** The configuration of PgBouncer beside an API; HAProxy leads it to the server that takes writes. */
export const pgbouncerIni = (): string =>
  [
    '[databases]',
    `chat = host=127.0.0.1 port=${PORTS.writable} dbname=chat`,
    '',
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${PORTS.pgbouncer}`,
    'unix_socket_dir = /var/run/postgresql',
    'auth_type = scram-sha-256',
    'auth_file = /etc/pgbouncer/userlist.txt',
    'pool_mode = transaction',
    'max_client_conn = 1000',
    'default_pool_size = 20',
    'pidfile = /var/run/postgresql/pgbouncer.pid',
    'logfile = /var/log/postgresql/pgbouncer.log',
    '',
  ].join('\n');
