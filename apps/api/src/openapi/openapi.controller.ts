import { Controller, Get } from '@nestjs/common';
import { API_ROOT } from '../http/api-root.js';
import { About, Operation, Replies, Tagged } from '../http/endpoint.js';
import { fixedText } from '../http/replies.js';
import { RouteIndex } from '../http/route-index.js';
import { openApiDocument } from './openapi-document.js';

/** The API description, generated from the routes. Contract: core 8.5 */
@Controller(API_ROOT)
@About('any')
export class OpenapiController {
  constructor(private readonly routes: RouteIndex) {}

  @Get('openapi.json')
  @Operation('getDescriptionAsJson', 'Reads this description as JSON')
  @Tagged()
  @Replies(fixedText('application/json'))
  json() {
    return JSON.stringify(openApiDocument(this.routes.described()));
  }

  @Get('openapi.yaml')
  @Operation('getDescriptionAsYaml', 'Reads this description as YAML')
  @Tagged()
  @Replies(fixedText('application/yaml'))
  async yaml() {
    const { stringify } = await import('yaml'); // few ask
    return stringify(openApiDocument(this.routes.described()), { aliasDuplicateObjects: false });
  }
}
