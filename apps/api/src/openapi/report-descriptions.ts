const report = {
  id: 'Number of the report',
  status: 'Whether somebody has begun with it, and how it ended',
  kind: 'What it is about',
  text: 'What the reporter says, each time on a line of its own',
  language: 'Language of the text, as the client of the reporter says',
  accused: 'JID as it was blocked; `erased`: of a person who was erased',
  person: 'Bare JID of the local account behind it; absent: there is none, or no more',
  room: 'Room that it is about, `room@service`',
  reporter: 'Bare JID of who has reported; absent: a moderator has, or the account is no more',
  source: 'In a block, in a message to the domain, or by this API',
  count: 'How often it was told',
  missing: 'How many messages were named and are not there',
  processing: 'What the reporter agrees to: `report-origin`, `third-party`',
  assignee: 'Who handles it',
  note: 'Of those who handle it',
  created: 'When it was first told',
  closed: 'When it was closed; absent: it is not',
  closedBy: 'Who closed it',
  evidence: 'Copies of messages, made when it was told',
};

/** Members of documents about reports, by the name of the schema. */
export const REPORT_DESCRIPTIONS = {
  Report: report,
  Reports: { reports: 'The reports' },
  FullReport: report,
  ReportDraft: {
    ...report,
    messages: 'Messages in rooms: `r` and their ids in the history',
  },
  EvidenceMessage: {
    id: '`c` and its id in an archive, or `r` and its id in the history of a room; absent: another server has handed it over',
    time: 'When it was sent',
    from: 'Who has sent it; in rooms by the nickname',
    body: 'Its text',
    stanza: 'The whole message, without whom it was for',
    how: 'Whether the reporter named it, it was among the newest, or another server has handed it over',
    sha256: 'SHA-256 of the stanza, hexadecimal',
  },
};
