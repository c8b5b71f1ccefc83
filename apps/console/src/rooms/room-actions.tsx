import { Mail, MessageSquareText, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { lazy } from '../shared/load/lazy';
import { useMay } from '../shared/session/session';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';

const DestroyDialog = lazy(async () => ({
  default: (await import('./room-dialogs')).DestroyDialog,
}));
const InviteDialog = lazy(async () => ({ default: (await import('./room-dialogs')).InviteDialog }));
const MessageDialog = lazy(async () => ({
  default: (await import('./room-dialogs')).MessageDialog,
}));

/** What is done with a room as a whole. */
export function RoomActions({
  service,
  name,
}: {
  readonly service: string;
  readonly name: string;
}) {
  const say = useSay();
  const may = useMay();
  const [opened, setOpened] = useState<'message' | 'invite' | 'destroy' | null>(null);
  const props = { service, name, onClose: () => setOpened(null) };
  return (
    <>
      {may('messages:write') && (
        <Button icon={MessageSquareText} onClick={() => setOpened('message')}>
          {say('rooms.message.act')}
        </Button>
      )}
      {may('rooms:write') && (
        <>
          <Button icon={Mail} onClick={() => setOpened('invite')}>
            {say('rooms.invite.act')}
          </Button>
          <Button icon={Trash2} kind="danger" onClick={() => setOpened('destroy')}>
            {say('rooms.destroy.act')}
          </Button>
        </>
      )}
      <Suspense>
        {opened === 'message' && <MessageDialog {...props} />}
        {opened === 'invite' && <InviteDialog {...props} />}
        {opened === 'destroy' && <DestroyDialog {...props} />}
      </Suspense>
    </>
  );
}
