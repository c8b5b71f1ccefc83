import tls from 'node:tls';

/**
 * Lets the stock client, which takes no such setting, believe the server's self-signed certificate. It is verified all the same.
 * @returns takes that back
 */
export function trust(certificate: string, domain: string): () => void {
  const connect = tls.connect;
  tls.connect = ((options: tls.ConnectionOptions, ...more: never[]) =>
    connect({ ca: certificate, servername: domain, ...options }, ...more)) as typeof tls.connect;
  return () => {
    tls.connect = connect;
  };
}
