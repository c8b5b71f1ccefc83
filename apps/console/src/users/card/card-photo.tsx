import { useEffect, useState } from 'react';
import { tryAct } from '../../shared/act/act';
import { useAnswer } from '../../shared/api/query';
import type { Tagged } from '../../shared/api/query';
import { useSay } from '../../shared/texts/texts';
import { Button } from '../../shared/ui/button';
import { FileButton } from '../../shared/ui/file-button';
import { cardOfUser, photoOfUser, putCard } from './card.queries';
import styles from './card.module.css';
import { NoPicture, squareOf } from './photo';
import { withPhoto } from './vcard';
import type { Card } from './vcard';

/** The picture of a person: seen, replaced by the middle of a file, removed. */
export function CardPhoto({
  username,
  card,
  canChange,
}: {
  readonly username: string;
  readonly card: Tagged<Card>;
  readonly canChange: boolean;
}) {
  const say = useSay();
  const { data: photo } = useAnswer(photoOfUser, username);
  const address = useAddressOf(photo ?? null);
  const [isRefused, setRefused] = useState(false);
  const put = (picture: string | null) =>
    tryAct({
      run: () => putCard(username, withPhoto(card.value.xml, picture), card.tag),
      done: say('users.card.photoChanged'),
      touches: [cardOfUser.key, photoOfUser.key, 'users', 'user'],
    });
  const take = async (file: File) => {
    setRefused(false);
    try {
      await put(await squareOf(file));
    } catch (error) {
      if (!(error instanceof NoPicture)) throw error;
      setRefused(true);
    }
  };
  return (
    <div className={styles['photo']}>
      {address ? (
        <img src={address} alt={say('users.card.photo')} width={96} height={96} />
      ) : (
        <p>{say('users.card.noPhoto')}</p>
      )}
      {canChange && (
        <div>
          <FileButton
            label={say('users.card.choosePhoto')}
            accept="image/png,image/jpeg,image/gif,image/webp"
            onFile={(file) => void take(file)}
          >
            {say('users.card.choosePhoto')}
          </FileButton>
          {address && (
            <Button kind="quiet" onClick={() => void put(null)}>
              {say('users.card.removePhoto')}
            </Button>
          )}
          {isRefused && <p role="alert">{say('users.card.noPicture')}</p>}
        </div>
      )}
    </div>
  );
}

/** Where the page finds it, as long as it is shown. */
function useAddressOf(blob: Blob | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (blob === null) return setAddress(null);
    const made = URL.createObjectURL(blob);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [blob]);
  return address;
}
