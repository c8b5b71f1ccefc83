import type { RoomRequest } from '../muc/rooms/room-draft.js';

/** For rooms, by default signed by no account. */
export const aRoomRequest = (request: Partial<RoomRequest> = {}): RoomRequest => ({
  sendInvitations: false,
  signer: null,
  ...request,
});
