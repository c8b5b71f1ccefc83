import { SaxesParser } from 'saxes';

export interface Draft {
  username: string;
  password: string;
  name: string;
  email: string;
  properties: { key: string; value: string }[];
}

/** The least work that reads a user with saxes: no limits, no checks. */
export function readUserXml(xml: string): Draft {
  const draft: Record<string, string> = {};
  const properties: Draft['properties'] = [];
  let text = '';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    text = '';
    if (name !== 'property') return;
    properties.push({ key: attributes['key']!.value, value: attributes['value']!.value });
  });
  parser.on('text', (piece) => (text += piece));
  parser.on('closetag', ({ name }) => (draft[name] = text));
  parser.write(xml).close();
  return { ...draft, properties } as unknown as Draft;
}
