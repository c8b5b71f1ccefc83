import { writeElement } from '@chat-admin/codecs/xml/element';
import { elementOfStored } from './stored-element.js';

const written = (stored: unknown) => {
  const element = elementOfStored(stored);
  return element && writeElement(element);
};

it('reads elements as the chat server keeps them', () => {
  const child = { name: 'b', attr: {}, __array: ['1 < 2'] };
  const attr = { xmlns: 'urn:a', 'urn:q\u0001n': 'v', 'xml:lang': 'en' };
  expect(written({ name: 'a', attr, __array: [child, '\u0007tail'] })).toBe(
    `<a xmlns='urn:a' xmlns:n0='urn:q' n0:n='v' xml:lang='en'><b>1 &lt; 2</b>tail</a>`,
  );
});

it.each([null, undefined, 'text', 7, [], {}, { name: 'a', attr: 7 }, { name: 'a', __array: [{}] }])(
  'takes nothing else: %j',
  (stored) => expect(elementOfStored(stored)).toBeNull(),
);
