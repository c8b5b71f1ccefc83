import { InvalidArgument, invalidValue, requireLength } from '../../shared/domain-error.js';
import { domainpart } from '../../shared/jid.js';
import { shownValue } from '../../shared/shown-value.js';
import { isWithinBytes } from '../../shared/utf8.js';
import type { Patch } from '../../shared/patch.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import type { Use } from '../../shared/stringprep.js';

declare const brand: unique symbol;

/** Prepared domain labels that precede the domain. Only {@link serviceName} makes one. */
export type ServiceName = string & { readonly [brand]: 'ServiceName' };

export const DEFAULT_SERVICE = 'conference';
export const DEFAULT_DESCRIPTION = 'Public Chatrooms';
export const DEFAULT_HISTORY_MAX_NUMBER = 25;
/** A chat server has a host for each. Contract: muc-and-legacy 2 */
export const MOST_CHAT_SERVICES = 100;
export const MOST_HISTORY = 1000;
const MAX_LABEL_BYTES = 63;
export const MAX_DESCRIPTION_LENGTH = 255;

export interface ChatService {
  readonly name: ServiceName;
  readonly description: string;
  readonly hidden: boolean;
}

/** One chat service, with what its list does not show. Contract: extensions E3.1 */
export interface ConfiguredService extends ChatService {
  /** how many messages of a room are shown at entry, 0 to 1000 */
  readonly historyMaxNumber: number;
}

/** In the order of the document. */
export const SERVICE_SHOWN = {
  description: 'description',
  hidden: 'hidden',
  historyMaxNumber: 'historyMaxNumber',
} as const satisfies Readonly<Record<Exclude<keyof ConfiguredService, 'name'>, string>>;

/** A chat service as received from a client. */
export interface ChatServiceDraft {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  readonly hidden?: boolean | undefined;
}

/** Contract: extensions E3 */
export type ChatServicePatch = Patch<
  ChatServiceDraft & { readonly historyMaxNumber?: number | undefined }
>;

/**
 * @param named the service that the patch names; `null`: none
 * @throws InvalidArgument. Contract: extensions E3, exceptions
 */
export function patchedService(
  service: ConfiguredService,
  patch: ChatServicePatch,
  path: string,
  named: ServiceName | null,
): ConfiguredService {
  const { description, hidden, historyMaxNumber } = patch;
  if (named !== service.name) {
    const detail = `the document names ${patch.name ? shownValue(patch.name) : 'none'}`;
    throw new InvalidArgument('chat-service-name-mismatch', { resource: path, detail });
  }
  requireLength('description', description, MAX_DESCRIPTION_LENGTH);
  const most = historyMaxNumber === null ? DEFAULT_HISTORY_MAX_NUMBER : historyMaxNumber;
  if (most !== undefined && (most < 0 || most > MOST_HISTORY)) {
    throw invalidValue('historyMaxNumber', String(most), `0 to ${MOST_HISTORY}`);
  }
  return {
    name: service.name,
    description: description === undefined ? service.description : shownDescription(description),
    hidden: hidden === undefined ? service.hidden : (hidden ?? false),
    historyMaxNumber: most ?? service.historyMaxNumber,
  };
}

/** The name as it is stored and compared, `null` when no service can have it. Contract: muc-and-legacy 1.2 */
export function serviceName(
  text: string,
  domain: ServiceDomain,
  use: Use = 'query',
): ServiceName | null {
  const address = domainpart(`${text}.${domain.name}`, use);
  const suffix = `.${domain.name}`;
  if (address === null || !address.endsWith(suffix)) return null;
  const name = address.slice(0, -suffix.length);
  return name.split('.').every(isLabel) ? (name as ServiceName) : null;
}

/** Longer ones cannot be looked up in DNS. Contract: extensions E10, I-20 */
function isLabel(text: string): boolean {
  return isWithinBytes(text, MAX_LABEL_BYTES);
}

/** @throws InvalidArgument. Contract: muc-and-legacy 2, POST checks 1 and 2, and core 1.11 */
export async function checkNewService(
  draft: ChatServiceDraft | null,
  names: { require(text: string, use: Use): Promise<ServiceName> },
): Promise<ChatService & { readonly sent: string }> {
  if (!draft?.name) {
    const detail = 'serviceName is missing';
    throw new InvalidArgument('invalid-chat-service-name', { resource: 'chatservices', detail });
  }
  const name = await names.require(draft.name, 'stored');
  requireLength('description', draft.description, MAX_DESCRIPTION_LENGTH);
  return {
    name,
    description: shownDescription(draft.description ?? null),
    hidden: draft.hidden ?? false,
    sent: draft.name,
  };
}

/** The default if the description is missing or blank. */
export function shownDescription(text: string | null): string {
  return text === null || text.trim() === '' ? DEFAULT_DESCRIPTION : text;
}
