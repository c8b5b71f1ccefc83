import { boolean, date, doc, listDoc, named, text } from '../wire/schema.js';

export const clusterNodeDoc = doc(
  'clusterNode',
  {
    hostName: text,
    nodeId: named('nodeID', text),
    joinedTime: date,
    seniorMember: boolean,
  },
  { xmlOrder: ['hostName', 'joinedTime', 'nodeId', 'seniorMember'] },
);

export const clusterNodesDoc = listDoc('clusterNodes', clusterNodeDoc, { member: 'clusterNodes' });

export const clusterStatusDoc = doc('clustering', { status: text });
