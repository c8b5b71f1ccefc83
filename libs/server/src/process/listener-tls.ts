import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync, statSync, watch } from 'node:fs';
import type { FSWatcher } from 'node:fs';
import { dirname } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { SecureContextOptions } from 'node:tls';
import { ConfigurationFaults } from '@chat-admin/configuration/load-config';

/** The files of a listener, as its settings name them. */
export interface TlsFiles {
  /** before `_CERT_FILE` and so on: `API_TLS` */
  readonly prefix: string;
  readonly certFile: string;
  readonly keyFile: string;
  /** of those who sign the certificates of clients; `null`: nobody has to show one */
  readonly clientCaFile: string | null;
}

/** The settings of the two listeners of an app. */
export interface TlsSettings {
  /** names of settings */
  readonly listenerSettings: { readonly host: string; readonly managementHost: string };
  readonly tlsCertFile: string | null;
  readonly tlsKeyFile: string | null;
  readonly managementTlsCertFile: string | null;
  readonly managementTlsKeyFile: string | null;
  readonly managementTlsClientCaFile: string | null;
}

/** `null` for a listener without TLS. */
export function tlsFilesOf(settings: TlsSettings): {
  readonly service: TlsFiles | null;
  readonly management: TlsFiles | null;
} {
  const { listenerSettings: names } = settings;
  const files = (host: string, cert: string | null, key: string | null, ca: string | null) =>
    cert === null || key === null
      ? null
      : { prefix: host.replace(/HOST$/, 'TLS'), certFile: cert, keyFile: key, clientCaFile: ca };
  return {
    service: files(names.host, settings.tlsCertFile, settings.tlsKeyFile, null),
    management: files(
      names.managementHost,
      settings.managementTlsCertFile,
      settings.managementTlsKeyFile,
      settings.managementTlsClientCaFile,
    ),
  };
}

interface Log {
  info(message: string): void;
  error(message: string): void;
}

/** What a server takes over without breaking connections. */
export interface TlsServer {
  setSecureContext(options: SecureContextOptions): void;
}

interface Loaded {
  readonly options: SecureContextOptions;
  readonly notAfter: Date;
  readonly names: readonly string[];
  /** of all files */
  readonly content: string;
  /** what is unwise about the file of the key; `null`: nothing */
  readonly remark: string | null;
}

/** AEAD with keys that are forgotten (RFC 9325, 4.2): the suites of TLS 1.3, and those of TLS 1.2 with ECDHE. */
const SUITES = [
  ...['TLS_AES_256_GCM_SHA384', 'TLS_CHACHA20_POLY1305_SHA256', 'TLS_AES_128_GCM_SHA256'],
  ...['ECDHE-ECDSA-AES128-GCM-SHA256', 'ECDHE-RSA-AES128-GCM-SHA256'],
  ...['ECDHE-ECDSA-AES256-GCM-SHA384', 'ECDHE-RSA-AES256-GCM-SHA384'],
  ...['ECDHE-ECDSA-CHACHA20-POLY1305', 'ECDHE-RSA-CHACHA20-POLY1305'],
].join(':');
/** permissions of everyone */
const OTHERS = 0o007;

/** Writers replace several files one after the other. */
const SETTLING_MS = 300;

/** Why the files cannot be used, with the setting that names the one at fault. */
class TlsFault extends Error {}

/**
 * Certificate and key of a listener. A changed pair is taken up for new connections; one that cannot be used is refused
 * with one line, and the old one stays.
 */
export class ListenerTls {
  private readonly watchers: FSWatcher[] = [];
  private server: TlsServer | null = null;
  private settling: NodeJS.Timeout | null = null;
  /** what was refused last */
  private refused: string | null = null;

  private constructor(
    private readonly files: TlsFiles,
    private readonly log: Log,
    private loaded: Loaded,
  ) {}

  /** @throws ConfigurationFaults */
  static open(files: TlsFiles, log: Log): ListenerTls {
    try {
      return new ListenerTls(files, log, load(files));
    } catch (error) {
      throw new ConfigurationFaults([(error as Error).message]);
    }
  }

  /** For the constructor of the server. */
  get options(): SecureContextOptions & { requestCert: boolean; rejectUnauthorized: boolean } {
    const asked = this.files.clientCaFile !== null;
    return { ...this.loaded.options, requestCert: asked, rejectUnauthorized: asked };
  }

  /** When the certificate expires. */
  get notAfter(): Date {
    return this.loaded.notAfter;
  }

  /** Hosts and addresses that the certificate is for (RFC 6125: `subjectAltName`). */
  get names(): readonly string[] {
    return this.loaded.names;
  }

  /** What is unwise about the file of the key; `null`: nothing. */
  get remark(): string | null {
    return this.loaded.remark;
  }

  /** From now on the server gets what has changed. */
  watch(server: TlsServer): void {
    this.server = server;
    const { certFile, keyFile, clientCaFile } = this.files;
    const all = [certFile, keyFile, ...(clientCaFile === null ? [] : [clientCaFile])];
    // of folders, since files and what symlinks lead to are replaced
    for (const folder of new Set(all.map(dirname))) {
      try {
        const watcher = watch(folder, { persistent: false }, () => this.settle());
        watcher.on('error', () => watcher.close());
        this.watchers.push(watcher);
      } catch {
        this.log.error(`${folder} cannot be watched: new certificates are taken up on SIGHUP only`);
      }
    }
  }

  /** Reads the files again. */
  reload(): void {
    try {
      const loaded = load(this.files);
      this.refused = null;
      if (loaded.content === this.loaded.content) return;
      this.server?.setSecureContext(loaded.options);
      this.loaded = loaded;
      this.log.info(
        `${this.files.prefix}_CERT_FILE: a new certificate is used, until ${loaded.notAfter.toISOString()}`,
      );
      if (loaded.remark !== null) this.log.error(loaded.remark);
    } catch (error) {
      const { message } = error as Error;
      if (message === this.refused) return;
      this.refused = message;
      this.log.error(`${message}; the certificate in use stays`);
    }
  }

  close(): void {
    if (this.settling !== null) clearTimeout(this.settling);
    for (const watcher of this.watchers) watcher.close();
  }

  private settle(): void {
    if (this.settling !== null) clearTimeout(this.settling);
    this.settling = setTimeout(() => this.reload(), SETTLING_MS);
    this.settling.unref();
  }
}

/** @throws TlsFault */
function load({ prefix, certFile, keyFile, clientCaFile }: TlsFiles): Loaded {
  const cert = read(`${prefix}_CERT_FILE`, certFile);
  const key = read(`${prefix}_KEY_FILE`, keyFile);
  const ca = clientCaFile === null ? null : read(`${prefix}_CLIENT_CA_FILE`, clientCaFile);
  const leaf = parsed(
    `${prefix}_CERT_FILE: holds no certificate in PEM`,
    () => new X509Certificate(cert),
  );
  const secret = parsed(`${prefix}_KEY_FILE: holds no key in PEM without a passphrase`, () =>
    createPrivateKey(key),
  );
  if (!leaf.checkPrivateKey(secret))
    throw new TlsFault(`${prefix}_KEY_FILE: the key does not fit the certificate`);
  if (ca !== null)
    parsed(`${prefix}_CLIENT_CA_FILE: holds no certificate in PEM`, () => new X509Certificate(ca));
  const options: SecureContextOptions = {
    cert,
    key,
    minVersion: 'TLSv1.2',
    ciphers: SUITES,
    ...(ca === null ? {} : { ca }),
  };
  parsed(`${prefix}_CERT_FILE: cannot be used`, () => createSecureContext(options));
  return {
    options,
    notAfter: new Date(leaf.validTo),
    names: namesIn(leaf.subjectAltName ?? ''),
    content: [cert, key, ca ?? ''].join('\n'),
    remark:
      statSync(keyFile).mode & OTHERS
        ? `${prefix}_KEY_FILE: everyone on this machine may read or change the key`
        : null,
  };
}

/** As Node writes the extension: `DNS:chat.example.org, IP Address:192.0.2.7` */
const namesIn = (extension: string): readonly string[] =>
  [...extension.matchAll(/(?:DNS|IP Address):([^,"]+)/g)].map(([, name]) => name!);

function read(setting: string, file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new TlsFault(`${setting}: the file cannot be read (${code ?? 'unknown reason'})`);
  }
}

/** The errors of OpenSSL may quote what they cannot read. */
function parsed<T>(fault: string, parse: () => T): T {
  try {
    return parse();
  } catch {
    throw new TlsFault(fault);
  }
}
