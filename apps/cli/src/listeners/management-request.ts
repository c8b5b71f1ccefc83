import type { ApiConfig } from '@chat-admin/api/config';
import { socketPath } from '@chat-admin/server/process/listen-address';
import { tlsFilesOf } from '@chat-admin/server/process/listener-tls';
import { askListener, shownPlace } from './listener-request.js';

export interface ManagementAnswer {
  readonly ok: boolean;
  readonly text: string;
}

/**
 * Asks the management listener of this machine, as its settings say it listens.
 * @param path such as `/livez`
 */
export async function askManagement(config: ApiConfig, path: string): Promise<ManagementAnswer> {
  const { managementHost: host, managementPort: port } = config;
  try {
    const tls = tlsFilesOf(config).management;
    const { status, text } = await askListener({ host, port, tls }, path);
    return { ok: status === 200, text: text.trim() || String(status) };
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException;
    const place = shownPlace({ host, port });
    const shown = socketPath(host) === null ? `${place}${path}` : `${place} ${path}`;
    return { ok: false, text: `${shown}: ${code ?? message}` };
  }
}
