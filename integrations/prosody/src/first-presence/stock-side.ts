import { mkdir, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { until } from '@chat-admin/debian-programs/until';
import { type BoundProcess, startBound } from '@chat-admin/processes/bound-process';
import { type Certificate, ensureCertificate } from '@chat-admin/prosody-server/certificate';
import { findProsody } from '@chat-admin/prosody-server/installed-prosody';
import { luaText } from '@chat-admin/prosody-server/lua-text';
import { DISABLED_MODULES, STOCK_MODULES } from '@chat-admin/prosody-server/prosody-modules';
import type { LuaValue } from '@chat-admin/prosody-server/prosody-options';
import type { Place } from '../transport.js';
import { type Side, somewhere } from './side.js';
import { fillFiles } from './stock-data.js';

/**
 * Debian's Prosody with its internal storage, otherwise configured like ours. @param cleanups
 * receives what stops it
 */
export async function stockSide(
  directory: string,
  visitors: readonly string[],
  cleanups: (() => Promise<unknown>)[],
): Promise<Side> {
  const place = await somewhere();
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const certificate = (await ensureCertificate(directory, place.domain))!;
  await fillFiles(directory, place.domain, visitors);
  const file = join(directory, 'prosody.cfg.lua');
  const settings = settingsOf(place, directory, certificate);
  const lines = Object.entries(settings).map(([name, value]) => `${name} = ${luaText(value)}`);
  await writeFile(file, [...lines, `VirtualHost ${luaText(place.domain)}`, ''].join('\n'));
  const { program } = await findProsody();
  let running: BoundProcess | null = null;
  const stop = async () => running?.stop();
  cleanups.unshift(stop);
  return {
    name: 'stock',
    place,
    roundTrips: () => 0,
    startCold: async () => {
      await stop();
      running = startBound(program, ['-F', '--config', file]);
      await until('stock Prosody serves', () => serves(place));
      return certificate.certificate;
    },
  };
}

function settingsOf(
  { host, clientPort }: Place,
  directory: string,
  certificate: Certificate,
): Record<string, LuaValue> {
  return {
    run_as_root: process.getuid?.() === 0,
    data_path: directory,
    modules_enabled: STOCK_MODULES,
    modules_disabled: DISABLED_MODULES,
    log: [{ levels: { min: 'warn' }, to: 'stdout' }],
    gc: { mode: 'incremental', threshold: 200 },
    network_settings: { nagle: false },
    interfaces: [host],
    c2s_ports: [clientPort],
    c2s_direct_tls_ports: [],
    http_ports: [],
    https_ports: [],
    ssl: { ...certificate },
    authentication: 'internal_hashed',
    password_hash: 'SHA-256',
    storage: 'internal',
    blocklist_cache_size: 5_000,
    pep_service_cache_size: 5_000,
  };
}

function serves({ host, clientPort }: Place): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(clientPort, host);
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
