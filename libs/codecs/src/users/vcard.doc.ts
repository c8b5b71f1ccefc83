import type { SaxesTagNS } from 'saxes';
import { InvalidArgument } from '@chat-admin/domain/shared/domain-error';
import { UnreadableBody } from '../wire/body-faults.js';
import { decodeXml } from '../wire/decode.js';
import { parseXml } from '../wire/xml-parser.js';

/**
 * The source text of the root element exactly as sent: inner white space and comments are kept,
 * declaration and outer comments are dropped.
 * @param owner user name, for the error
 * @throws InvalidArgument for every fault of the sent XML, an empty body included. Contract: core 5.2
 */
export async function readVcard(bytes: Uint8Array, owner: string): Promise<string> {
  const notAVcard = () =>
    new InvalidArgument('Could not parse the provided data as a vCard', owner);
  try {
    const source = decodeXml(bytes);
    let depth = 0;
    let start = 0;
    let end = 0;
    await parseXml(source, {
      opened(tag, at) {
        if (depth++ > 0) return;
        if (tag.local !== 'vCard' || namespaceOf(tag) !== 'vcard-temp') throw notAVcard();
        // Nothing inside a tag can hold another `<`, not even an attribute.
        start = source.text.lastIndexOf('<', at.position - 1);
      },
      closed(_tag, at) {
        if (--depth === 0) end = at.position;
      },
    });
    return source.text.slice(start, end);
  } catch (error) {
    throw error instanceof UnreadableBody ? notAVcard() : error;
  }
}

/** As a root element declares it; `uri` has lost surrounding blanks, which count. */
function namespaceOf({ prefix, attributes }: SaxesTagNS): string | undefined {
  return attributes[prefix === '' ? 'xmlns' : `xmlns:${prefix}`]?.value;
}
