import { isIP } from 'node:net';

export const LOOPBACK = '127.0.0.1';

/** A setting that holds a port to listen on. */
export interface PortSetting {
  readonly name: string;
  readonly usual: number;
  /** the setting of its address; null: always loopback */
  readonly host: string | null;
}

/** of the API and the user service, which validate these settings themselves */
const SERVICE_PORTS: readonly PortSetting[] = [
  { name: 'API_PORT', usual: 9090, host: 'API_HOST' },
  { name: 'MANAGEMENT_PORT', usual: 9190, host: 'MANAGEMENT_HOST' },
  { name: 'LEGACY_PORT', usual: 9091, host: 'LEGACY_HOST' },
  { name: 'LEGACY_MANAGEMENT_PORT', usual: 9191, host: 'LEGACY_MANAGEMENT_HOST' },
];
export const CLIENT_PORT: PortSetting = { name: 'XMPP_CLIENT_PORT', usual: 5222, host: null };
export const HTTP_PORT: PortSetting = { name: 'XMPP_HTTP_PORT', usual: 5280, host: null };

/** How long the service may wait when it is stopped, in ms; it validates these settings itself. */
const WAITS: Readonly<Record<string, number>> = {
  API_DRAIN_DELAY_MS: 0,
  API_STOP_GRACE_MS: 10_000,
  LEGACY_DRAIN_DELAY_MS: 0,
  LEGACY_STOP_GRACE_MS: 10_000,
};
/** Then it ends itself within 5 s. */
const END_MS = 10_000;

/** From SIGTERM to SIGKILL of the service. */
export function stopTimeoutMs(environment: NodeJS.ProcessEnv): number {
  const waits = Object.entries(WAITS).map(([name, usual]) => {
    const wait = environment[name] || String(usual);
    return /^\d+$/.test(wait) ? Number(wait) : usual;
  });
  return waits.reduce((sum, wait) => sum + wait, END_MS);
}

/** `none` also if there is a chat server elsewhere */
export type ChatServerWish = 'auto' | 'prosody' | 'none';

/** @returns null if invalid */
export function chatServerWish(environment: NodeJS.ProcessEnv): ChatServerWish | null {
  if (environment['CHAT_SERVER_URL']) return 'none';
  const wish = environment['CHAT_SERVER'] || 'auto';
  return wish === 'auto' || wish === 'prosody' || wish === 'none' ? wish : null;
}

/** All faults of the launcher's own settings, and ports used twice. */
export function settingsFaults(environment: NodeJS.ProcessEnv): string[] {
  const wish = chatServerWish(environment);
  const prosodyPorts = wish === 'none' ? [] : [CLIENT_PORT, HTTP_PORT];
  return [
    ...(wish === null ? ['CHAT_SERVER: must be auto, prosody or none'] : []),
    ...prosodyPorts
      .filter((setting) => portIn(environment, setting) === null)
      .map(({ name }) => `${name}: must be a port, 0 to 65535`),
    ...portsGivenTwice(environment, [...SERVICE_PORTS, ...prosodyPorts]),
  ];
}

function portsGivenTwice(
  environment: NodeJS.ProcessEnv,
  settings: readonly PortSetting[],
): string[] {
  const fixed = settings
    .map((setting) => ({
      name: setting.name,
      port: portIn(environment, setting),
      host: (setting.host && environment[setting.host]) || LOOPBACK,
    }))
    .filter(({ port }) => port); // 0 is replaced by a free port
  return fixed.flatMap(({ name, port, host }, index) => {
    const first = fixed
      .slice(0, index)
      .find(
        (other) => other.port === port && (covers(host, other.host) || covers(other.host, host)),
      );
    return first ? [`${name}: ${port} is also the port of ${first.name}`] : [];
  });
}

function portIn(environment: NodeJS.ProcessEnv, { name, usual }: PortSetting): number | null {
  const text = environment[name] || String(usual);
  return /^\d{1,5}$/.test(text) && Number(text) <= 65_535 ? Number(text) : null;
}

/** Whether listening on `host` conflicts with listening on `other`. */
function covers(host: string, other: string): boolean {
  return host === other || host === '::' || (host === '0.0.0.0' && isIP(other) !== 6);
}
