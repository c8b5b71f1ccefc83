import { groupsDoc } from '@chat-admin/codecs/groups/group.doc';
import { usersDoc } from '@chat-admin/codecs/users/user.doc';
import type { JobType } from '@chat-admin/domain/jobs/job-types';
import type { BodyReader } from '../http/bodies.js';

/** A job whose lines are stored. */
export interface UploadedJob {
  readonly id: string;
  readonly type: JobType;
  readonly lines: number;
}

/** A table, or a document of users or groups, which is stored while it arrives. */
export const upload: BodyReader<UploadedJob> = {
  takes: 'upload',
  documents: [usersDoc, groupsDoc],
  read: () => Promise.reject(new Error('An upload is not read as a whole')),
};
