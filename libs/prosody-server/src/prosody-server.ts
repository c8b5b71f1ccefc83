import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type BoundProcess, type Ending, startBound } from '@chat-admin/processes/bound-process';
import { type Certificate, ensureCertificate } from './certificate.js';
import { assertFree } from './free-ports.js';
import { findProsody } from './installed-prosody.js';
import {
  OWN_CONFIGURATION,
  prosodyConfiguration,
  TOKEN_VARIABLE,
} from './prosody-configuration.js';
import { inUrl, type ProsodyOptions } from './prosody-options.js';

export interface RunningProsody {
  readonly pid: number;
  readonly version: string;
  /** names of optional modules that it does without, since they are not installed */
  readonly lacking: readonly string[];
  /** where the HTTP port is reached: bridge, BOSH at `/http-bind`, WebSocket at `/xmpp-websocket` */
  readonly url: string;
  readonly certificate: Certificate | null;
  /** resolves when it has ended for any reason */
  readonly ended: Promise<Ending>;
  /** the last lines of its log */
  output(): string;
  /** Stops it, disconnecting clients; killed if that takes longer than ten seconds. */
  stop(): Promise<void>;
  /** `kill -9` */
  kill(): Promise<void>;
}

export interface StartOptions extends ProsodyOptions {
  /** aborts the start, leaving nothing running; no effect afterwards */
  readonly signal?: AbortSignal;
  /** where to look for the program; default: PATH */
  readonly folders?: readonly string[];
  /** receives its log as it is written */
  readonly onOutput?: (text: string) => void;
}

/** It was started but did not become ready. */
export class ProsodyNotReady extends Error {
  /** @param reason without a full stop */
  constructor(
    readonly reason: string,
    log: string,
  ) {
    super(`${reason}. Its log:\n${log}`);
  }
}

/** After this time, a process that is neither ready nor ended is considered stuck. */
const TIMEOUT_MS = 60_000;
const PAUSE_MS = 25;
/** Listening can fail although the port was free a moment ago. */
const PORT_LOST = /Failed to open server port.*/;

/**
 * Starts Prosody in the foreground. It is ready when the bridge answers, whether or not it is
 * attached to the database.
 * @throws ProsodyUnusable, PortUnusable, ProsodyNotReady with the end of its log
 */
export async function startProsody(options: StartOptions): Promise<RunningProsody> {
  const { directory, domain, signal, host = '127.0.0.1', clientPort, tlsPort, httpPort } = options;
  const { program, version, optional, lacking } = await findProsody(options.folders);
  await assertFree(host, {
    clients: clientPort,
    ...(tlsPort === undefined ? {} : { 'clients with TLS': tlsPort }),
    'BOSH and WebSocket': httpPort,
  });
  await mkdir(join(directory, OWN_CONFIGURATION), { recursive: true, mode: 0o700 });
  const certificate = await ensureCertificate(directory, domain);
  const file = join(directory, 'prosody.cfg.lua');
  const asRoot = process.getuid?.() === 0;
  await writeFile(file, prosodyConfiguration(options, { certificate, asRoot, optional }));
  signal?.throwIfAborted();
  const server = startBound(program, ['-F', '--config', file], {
    environment: {
      [TOKEN_VARIABLE]: options.bridgeToken,
      PGPASSWORD: options.database.password,
    },
    ...(options.onOutput ? { onOutput: options.onOutput } : {}),
  });
  const url = `http://${inUrl(host)}:${httpPort}`;
  try {
    await untilReady(server, url, options);
  } catch (error) {
    await server.kill();
    throw error;
  }
  const { pid, ended, output, stop, kill } = server;
  return { pid, version, lacking, url, certificate, ended, output, stop, kill };
}

async function untilReady(
  server: BoundProcess,
  url: string,
  { signal, bridgeToken }: StartOptions,
): Promise<void> {
  let over = false;
  const mark = () => (over = true);
  const ended = server.ended.then(mark, mark);
  const end = performance.now() + TIMEOUT_MS;
  while (!(await answers(url, bridgeToken))) {
    signal?.throwIfAborted();
    await Promise.race([ended, delay(PAUSE_MS)]);
    const fault = PORT_LOST.exec(server.output())?.[0];
    if (fault) throw new Error(fault);
    if (over) throw new ProsodyNotReady('it ended immediately', server.output());
    if (performance.now() > end) {
      throw new ProsodyNotReady('it does not become ready', server.output());
    }
  }
}

async function answers(url: string, token: string): Promise<boolean> {
  try {
    const reply = await fetch(`${url}/bridge/health`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.timeout(2_000),
    });
    await reply.arrayBuffer();
    return reply.ok;
  } catch {
    return false;
  }
}
