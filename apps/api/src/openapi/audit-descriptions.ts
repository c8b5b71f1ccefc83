/** Of the members of documents about the audit log. */
export const AUDIT_DESCRIPTIONS = {
  Log: {
    logId: 'Number of the entry',
    username: 'Who did it',
    timestamp: 'When, in seconds since 1970',
    summary: 'What was done',
    node: 'Machine that did it',
    details: 'Object, outcome, request, address and what was changed, as `name=value; …`',
  },
  Logs: { logs: 'The entries, the newest first' },
  AuditAnchor: {
    number: 'Number of its seal',
    hash: 'Hash of its seal, in which all entries up to it are contained',
    anchored: 'When it was carried out',
    signature: 'Ed25519 signature of `number.hash` in base64; absent without a key',
  },
  AuditAnchors: {
    seal: 'Number of the newest seal; 0: there is none yet',
    hash: 'Its hash',
    last: 'Number of the last entry that is sealed',
    sealed: 'When it was made; absent when there is none',
    removed: 'Number of the last seal that has gone with its entries; 0: none has',
    unsealed: 'How many entries are not sealed yet, at most 100,000',
    anchors: 'Seals of which copies are outside, the newest first, at most 1,000',
  },
};
