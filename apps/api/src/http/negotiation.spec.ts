import type { WireFormat } from '@chat-admin/codecs/wire/read-body';
import { chooseErrorForm, chooseRepresentation } from './negotiation.js';

const label = (accept: string | undefined, open: WireFormat = 'xml'): string =>
  chooseRepresentation(accept, 'xml-and-json', open)?.label ?? 'none';

describe('chooseRepresentation', () => {
  it.each([
    [undefined, 'application/xml'],
    ['*/*', 'application/xml'],
    ['application/*', 'application/xml'],
    ['text/html, */*', 'application/xml'],
    ['application/json', 'application/json'],
    ['Application/JSON; charset=utf-8', 'application/json'],
    ['application/xml', 'application/xml'],
    ['text/xml', 'text/xml'],
    ['text/*', 'text/xml'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
    ['application/json, text/plain, */*', 'application/json'],
    ['application/json;q=0.5, application/xml;q=0.7', 'application/xml'],
    ['application/json;q=0.5, */*', 'application/xml'],
    ['application/json, application/xml', 'application/json'],
    ['application/xml, application/json', 'application/xml'],
    ['text/xml, application/json', 'text/xml'],
    ['application/xml;q=0.5, text/xml', 'text/xml'],
    ['application/xml;q=0, */*', 'application/json'],
    ['application/json;q=0, */*', 'application/xml'],
    ['text/html', 'none'],
    ['text/plain', 'none'],
    ['application/x+json', 'none'],
    ['application/xml;q=0', 'none'],
    ['nonsense', 'none'],
    ['', 'application/xml'],
    [' ', 'application/xml'],
    ['*', 'application/xml'],
    ['text/html, image/gif, image/jpeg, *; q=.2, */*; q=.2', 'application/xml'],
    ['application/json;q=.5', 'application/json'],
    ['application/json;q=.5, application/xml;q=.25', 'application/json'],
    ['application/json;q=0.12345, application/xml;q=0.12346', 'application/xml'],
    ['application/json;q=1.5', 'none'],
    ['application/json;q=1.5, text/xml;q=0.1', 'text/xml'],
    ['application/json;q=., */*;q=.1', 'application/xml'],
    ['*/json', 'none'],
    ['*/json, application/json;q=.1', 'application/json'],
  ])('answers %s with %s', (accept, expected) => {
    expect(label(accept)).toBe(expected);
  });

  it.each([
    [undefined, 'application/json'],
    ['', 'application/json'],
    ['*/*', 'application/json'],
    ['*', 'application/json'],
    ['application/*', 'application/json'],
    ['text/html, */*', 'application/json'],
    ['text/*, application/*', 'application/json'],
    ['text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8', 'application/xml'],
    ['application/xml', 'application/xml'],
    ['application/xml, */*', 'application/xml'],
    ['application/xml, application/json', 'application/xml'],
    ['application/json;q=0.5, */*', 'application/xml'],
    ['application/json;q=0, */*', 'application/xml'],
    ['text/*', 'text/xml'],
    ['text/html', 'none'],
  ])('answers %s with %s where JSON is the default', (accept, expected) => {
    expect(label(accept, 'json')).toBe(expected);
  });

  it.each([
    ['application/problem+json', 'application/xml', 'application/json'],
    ['Application/Problem+JSON;q=0.1', 'application/xml', 'application/json'],
    ['application/problem+json, */json', 'application/xml', 'application/json'],
    ['application/problem+json, application/xml;q=0', 'application/json', 'application/json'],
    ['application/problem+json, text/html', 'none', 'none'],
    ['application/problem+json;q=0', 'none', 'none'],
  ])('leaves open what is sent to %s alone', (accept, toOthers, toOurs) => {
    expect([label(accept, 'xml'), label(accept, 'json')]).toEqual([toOthers, toOurs]);
  });

  it('offers only XML where there is no JSON', () => {
    expect(chooseRepresentation('application/json', 'xml', 'json')).toBeNull();
    expect(chooseRepresentation('*/*', 'xml', 'json')?.label).toBe('application/xml');
    expect(chooseRepresentation('application/json, */*;q=0.1', 'xml', 'xml')?.label).toBe(
      'application/xml',
    );
    expect(chooseRepresentation('text/xml', 'xml', 'xml')?.label).toBe('text/xml');
  });
});

describe('chooseErrorForm', () => {
  it.each([
    ['application/json, text/plain, */*', undefined, 'application/json'],
    ['application/json;q=0.5, */*', undefined, 'application/json'],
    ['text/html', 'application/json; charset=utf-8', 'application/json'],
    ['text/html', undefined, 'application/xml'],
    ['*/*', undefined, 'application/xml'],
    ['*/*', 'text/xml', 'text/xml'],
    [undefined, undefined, 'application/xml'],
    ['application/problem+json', undefined, 'application/problem+json'],
    [
      'application/json;q=0.4, application/problem+json;q=0.6',
      undefined,
      'application/problem+json',
    ],
    ['application/json;q=0', undefined, 'application/xml'],
    ['application/json;q=.4, application/xml;q=.3', undefined, 'application/json'],
    ['application/json;q=1.5, text/xml;q=.1', undefined, 'text/xml'],
    ['', 'application/json', 'application/json'],
    ['*; q=.2', 'application/json', 'application/json'],
    [undefined, 'application/problem+json', 'application/xml'],
  ])('Accept %s with Content-Type %s gives %s', (accept, contentType, expected) => {
    expect(chooseErrorForm(accept, contentType, 'xml').label).toBe(expected);
  });

  it.each([
    [undefined, undefined, 'application/json'],
    ['*/*', undefined, 'application/json'],
    ['text/html', undefined, 'application/json'],
    [undefined, 'text/xml', 'text/xml'],
    ['text/xml', undefined, 'text/xml'],
  ])('Accept %s with Content-Type %s gives %s where JSON is the default', (accept, type, label) => {
    expect(chooseErrorForm(accept, type, 'json').label).toBe(label);
  });
});
