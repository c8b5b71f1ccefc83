import { useState } from 'react';
import { act } from '../shared/act/act';
import { api } from '../shared/api/client';
import { JobDialog } from '../shared/jobs/job-dialog';
import { useCalled } from '../shared/people/called';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';
import { ReasonField } from '../shared/ui/reason-field';

const TOUCHED = ['sessions', 'sessionsOfUser', 'users'] as const;

/** Ends one session, or all of a user, by one call; several by one job. */
export function EndSessions({
  jids,
  isOfUsers,
  onClose,
}: {
  /** full JIDs of sessions, or bare ones of users */
  readonly jids: readonly string[];
  readonly isOfUsers: boolean;
  readonly onClose: (isDone: boolean) => void;
}) {
  const say = useSay();
  const [reason, setReason] = useState('');
  const [jid = ''] = jids;
  const values = { count: jids.length, name: useCalled(jid) };
  const title = say(isOfUsers ? 'sessions.endUsersTitle' : 'sessions.endTitle', values);
  const content = (
    <>
      <p>{say('sessions.endText')}</p>
      <ReasonField
        label={say('sessions.reason')}
        hint={say('sessions.reasonHint')}
        value={reason}
        onChange={setReason}
      />
    </>
  );
  const query = reason.trim() === '' ? {} : { reason: reason.trim() };
  if (jids.length > 1) {
    return (
      <JobDialog
        title={title}
        act={say('sessions.end')}
        type="sessions"
        isDangerous
        lines={jids.map((one) => ({ jid: one, ...query }))}
        nameOf={(line) => String(line['jid'])}
        touches={TOUCHED}
        onClose={onClose}
      >
        {content}
      </JobDialog>
    );
  }
  const username = jid.slice(0, jid.lastIndexOf('@', `${jid}/`.indexOf('/')));
  const end = () =>
    isOfUsers
      ? api.DELETE('/sessions/{username}', { params: { path: { username }, query } })
      : api.DELETE('/sessions/{username}/{resource}', {
          params: { path: { username, resource: jid.slice(jid.indexOf('/') + 1) }, query },
        });
  return (
    <Confirm
      isOpen
      onClose={() => onClose(false)}
      title={title}
      act={say('sessions.end')}
      onConfirm={async () => {
        await act({ run: end, done: say('sessions.ended'), touches: TOUCHED });
        onClose(true);
      }}
    >
      {content}
    </Confirm>
  );
}
