import { useState } from 'react';
import type { Tagged } from '../shared/api/query';
import { usernameOf } from '../shared/people/username-of';
import type { ParamsOf } from '../shared/screens/paths';
import { useDomain } from '../shared/session/domain';
import { useMay } from '../shared/session/session';
import { plain } from '../shared/texts/plain';
import { useSay } from '../shared/texts/texts';
import { Button } from '../shared/ui/button';
import { Checkbox } from '../shared/ui/checkbox';
import { Field } from '../shared/ui/field';
import { Link } from '../shared/ui/link';
import { NativeSelect } from '../shared/ui/native-select';
import { ReasonField } from '../shared/ui/reason-field';
import { MeasuresDialog } from './measures-dialog';
import { chosenMeasures, NOTHING_CHOSEN, SPANS } from './report-acts';
import type { Chosen } from './report-acts';
import type { FullReport } from './reports.fields';
import styles from './reports.module.css';

/** All that is to be done about a report, in one act; what the session may not do is absent. */
export function Measures({ of: report }: { readonly of: Tagged<FullReport> }) {
  const say = useSay();
  const may = useMay();
  const domain = useDomain();
  const [chosen, setChosen] = useState<Chosen>(NOTHING_CHOSEN);
  const [isAsking, setAsking] = useState(false);
  const { person, accused, room, status, reporter, evidence = [] } = report.value;
  const username = person === undefined ? null : usernameOf(person, domain);
  const place = room === undefined ? null : roomIn(room);
  const isOpen = status === 'open' || status === 'acting';
  const mayAct = may('reports:write');
  const who = { name: plain(username ?? '') };
  const where = { room: plain(place?.name ?? '') };
  const isKnown = place !== null && person !== undefined;
  const retractable = (['evidence', 'room'] as const).filter((one) =>
    one === 'room' ? isKnown : evidence.some(({ id }) => id?.startsWith('r')),
  );
  const tick = (name: 'lock' | 'sessions' | 'ban' | 'close' | 'notify', isPossible: boolean) =>
    isPossible && (
      <Checkbox
        isOn={chosen[name]}
        onChange={(isOn) => setChosen({ ...chosen, [name]: isOn })}
        label={say(`reports.measures.${name}`, { ...who, ...where })}
      />
    );
  const measures = chosenMeasures(chosen);
  return (
    <section className={styles['part']}>
      <h2>{say('reports.measures.title')}</h2>
      {mayAct && (
        <div className={styles['measures']}>
          {tick('lock', username !== null && may('lockouts:write'))}
          {chosen.lock && (
            <NativeSelect
              label={say('reports.measures.until')}
              value={chosen.span}
              choices={SPANS.map((value) => ({
                value,
                label: say(`reports.measures.spans.${value}`),
              }))}
              onChange={(span) => setChosen({ ...chosen, span })}
            />
          )}
          {tick('sessions', username !== null && may('sessions:write'))}
          {tick('ban', isKnown && may('rooms:write'))}
          {retractable.length > 0 && may('history:write') && (
            <Field label={say('reports.measures.retract.label')}>
              {({ id }) => (
                <NativeSelect
                  id={id}
                  value={chosen.retract}
                  choices={(['keep', ...retractable] as const).map((value) => ({
                    value,
                    label: say(`reports.measures.retract.${value}`, where),
                  }))}
                  onChange={(retract) => setChosen({ ...chosen, retract })}
                />
              )}
            </Field>
          )}
          <ReasonField
            label={say('reports.measures.reason')}
            hint={say('reports.measures.reasonHint')}
            value={chosen.reason}
            onChange={(reason) => setChosen({ ...chosen, reason })}
          />
          {tick('close', isOpen)}
          {tick('notify', isOpen && chosen.close && reporter !== undefined)}
          <div>
            <Button kind="primary" disabled={measures === null} onClick={() => setAsking(true)}>
              {say('reports.measures.act')}
            </Button>
          </div>
        </div>
      )}
      <ul className={styles['measures']}>
        {place !== null && may('rooms:read') && may('history:read') && (
          <li>
            <Link to="room" params={place} search={{ tab: 'history', sender: person }}>
              {say('reports.measures.seeMessages', where)}
            </Link>
          </li>
        )}
        <li>
          <Link to="reports" search={{ accused: person ?? accused }}>
            {say('reports.measures.others')}
          </Link>
        </li>
      </ul>
      {isAsking && measures !== null && (
        <MeasuresDialog
          of={report}
          measures={measures}
          onDone={() => setChosen(NOTHING_CHOSEN)}
          onClose={() => setAsking(false)}
        />
      )}
    </section>
  );
}

/** The room that a report names as `room@service`. Contract: extensions E20 */
function roomIn(room: string): ParamsOf<'room'> {
  const at = room.lastIndexOf('@');
  return { name: room.slice(0, at), service: room.slice(at + 1) };
}
