import tls from 'node:tls';

/**
 * Makes the stock client, which has no such setting, trust the server's self-signed certificate,
 * which is still verified.
 * @returns undoes it
 */
export function trust(certificate: string, domain: string): () => void {
  const connect = tls.connect;
  tls.connect = ((options: tls.ConnectionOptions, ...more: never[]) =>
    connect({ ca: certificate, servername: domain, ...options }, ...more)) as typeof tls.connect;
  return () => {
    tls.connect = connect;
  };
}
