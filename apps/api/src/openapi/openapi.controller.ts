import { Controller, Get } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Replies, Tagged } from '../http/endpoint.js';
import { fixedText } from '../http/replies.js';
import { RouteIndex } from '../http/route-index.js';
import { openApiDocument } from './openapi-document.js';
import { Servers } from './servers.js';

/** The API description, generated from the routes, which do not change while it runs. Contract: core 8.5 */
@Controller(API_ROOT)
@About('any')
export class OpenapiController {
  private readonly texts = new Map<'json' | 'yaml', string>();

  constructor(
    private readonly routes: RouteIndex,
    private readonly servers: Servers,
  ) {}

  @Get('openapi.json')
  @Operation('getDescriptionAsJson', 'Reads this description as JSON')
  @Tagged()
  @Replies(fixedText('application/json'))
  json() {
    return this.textIn('json', JSON.stringify);
  }

  @Get('openapi.yaml')
  @Operation('getDescriptionAsYaml', 'Reads this description as YAML')
  @Tagged()
  @Replies(fixedText('application/yaml'))
  async yaml() {
    const { stringify } = await import('yaml'); // few ask
    return this.textIn('yaml', (description) =>
      stringify(description, {
        aliasDuplicateObjects: false,
        // every reader takes what is quoted for text
        ...{ defaultStringType: 'QUOTE_DOUBLE', defaultKeyType: 'PLAIN' },
      }),
    );
  }

  private textIn(format: 'json' | 'yaml', write: (description: object) => string): string {
    const description = () => openApiDocument(this.routes.described(), this.servers);
    const text = this.texts.get(format) ?? write(description());
    this.texts.set(format, text);
    return text;
  }
}
