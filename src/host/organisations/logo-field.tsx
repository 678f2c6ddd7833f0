import { useSignals } from '@preact/signals-react/runtime';
import { CircleAlert, ImagePlus, Trash2, Undo2 } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useId, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { Organisation } from '../../shared/contracts/organisations.contract.ts';
import { ORGANISATION_LOGO_MAX_BYTES } from '../../shared/contracts/organisations.rules.ts';
import { formatFileSize } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import { hueOf, initialsOf } from '../../shared/ui/initials.ts';
import type { OrganisationStore } from './organisation.store.ts';
import type { OrganisationsText } from './organisations-text.ts';

const TYPES = 'image/png,image/webp,image/svg+xml';

interface Props {
  readonly organisation: Organisation;
  readonly editor: OrganisationStore;
  readonly t: OrganisationsText;
}

/** The logo as it will be after saving, with a button for another one. */
export function LogoField({ organisation: { name, logo }, editor, t }: Props): ReactNode {
  useSignals();
  const note = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const change = editor.logo.value;
  const preview = useObjectUrl(change.kind === 'new' ? change.file : null);
  const failed = editor.save.value;
  const refused = failed.status === 'failed' && failed.of === 'logo' ? problemText(failed.error) : undefined;
  const size = formatFileSize(ORGANISATION_LOGO_MAX_BYTES);
  const error = tooLarge ? t('logo.tooLarge', { size }) : refused;
  const hasLogo = change.kind === 'new' || (change.kind === 'same' && logo !== null);
  const choose = (file: File) => {
    const isTooLarge = file.size > ORGANISATION_LOGO_MAX_BYTES;
    setTooLarge(isTooLarge);
    if (!isTooLarge) editor.changeLogo({ kind: 'new', file });
  };
  const restore = (kind: 'same' | 'none') => {
    setTooLarge(false);
    editor.changeLogo({ kind });
  };
  return (
    <div className="logo-field">
      <OrganisationLogo name={name} logo={change.kind === 'same' ? logo : preview} size={64} />
      <div className="stack logo-side">
        <div className="row row-6 wrap">
          <FileButton icon={ImagePlus} small accept={TYPES} aria-describedby={note} onChoose={([file]) => choose(file)}>
            {t(hasLogo ? 'logo.another' : 'logo.choose')}
          </FileButton>
          {change.kind !== 'same' && logo !== null && (
            <Button kind="ghost" small icon={Undo2} onClick={() => restore('same')}>
              {t('logo.keep')}
            </Button>
          )}
          {hasLogo && (
            <Button kind="ghost-danger" small icon={Trash2} onClick={() => restore(logo === null ? 'same' : 'none')}>
              {t('logo.remove')}
            </Button>
          )}
        </div>
        {error ? (
          <p className="error" id={note} role="alert">
            <Icon of={CircleAlert} />
            <span>{error}</span>
          </p>
        ) : (
          <p className="hint" id={note}>
            {change.kind === 'none' ? t('logo.goes') : t('logo.hint', { size })}
          </p>
        )}
      </div>
    </div>
  );
}

interface LogoProps {
  readonly name: string;
  /** Address of the picture; null: the initials. */
  readonly logo: string | null;
  readonly size: 24 | 40 | 64;
}

export function OrganisationLogo({ name, logo, size }: LogoProps): ReactNode {
  const hue = { '--h': hueOf(name) } as CSSProperties;
  return (
    <span
      className={`av logo s${size} ${logo ? 'drawn' : ''}`}
      style={hue}
      data-i={initialsOf(name)}
      aria-hidden="true"
    >
      {logo && <img src={logo} alt="" />}
    </span>
  );
}

/** URL of a chosen file for a preview. */
function useObjectUrl(file: File | null): string | null {
  const [url, setUrl] = useState<string | null>(null);
  useEffect(() => {
    if (!file) return;
    const made = URL.createObjectURL(file);
    setUrl(made);
    return () => {
      URL.revokeObjectURL(made);
      setUrl(null);
    };
  }, [file]);
  return url;
}
