/** Where the programs of a cluster listen, on each machine alike. */
export const PORTS = {
  etcdPeers: 2380,
  etcdClients: 2379,
  patroni: 8008,
  postgresql: 5432,
  pgbouncer: 6432,
  /** where HAProxy leads PgBouncer to the server that takes writes */
  writable: 5000,
  api: 9090,
  management: 9190,
  /** of Prosody: bridge, BOSH, WebSocket and files */
  chatHttp: 5280,
  /** of the balancer, or of Prosody where there is none */
  clients: 5222,
  clientsWithTls: 5223,
  /** where the balancer finds Prosody, whose usual ports are its own */
  clientsBehindBalancer: 15222,
  clientsWithTlsBehindBalancer: 15223,
} as const;
