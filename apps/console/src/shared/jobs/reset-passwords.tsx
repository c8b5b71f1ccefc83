import { useState } from 'react';
import { AllCalled } from '../people/called';
import { useDomain } from '../session/domain';
import { isSelf } from '../session/session';
import { formatNumber } from '../texts/formats';
import { useSay } from '../texts/texts';
import { JobDialog } from './job-dialog';
import { pastedNames, userNamesIn } from './pasted';
import { PastedField } from './pasted-field';

/** Up to so many the list is enough; above, their number has to be typed. */
const TYPED_ABOVE = 100;

/** New passwords for several people, made by one job, to be printed. */
export function ResetPasswords({
  names,
  onClose,
}: {
  /** user names and JIDs; absent: a list is pasted */
  readonly names?: readonly string[];
  readonly onClose: (isDone: boolean) => void;
}) {
  const say = useSay();
  const domain = useDomain();
  const [pasted, setPasted] = useState('');
  const meant = names ?? pastedNames(pasted);
  const users = [...new Set(userNamesIn(meant, domain))];
  const others = users.filter((name) => !isSelf(name));
  const count = others.length;
  const act = say('passwords.reset.of', { count, number: formatNumber(count) });
  return (
    <JobDialog
      title={say('passwords.reset.act')}
      act={act}
      type="passwords"
      isDangerous
      generatesPasswords
      {...(count > TYPED_ABOVE && { typed: String(count) })}
      lines={others.map((username) => ({ username }))}
      nameOf={({ username }) => String(username)}
      touches={['users', 'user']}
      onClose={onClose}
    >
      <p>{say('passwords.reset.text')}</p>
      {names === undefined && (
        <PastedField
          label={say('passwords.reset.names')}
          hint={say('passwords.reset.namesHint')}
          value={pasted}
          onPaste={setPasted}
        />
      )}
      <p>
        <AllCalled people={others} />
        {count < users.length && <strong> {say('passwords.reset.withoutSelf')}</strong>}
        {users.length < meant.length && (
          <strong>
            {' '}
            {say('passwords.reset.notHere', {
              count: meant.length - users.length,
              number: formatNumber(meant.length - users.length),
            })}
          </strong>
        )}
      </p>
    </JobDialog>
  );
}
