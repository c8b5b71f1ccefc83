import { useRef } from 'react';
import type { ComponentProps } from 'react';
import { Button } from './button';

/** Lets people choose a file; the browser's own control cannot be made to look like the others. */
export function FileButton({
  label,
  accept,
  onFile,
  ...rest
}: Omit<ComponentProps<typeof Button>, 'onClick'> & {
  /** of the file that is wanted, for who does not see the button */
  readonly label: string;
  /** media types and endings, with commas; what comes may be different */
  readonly accept: string;
  readonly onFile: (file: File) => void;
}) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        accept={accept}
        aria-label={label}
        className="visually-hidden"
        tabIndex={-1}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file) onFile(file);
          target.value = '';
        }}
      />
      <Button {...rest} onClick={() => input.current?.click()} />
    </>
  );
}
