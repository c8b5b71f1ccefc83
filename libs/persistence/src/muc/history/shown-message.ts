/** Of `room_message`: no change of the subject, nothing from the room itself, no white space, nothing that takes back another one. Contract: muc-and-legacy 8.3 */
export const SHOWN_MESSAGE = `body ~ '[^ \\t\\r\\n]' and nickname is not null and retracts is null`;
