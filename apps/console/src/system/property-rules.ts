import type { Property } from './properties.queries';

/** A change of these can keep every caller out, this console too. */
const CUTS_OFF = [
  'plugin.restapi.enabled',
  'plugin.restapi.allowedIPs',
  'adminConsole.access.allow-wildcards-in-excludes',
];

export const canCutOff = ({ key }: Property): boolean => CUTS_OFF.includes(key);

/** Values that are lists, comma separated. */
export const isList = ({ key }: Property): boolean => /(allowedIPs|JIDs)$/i.test(key);

/** What is shown for a value that is not. */
export const MASK = '********';

/** The words of the command that sets it on the server, quoted for a shell. */
export const commandOf = ({ key, value, sensitive }: Property): string =>
  `property set ${key} ${sensitive ? '…' : quoted(value ?? '')}`;

const quoted = (text: string): string =>
  /^[\w.:/@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;

const AREAS = [
  ['audit', /^audit\./],
  ['api', /^(plugin\.restapi|adminConsole)\./],
  ['userservice', /^plugin\.userservice\./],
  ['administrators', /^admin\./],
  ['rooms', /^xmpp\.muc\./],
  ['server', /^xmpp\./],
] as const;

export const AREA_NAMES = [...AREAS.map(([name]) => name), 'others'] as const;
export type Area = (typeof AREA_NAMES)[number];

export const areaOf = ({ key }: Property): Area =>
  AREAS.find(([, pattern]) => pattern.test(key))?.[0] ?? 'others';
