import type { HeldMessages } from '@chat-admin/domain/holds/hold-repository';
import type { Instruments } from '@chat-admin/server/metrics/instruments';

/** What is told of copies, which all instances see alike. */
export function measureHolds(instruments: Instruments, copies: HeldMessages): void {
  instruments.reading('chat_admin_held_messages', () => copies.count());
}
