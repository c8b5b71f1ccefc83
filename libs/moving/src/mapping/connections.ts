import type { ReportEntry } from '../report.js';
import type { ConnectionRow } from '../source.js';
import type { MovedJids } from './jids.js';
import { parseJid } from '@chat-admin/domain/shared/jid';

/** What of a link to a component or another server is left to the operator: lines for Prosody's configuration, without secret. */
export function connectionEntry(row: ConnectionRow, jids: MovedJids): ReportEntry {
  const { type, name, permission } = row;
  const shared = { kind: 'source', name, code: 'connection-dropped' } as const;
  const isBlocked = permission === 'blocked';
  if (type === 'server') {
    const port = row.remotePort === null ? '' : `, port ${row.remotePort}`;
    const wish = isBlocked ? 'was blocked' : 'was allowed';
    return {
      ...{ ...shared, field: 'ofRemoteServerConf' },
      text: `The server ${wish}${port}. There are no links to other servers; with "s2s" in modules_enabled: ${
        isBlocked ? 'block it in the firewall' : `s2s_secure_auth = true`
      }`,
    };
  }
  const domain = parseJid(name)?.domain;
  const host = name.includes('.') && domain ? jids.domainOf(domain) : `${name}.${jids.domain.name}`;
  const text = isBlocked
    ? 'The component was blocked; it needs nothing here.'
    : `For Prosody: Component "${host}" component_secret = "…"`;
  return { ...shared, field: 'ofExtComponentConf', text };
}
