import type { DocumentSchema } from '@chat-admin/codecs/wire/describe';

/** A route as the API describes it. */
export interface Operation {
  readonly method: string;
  /** of the whole address, with parameters as `{name}` */
  readonly pattern: string;
  readonly queries: readonly Query[];
  /** null: no body is read */
  readonly body: SentBody | null;
}

export interface Query {
  readonly name: string;
  /** null: any text, or those that its name is for */
  readonly values: readonly string[] | null;
  /** whether it takes several of them, with commas between */
  readonly isList: boolean;
  readonly isRequired: boolean;
}

export interface SentBody {
  /** `'any'`: XML that is not described */
  readonly schema: DocumentSchema | 'any';
  /** whether it is a merge patch of that document */
  readonly isPatch: boolean;
  /** whether tables are read, too */
  readonly isUpload: boolean;
}

interface Reference {
  readonly $ref: string;
}

interface Described {
  readonly servers: readonly { readonly url: string }[];
  readonly paths: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components: {
    readonly parameters: Readonly<Record<string, Parameter>>;
    readonly schemas: Readonly<Record<string, DocumentSchema>>;
  };
}

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly required?: boolean;
  readonly schema: DocumentSchema;
}

interface DescribedOperation {
  /** of another app */
  readonly servers?: readonly unknown[];
  readonly parameters?: readonly Reference[];
  readonly requestBody?: {
    readonly content: Readonly<Record<string, { readonly schema?: DocumentSchema }>>;
  };
}

/**
 * All routes of an OpenAPI description, which the API makes from the declarations of its routes; none of another app.
 * @param address of the description, which its server is relative to
 */
export function operationsOf(description: string, address: string): readonly Operation[] {
  const { servers, paths, components } = JSON.parse(description) as Described;
  const root = new URL(servers[0]!.url, new URL(address, 'http://localhost')).pathname;
  const bodyOf = ({ content }: NonNullable<DescribedOperation['requestBody']>): SentBody => {
    const patch = content['application/merge-patch+json'];
    // forms of other services are no documents
    const { schema } = patch ?? content['application/xml'] ?? {};
    const described = plain(schema ?? {}, components.schemas);
    return {
      schema: described.properties ? described : 'any',
      isPatch: patch !== undefined,
      isUpload: 'text/csv' in content,
    };
  };
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { servers: own }]) => own === undefined)
      .map(([method, { parameters = [], requestBody }]) => ({
        method: method.toUpperCase(),
        pattern: root + path,
        queries: parameters
          .map((one) => named(one, components.parameters)!)
          .filter((one) => one.in === 'query')
          .map(queryOf),
        body: requestBody ? bodyOf(requestBody) : null,
      })),
  );
  if (operations.length === 0) throw new Error('The description of the API has no routes');
  return operations;
}

function queryOf({ name, required = false, schema }: Parameter): Query {
  const words = (schema.items ?? schema).enum?.filter((word) => word !== null) ?? [];
  const values = words.length > 0 ? words : null;
  return { name, values, isList: schema.type === 'array', isRequired: required };
}

/** Without references, and with the first of several forms. */
function plain(
  schema: DocumentSchema,
  schemas: Described['components']['schemas'],
): DocumentSchema {
  const inner = (one: DocumentSchema) => plain(one, schemas);
  if (schema.$ref) return inner(schemas[schema.$ref.split('/').at(-1)!]!);
  const [first] = schema.oneOf ?? [];
  if (first) return inner(first);
  const { items, properties } = schema;
  return {
    ...schema,
    ...(items ? { items: inner(items) } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, one]) => [name, inner(one)]),
          ),
        }
      : {}),
  };
}

function named<T>(
  reference: Reference | undefined,
  components: Readonly<Record<string, T>>,
): T | null {
  const name = reference?.$ref?.split('/').at(-1);
  return name === undefined ? null : (components[name] ?? null);
}
