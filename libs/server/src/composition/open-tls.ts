import type { Logger } from 'pino';
import type { Instruments } from '../metrics/instruments.js';
import { ListenerTls } from '../process/listener-tls.js';
import type { TlsFiles } from '../process/listener-tls.js';

/** TLS of the two listeners of an app, `null` for one without. */
export interface AppTls {
  readonly service: ListenerTls | null;
  readonly management: ListenerTls | null;
}

/** @throws ConfigurationFaults */
export function openTls(
  files: { readonly service: TlsFiles | null; readonly management: TlsFiles | null },
  log: Logger,
  metrics: Instruments,
): AppTls {
  const open = (of: TlsFiles | null) => of && ListenerTls.open(of, log);
  const tls = { service: open(files.service), management: open(files.management) };
  const used = Object.entries(tls).flatMap(([name, one]) => (one ? [[name, one] as const] : []));
  for (const [, { remark }] of used) if (remark !== null) log.warn(remark);
  if (used.length > 0) {
    metrics.reading('chat_admin_tls_not_after_timestamp_seconds', () =>
      used.map(([name, { notAfter }]) => [[name], notAfter.getTime() / 1000] as const),
    );
  }
  return tls;
}
