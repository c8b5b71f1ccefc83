import { FileUp } from 'lucide-react';
import { useState } from 'react';
import { plain } from '../../shared/texts/plain';
import { formatNumber } from '../../shared/texts/formats';
import { useSay } from '../../shared/texts/texts';
import { FileButton } from '../../shared/ui/file-button';
import { Field } from '../../shared/ui/field';
import { NativeSelect } from '../../shared/ui/native-select';
import { ENCODINGS } from '../../shared/csv/decode';
import type { Encoding } from '../../shared/csv/decode';
import { SEPARATORS } from '../../shared/csv/separator';
import type { Separator } from '../../shared/csv/separator';
import styles from './import.module.css';
import { SampleTable } from './sample-table';
import type { Reading, Table } from './table';

const SEPARATOR_NAMES = { ';': 'semicolon', ',': 'comma', '\t': 'tab' } as const;
const ENCODING_NAMES: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'windows-1252': 'Windows-1252',
  'utf-16le': 'UTF-16 LE',
  'utf-16be': 'UTF-16 BE',
};

/** A file that was read. */
export interface Loaded {
  readonly file: File;
  readonly guessed: Reading;
  readonly reading: Reading;
  readonly table: Table;
}

/** Chooses a file; how it is read is guessed, shown, and can be set right. */
export function FileStep({
  loaded,
  isBusy,
  onFile,
  onReading,
}: {
  readonly loaded: Loaded | null;
  readonly isBusy: boolean;
  readonly onFile: (file: File) => void;
  readonly onReading: (reading: Reading) => void;
}) {
  const say = useSay();
  const [isOver, setOver] = useState(false);
  return (
    <>
      <div
        className={`${styles['drop']} ${isOver ? styles['over'] : ''}`}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={(event) => {
          event.preventDefault();
          setOver(false);
          const [file] = event.dataTransfer.files;
          if (file) onFile(file);
        }}
      >
        <FileButton
          label={say('import.file.file')}
          accept=".csv,.txt,.tsv,text/csv,text/plain,text/tab-separated-values"
          icon={FileUp}
          kind={loaded === null ? 'primary' : 'plain'}
          isBusy={isBusy}
          onFile={onFile}
        >
          {say(loaded === null ? 'import.file.choose' : 'import.file.another')}
        </FileButton>
        <p>{say('import.file.hint')}</p>
      </div>
      {loaded !== null && (
        <>
          <p role="status">
            {say('import.file.read', {
              name: plain(loaded.file.name),
              number: formatNumber(loaded.table.total),
            })}
          </p>
          <div className={styles['pair']}>
            <Field
              label={say('import.file.encoding')}
              hint={
                loaded.reading.encoding === loaded.guessed.encoding && say('import.file.guessed')
              }
            >
              {({ id }) => (
                <NativeSelect<Encoding>
                  id={id}
                  value={loaded.reading.encoding}
                  choices={ENCODINGS.map((value) => ({ value, label: ENCODING_NAMES[value] }))}
                  onChange={(encoding) => onReading({ ...loaded.reading, encoding })}
                />
              )}
            </Field>
            <Field
              label={say('import.file.separator')}
              hint={
                loaded.reading.separator === loaded.guessed.separator && say('import.file.guessed')
              }
            >
              {({ id }) => (
                <NativeSelect<Separator>
                  id={id}
                  value={loaded.reading.separator}
                  choices={SEPARATORS.map((value) => ({
                    value,
                    label: say(`import.file.separators.${SEPARATOR_NAMES[value]}`),
                  }))}
                  onChange={(separator) => onReading({ ...loaded.reading, separator })}
                />
              )}
            </Field>
          </div>
          <SampleTable table={loaded.table} />
        </>
      )}
    </>
  );
}
