import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import { UnreadableBody } from '../wire/body-faults.js';
import { decodeXml } from '../wire/decode.js';
import { parseXml } from '../wire/xml-parser.js';
import type { XmlTag } from '../xml/parser.js';

/**
 * The source text of the root element, verbatim: inner white space and comments are kept, the XML
 * declaration and outer comments are dropped.
 * @param owner user name, for the error
 * @throws InvalidArgument for any invalid or empty XML. Contract: core 5.2
 */
export async function readVcard(bytes: Uint8Array, owner: string): Promise<string> {
  const notAVcard = (detail: string) =>
    new InvalidArgument('invalid-vcard', { resource: owner, detail });
  try {
    const source = decodeXml(bytes);
    let depth = 0;
    let start = 0;
    let end = 0;
    await parseXml(source, {
      opened(tag, at) {
        if (depth++ > 0) return;
        if (tag.local !== 'vCard' || namespaceOf(tag) !== 'vcard-temp') {
          throw notAVcard('the root element must be vCard in the namespace vcard-temp');
        }
        // `<` cannot occur inside a tag, not even in an attribute
        start = source.text.lastIndexOf('<', at.position - 1);
      },
      closed(_tag, at) {
        if (--depth === 0) end = at.position;
      },
    });
    return source.text.slice(start, end);
  } catch (error) {
    throw error instanceof UnreadableBody ? notAVcard(error.reason) : error;
  }
}

/** As declared by the root element; `uri` has been trimmed, but surrounding blanks count. */
function namespaceOf({ prefix, attributes }: XmlTag): string | undefined {
  return attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`]?.value;
}
