import { readFile } from 'node:fs/promises';
import { ConnectionFault, OperationRefused } from './connection-fault.js';
import type { FaultStep } from './connection-fault.js';
import { DirectoryClient } from './directory-client.js';
import type { DirectoryConfiguration } from './directory-configuration.js';
import { passwordIn } from './directory-file.js';
import type { Limits } from './ldap-connection.js';
import type { ServerAddress } from './open-connection.js';

export interface ReaderConnection {
  readonly client: DirectoryClient;
  readonly server: ServerAddress;
}

export interface ConnectOptions {
  readonly limits: Limits;
  readonly connectMs?: number;
  readonly signal?: AbortSignal | undefined;
}

const INVALID_CREDENTIALS = 49;

/**
 * Connects to the first server that answers, and binds as the reader.
 * @throws ConnectionFault, OperationRefused of the last one that was tried; a refused password is not tried at others, where it
 * would count again
 */
export async function connectReader(
  configuration: DirectoryConfiguration,
  options: ConnectOptions,
): Promise<ReaderConnection> {
  let last: unknown = new ConnectionFault('connect', 'there is no server');
  for (const server of configuration.servers) {
    try {
      return { server, client: await bindReader(configuration, server, options) };
    } catch (error) {
      last = error;
      const isRefused = error instanceof OperationRefused && error.code === INVALID_CREDENTIALS;
      if (isRefused || options.signal?.aborted === true) break;
    }
  }
  throw last;
}

/** @param step is told each step before it is tried @throws ConnectionFault, OperationRefused */
export async function bindReader(
  { reader, passwordFile }: DirectoryConfiguration,
  server: ServerAddress,
  { limits, connectMs, signal }: ConnectOptions,
  step: (name: FaultStep) => void = () => undefined,
): Promise<DirectoryClient> {
  const client = await DirectoryClient.open(server, limits, {
    step,
    ...(connectMs === undefined ? {} : { connectMs }),
    ...(signal === undefined ? {} : { signal }),
  });
  try {
    step('bind');
    const text = await readFile(passwordFile, 'utf8').catch(({ code }: NodeJS.ErrnoException) => {
      throw new ConnectionFault(
        'bind',
        `${passwordFile} cannot be read (${code ?? 'unknown reason'})`,
      );
    });
    const password = passwordIn(text);
    if (password === '') throw new ConnectionFault('bind', `${passwordFile} has no password`);
    const { code, diagnostic } = await client.bind(reader, password);
    if (code !== 0) throw new OperationRefused(code, diagnostic);
    return client;
  } catch (error) {
    client.close();
    throw error;
  }
}
