import { FileUp } from 'lucide-react';
import { type ReactNode, useRef } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import { Field } from '../../shared/ui/field.tsx';

interface Props {
  readonly label: string;
  readonly hint?: string;
  readonly required?: boolean;
  /** The words of the button. */
  readonly choose: string;
  /** As of an input of files. */
  readonly accept: string;
  readonly file: File | null;
  readonly onChange: (file: File | null) => void;
}

/** One file: a button, and what was chosen. */
export function FileField({ choose, accept, file, onChange, ...field }: Props): ReactNode {
  const input = useRef<HTMLInputElement>(null);
  return (
    <Field {...field}>
      {(control) => (
        <div className="row wrap">
          <Button icon={FileUp} onClick={() => input.current?.click()}>
            {choose}
          </Button>
          <span className="s cut">{file?.name}</span>
          <input
            {...control}
            ref={input}
            type="file"
            className="sr"
            tabIndex={-1}
            accept={accept}
            onChange={({ target }) => onChange(target.files?.[0] ?? null)}
          />
        </div>
      )}
    </Field>
  );
}
