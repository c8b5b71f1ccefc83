import { REFUSALS } from '@chat-admin/api/openapi/refusals';
import { failureExamples, failureResponses } from '@chat-admin/api/openapi/responses';

interface Example {
  readonly value: { readonly exception: string; readonly message: string };
}

type Examples = Readonly<Record<string, { readonly $ref: string }>>;

const inOrder = (lines: Iterable<string>): string => [...new Set(lines)].sort().join('\n');

/** Those that every operation may answer, then those of single ones. */
export function errorsText(): string {
  return [
    '## Of any request',
    '',
    '| Status | Exception | Message |',
    '| --- | --- | --- |',
    inOrder(generalRows()),
    '',
    '## Of single operations',
    '',
    '`…` stands for a value.',
    '',
    '| Status | Exception | Message |',
    '| --- | --- | --- |',
    inOrder(REFUSALS.map(({ status, exception, message }) => row(status, exception, message))),
  ].join('\n');
}

function* generalRows(): Generator<string> {
  for (const response of Object.values(failureResponses)) {
    const { content } = response as {
      content: Readonly<Record<string, { readonly examples?: Examples }>>;
    };
    for (const { $ref } of Object.values(content['application/json']!.examples ?? {})) {
      const name = $ref.split('/').at(-1)!;
      const { exception, message } = (failureExamples[name] as Example).value;
      yield row(Number.parseInt(name, 10), exception, message);
    }
  }
}

const row = (status: number, exception: string, message: string): string =>
  `| ${status} | \`${exception}\` | ${message.replaceAll('|', '\\|').replaceAll('*', '\\*')} |`;
