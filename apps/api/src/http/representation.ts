import { remember } from '@chat-admin/server/edge/remember';
import { chooseForEvents, chooseRepresentation, chooseTable } from './negotiation.js';
import type { Representation } from './negotiation.js';
import type { ReplyWriter } from './replies.js';

const forDocuments = remember((accept) => ({
  chosen: chooseRepresentation(accept, 'xml-and-json'),
}));
const forEvents = remember((accept) => ({ chosen: chooseForEvents(accept) }));
const forXml = remember((accept) => ({ chosen: chooseRepresentation(accept, 'xml') }));

/** `null` if the caller accepts none */
export function chooseFor(
  { offers }: ReplyWriter<never>,
  accept: string | undefined,
): Representation | null {
  if (offers === 'tables' || offers === 'documents-and-tables') return chooseTable(accept, offers);
  if (typeof offers === 'object') return { format: 'json', label: offers.label };
  if (offers === 'events') return forEvents(accept).chosen;
  return (offers === 'xml' ? forXml : forDocuments)(accept).chosen;
}
