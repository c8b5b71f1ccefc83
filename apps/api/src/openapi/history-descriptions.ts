/** Of messages of rooms. */
export const HISTORY_DESCRIPTIONS: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  RoomMessage: {
    to: 'Bare JID of the room',
    from: 'JID of the room and nickname of who sent it',
    type: 'Type of the stanza',
    body: 'Text',
    delay_stamp: 'When it was sent',
    delay_from: 'Who sent it; the room where that is not shown',
    id: 'Id of the message',
    retracted: 'When it was taken back; absent if it was not',
    retractedBy: 'Who has taken it back',
    reason: 'Why it was taken back',
  },
  Messages: { message: 'The messages, the oldest first' },
  Retraction: {
    ids: 'Ids of the messages, at most 1,000; or `sender`',
    sender: 'Bare JID: the newest 1,000 messages of this sender that are not taken back yet',
    from: 'Of the sender only messages of this time and later',
    reason: 'Why; everybody in the room is told',
  },
  RetractionResult: {
    retracted: 'How many messages were taken back',
    unchanged: 'How many had been taken back before',
    missing: 'How many the room does not have',
  },
};
