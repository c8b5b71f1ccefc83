import { optionsOf, useAnswer } from '../../shared/api/query';
import { changed, queryClient } from '../../shared/api/staleness';
import { fieldsIn, labelOf } from '../../shared/fields/field-table';
import { EditForm } from '../../shared/form/edit-form';
import { useMay } from '../../shared/session/session';
import { plain, plainLines } from '../../shared/texts/plain';
import { useSay } from '../../shared/texts/texts';
import { ErrorState, Skeleton } from '../../shared/ui/states';
import users from '../users.module.css';
import { CardPhoto } from './card-photo';
import { cardFields } from './card.fields';
import { cardOfUser, putCard } from './card.queries';
import styles from './card.module.css';
import { sourceOf, withValues } from './vcard';

/** What a person tells others about themselves: the vCard, with its picture. */
export default function CardTab({ username }: { readonly username: string }) {
  const say = useSay();
  const may = useMay();
  const { data: card, error, refetch } = useAnswer(cardOfUser, username);
  if (error && !card) return <ErrorState error={error} onRetry={() => void refetch()} />;
  if (!card) return <Skeleton />;
  const canChange = may('rosters:write');
  const reload = () => queryClient.fetchQuery({ ...optionsOf(cardOfUser, username), staleTime: 0 });
  return (
    <>
      <CardPhoto username={username} card={card} canChange={canChange} />
      {canChange ? (
        <EditForm
          table={cardFields}
          groups={[{ name: 'card' }]}
          document={card}
          save={async (patch, tag) => {
            const now = await reload();
            // the condition holds for what the form has seen
            return putCard(username, withValues(now.value.xml, patch), tag);
          }}
          reload={reload}
          onSaved={() => void changed(cardOfUser.key)}
        />
      ) : (
        <dl className={users['facts']}>
          {fieldsIn(cardFields).map(([name]) => (
            <div key={name}>
              <dt>{labelOf(cardFields, name)}</dt>
              <dd>{plain(card.value[name])}</dd>
            </div>
          ))}
        </dl>
      )}
      {card.value.xml !== '' && (
        <details className={styles['source']}>
          <summary>{say('users.card.source')}</summary>
          <pre>{plainLines(sourceOf(card.value.xml))}</pre>
        </details>
      )}
    </>
  );
}
