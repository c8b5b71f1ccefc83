import { always, boolean, date, doc, listDoc, named, text } from '../wire/schema.js';

export const clusterNodeDoc = doc(
  'clusterNode',
  {
    hostName: always(text),
    nodeId: always(named('nodeID', text)),
    joinedTime: always(date),
    seniorMember: always(boolean),
  },
  { xmlOrder: ['hostName', 'joinedTime', 'nodeId', 'seniorMember'] },
);

export const clusterNodesDoc = listDoc('clusterNodes', clusterNodeDoc, { member: 'clusterNodes' });

export const clusterStatusDoc = doc('clustering', { status: always(text) });
