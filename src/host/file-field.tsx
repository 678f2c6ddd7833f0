import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field, type FieldProps } from '../shared/ui/field.tsx';
import { FileButton } from '../shared/ui/file-button.tsx';

interface Props extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'required'> {
  /** The words of the button. */
  readonly choose: string;
  /** As of an input of files. */
  readonly accept: string;
  readonly file: File | null;
  readonly onChange: (file: File) => void;
}

/** One file: a button, and what was chosen. What is wrong with it is read out. */
export function FileField({ choose, accept, file, onChange, ...field }: Props): ReactNode {
  return (
    <Field {...field} announces>
      {(control) => (
        <div className="row wrap">
          <FileButton
            icon={FileUp}
            accept={accept}
            control={control}
            aria-describedby={control['aria-describedby']}
            onChoose={([chosen]) => onChange(chosen)}
          >
            {choose}
          </FileButton>
          <span className="s cut">{file?.name}</span>
        </div>
      )}
    </Field>
  );
}
