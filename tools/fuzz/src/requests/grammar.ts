import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';

/** A route as the API describes it. */
export interface Operation {
  readonly method: string;
  /** of the whole address, with parameters as `{name}` */
  readonly pattern: string;
  readonly queries: readonly string[];
  /** `'any'`: XML that is not described; null: no body is read */
  readonly body: DocumentSchema | 'any' | null;
}

interface Described {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
}

interface DescribedOperation {
  readonly parameters?: readonly { readonly name: string; readonly in: string }[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: DocumentSchema }>>;
  };
}

/** All routes of an OpenAPI description, which the API makes from the declarations of its routes. */
export function operationsOf(description: string): readonly Operation[] {
  const { servers, paths } = JSON.parse(description) as Described;
  const root = servers[0]?.url ?? '';
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters = [], requestBody }]) => ({
      method: method.toUpperCase(),
      pattern: root + path,
      queries: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
      body: requestBody
        ? (requestBody.content['application/xml']?.schema ?? ('any' as const))
        : null,
    })),
  );
  if (operations.length === 0) throw new Error('The description of the API has no routes');
  return operations;
}
