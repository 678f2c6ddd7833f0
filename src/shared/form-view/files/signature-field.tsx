import { useSignals } from '@preact/signals-react/runtime';
import { Eraser, RotateCcw } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { type FieldState, type FileRef, isFiles, textOf } from '../../forms/index.ts';
import { useMessages } from '../../locale/index.ts';
import { Button } from '../../ui/button.tsx';
import { FieldNote } from '../../ui/field.tsx';
import { createSignaturePen, type SignaturePen } from '../controls/signature-pen.ts';
import { controlId, useForm } from '../form-context.ts';
import { issueText } from '../issue-text.ts';
import { faultText } from './file-rows.tsx';
import type { FileService } from './file-service.ts';
import { filesMessages } from './files.messages.ts';
import { SignaturePicture } from './signature-picture.tsx';

const NAME_MAX = 80;
const MEGABYTES = 1;

interface Props {
  readonly state: FieldState;
  readonly service: FileService;
  readonly className: string;
}

/** A signature: drawn with the pointer, or typed for keyboard users; stored as an image. */
export function SignatureField({ state, service, className }: Props): ReactNode {
  useSignals();
  const { t, language, prefix } = useForm();
  const id = controlId(prefix, state.id);
  const label = textOf(state.definition.node.label, language);
  const issue = state.shown.value;
  const hint = textOf(state.definition.node.hint, language);
  const value = state.value.value;
  const [file] = isFiles(value) ? value : [];
  return (
    <div className={`field ${className}`}>
      <div className="label" id={`${id}-label`}>
        <span>{label}</span>
        {state.required.value && (
          <span className="req" aria-hidden="true">
            *
          </span>
        )}
      </div>
      {file ? (
        <Signed id={id} state={state} file={file} service={service} label={label} />
      ) : (
        <SignaturePad
          id={id}
          state={state}
          service={service}
          label={label}
          describedBy={issue || hint ? `${id}-note` : undefined}
        />
      )}
      <FieldNote
        id={`${id}-note`}
        error={issue ? issueText(issue, state.definition, t, language) : undefined}
        hint={hint}
      />
    </div>
  );
}

interface SignedProps {
  readonly id: string;
  readonly state: FieldState;
  readonly file: FileRef;
  readonly service: FileService;
  readonly label: string;
}

function Signed({ id, state, file, service, label }: SignedProps): ReactNode {
  const { t } = useForm();
  const again = () => {
    if (service.isFresh(file.id)) void service.remove(file.id).catch(() => undefined);
    state.set(null);
  };
  return (
    <div className="signature signed">
      <SignaturePicture service={service} value={[file]} />
      <Button
        id={id}
        kind="ghost"
        small
        icon={RotateCcw}
        aria-label={`${t('signature.again')}: ${label}`}
        data-fault={state.shown.value ? true : undefined}
        onClick={again}
      >
        {t('signature.again')}
      </Button>
    </div>
  );
}

interface SignaturePadProps extends Omit<SignedProps, 'file'> {
  readonly describedBy: string | undefined;
}

function SignaturePad({ id, state, service, label, describedBy }: SignaturePadProps): ReactNode {
  useSignals();
  const { t } = useForm();
  const words = useMessages(filesMessages);
  const canvas = useRef<HTMLCanvasElement>(null);
  const pen = useRef<SignaturePen | null>(null);
  const [name, setName] = useState('');
  const [hasInk, setInk] = useState(false);
  useEffect(() => {
    if (!canvas.current) return;
    const drawn = createSignaturePen(canvas.current, () => {
      setName('');
      setInk(true);
    });
    pen.current = drawn;
    return drawn.stop;
  }, []);
  const uploads = service.uploadsTo({
    id: state.id,
    accept: ['png'],
    maxSize: MEGABYTES,
    maxFiles: 1,
    held: () => 0,
    onDone: (file) => {
      // This pad is unmounted before the upload ends.
      state.wait(null);
      state.set([file]);
      state.leave();
    },
  });
  const isSending = uploads.isSending.value;
  useEffect(() => state.wait(isSending ? 'field.uploading' : null), [state, isSending]);
  const failed = uploads.list.value.find((upload) => upload.state.status === 'failed');

  const type = (typed: string) => {
    setName(typed);
    pen.current?.write(typed);
    setInk(typed.trim() !== '');
  };
  const clear = () => {
    pen.current?.clear();
    setName('');
    setInk(false);
  };
  const sign = async () => {
    const picture = await pen.current?.picture();
    if (!picture) return;
    for (const { key } of uploads.list.peek()) uploads.drop(key);
    uploads.add([new File([picture], 'signature.png', { type: 'image/png' })]);
  };
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset needs a legend, and the label is elsewhere
    <div className="signature" role="group" aria-labelledby={`${id}-label`}>
      <div className="signature-paper">
        <canvas
          ref={canvas}
          role="img"
          aria-label={t(hasInk ? 'signature.drawn' : 'signature.blank', { attribute: label })}
        />
        {!hasInk && (
          <span className="signature-hint" aria-hidden="true">
            {t('signature.draw')}
          </span>
        )}
      </div>
      <div className="signature-bar">
        <div className={`control ${state.shown.value ? 'invalid' : ''}`}>
          <input
            id={id}
            type="text"
            autoComplete="name"
            maxLength={NAME_MAX}
            aria-label={`${label}: ${t('signature.type')}`}
            aria-invalid={state.shown.value ? true : undefined}
            aria-describedby={describedBy}
            aria-required={state.required.value || undefined}
            placeholder={t('signature.type')}
            value={name}
            onChange={(event) => type(event.target.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || !hasInk) return;
              event.preventDefault();
              void sign();
            }}
            onBlur={({ relatedTarget, currentTarget }) => {
              if (!currentTarget.closest('.signature')?.contains(relatedTarget)) state.leave();
            }}
          />
        </div>
        <Button kind="ghost" icon={Eraser} blocked={!hasInk} onClick={clear}>
          {t('signature.clear')}
        </Button>
        <Button kind="soft" blocked={!hasInk} busy={isSending} onClick={() => void sign()}>
          {t('signature.sign')}
        </Button>
      </div>
      {failed?.state.status === 'failed' && (
        <p className="error" role="alert">
          {faultText(failed.state.fault, words)}
        </p>
      )}
    </div>
  );
}
