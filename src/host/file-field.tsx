import { FileUp } from 'lucide-react';
import type { ReactNode } from 'react';
import { Field, type FieldProps } from '../shared/ui/field.tsx';
import { FileButton } from '../shared/ui/file-button.tsx';

interface Props extends Pick<FieldProps, 'label' | 'hint' | 'error' | 'required'> {
  /** Label of the button. */
  readonly choose: string;
  /** The `accept` attribute of a file input. */
  readonly accept: string;
  readonly file: File | null;
  readonly onChange: (file: File) => void;
}

/** Single file input with the name of the chosen file. Announces errors. */
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
