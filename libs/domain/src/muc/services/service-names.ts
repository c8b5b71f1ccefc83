import { InvalidArgument } from '../../shared/domain-error.js';
import type { ServiceDomain } from '../../shared/service-domain.js';
import { shownValue } from '../../shared/shown-value.js';
import type { Use } from '../../shared/stringprep.js';
import { serviceName } from './chat-service.js';
import type { ServiceName } from './chat-service.js';
import type { ChatServiceRepository } from './chat-service-repository.js';

/** Finds the chat service that a text means. Contract: muc-and-legacy 1.2 */
export class ServiceNames {
  constructor(
    private readonly services: Pick<ChatServiceRepository, 'exists'>,
    private readonly domain: ServiceDomain,
  ) {}

  /**
   * A text that ends in the domain means what is before it, unless a service is called so.
   * @returns `null` when no service can have the name
   */
  async find(text: string, use: Use = 'query'): Promise<ServiceName | null> {
    const exact = serviceName(text, this.domain, use);
    const suffix = `.${this.domain.name}`;
    if (exact === null || !exact.endsWith(suffix)) return exact;
    const short = exact.slice(0, -suffix.length) as ServiceName;
    return (await this.services.exists(exact)) ? exact : short;
  }

  /** @throws InvalidArgument. Contract: muc-and-legacy 5.1, check 4 */
  async require(text: string, use: Use): Promise<ServiceName> {
    const name = await this.find(text, use);
    if (name !== null) return name;
    const detail = `not the name of a chat service: ${shownValue(text)}`;
    throw new InvalidArgument('invalid-chat-service-name', { resource: text, detail });
  }
}
