import { act } from '../shared/act/act';
import { formatNumber } from '../shared/texts/formats';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Confirm } from '../shared/ui/confirm';
import { send } from './messages.queries';
import type { Draft, Receiver } from './messages.queries';

/** Up to so many recipients the facts are enough; above, their number has to be typed. */
const TYPED_ABOVE = 100;

/** Says how many get the message, and sends it. */
export function SendDialog({
  to,
  count,
  draft,
  onClose,
  onSent,
}: {
  readonly to: Receiver;
  /** null: it cannot be told */
  readonly count: number | null;
  readonly draft: Draft;
  readonly onClose: () => void;
  readonly onSent: () => void;
}) {
  const say = useSay();
  const who = to.kind === 'everyone' ? say('messages.kinds.everyone') : to.name;
  const isMany = count === null ? to.kind !== 'user' : count > TYPED_ABOVE;
  const name = count === null ? who : String(count);
  return (
    <Confirm
      isOpen
      onClose={onClose}
      title={say('messages.sendTitle')}
      act={say('messages.send')}
      {...(isMany && { typed: name })}
      onConfirm={async () => {
        await act({ run: () => send(to, draft), done: say('messages.done'), touches: [] });
        onSent();
      }}
    >
      <p>
        <strong>{plain(who)}</strong> ·{' '}
        {count === null
          ? say('messages.unknown')
          : say('messages.recipients', { count, number: formatNumber(count) })}
      </p>
      <p>{say(`messages.effects.${to.kind}`)}</p>
    </Confirm>
  );
}
