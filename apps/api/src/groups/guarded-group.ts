import { guardedDocument } from '../http/guarded.js';
import type { Guarded } from '../http/guarded.js';
import { groupOfAnySize } from '../http/replies.js';

export const theGroup: Guarded = async ({ groups }, { groupName = '' }) => {
  const group = await groups.lock(groupName);
  return guardedDocument(groupOfAnySize, group && { group });
};
