import { useSignals } from '@preact/signals-react/runtime';
import { CircleAlert, ImagePlus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { CompanyRow } from '../../shared/contracts/companies.contract.ts';
import { LOGO_MAX_BYTES } from '../../shared/contracts/companies.rules.ts';
import { formatFileSize } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { FileButton } from '../../shared/ui/file-button.tsx';
import { Icon } from '../../shared/ui/icon.tsx';
import type { CompaniesText } from './companies-text.ts';
import type { CompanyStore } from './company.store.ts';
import { CompanyLogo } from './company-logo.tsx';

interface Props {
  readonly company: CompanyRow;
  readonly editor: CompanyStore;
  readonly t: CompaniesText;
}

const TYPES = 'image/png,image/jpeg,image/webp';

/** The logo of a company as it will be after saving, with a button for another one. */
export function LogoField({ company, editor, t }: Props): ReactNode {
  useSignals();
  const note = useId();
  const [tooLarge, setTooLarge] = useState(false);
  const change = editor.logo.value;
  const preview = useObjectUrl(change.kind === 'new' ? change.file : null);
  const failed = editor.save.value;
  const refused = failed.status === 'failed' && failed.of === 'logo' ? problemText(failed.error) : undefined;
  const size = formatFileSize(LOGO_MAX_BYTES);
  const error = tooLarge ? t('logo.tooLarge', { size }) : refused;
  const hasLogo = change.kind === 'new' || (change.kind === 'same' && company.logo !== null);

  const choose = (file: File) => {
    const isTooLarge = file.size > LOGO_MAX_BYTES;
    setTooLarge(isTooLarge);
    if (!isTooLarge) editor.changeLogo({ kind: 'new', file });
  };
  const restore = (kind: 'same' | 'none') => {
    setTooLarge(false);
    editor.changeLogo({ kind });
  };
  return (
    <div className="logo-field">
      <CompanyLogo company={company} size={64} {...(change.kind !== 'same' && { instead: preview })} />
      <div className="stack logo-side">
        <span className="label">{t('logo')}</span>
        <div className="row row-6 wrap">
          <FileButton icon={ImagePlus} small accept={TYPES} aria-describedby={note} onChoose={([file]) => choose(file)}>
            {t(hasLogo ? 'logo.another' : 'logo.choose')}
          </FileButton>
          {change.kind !== 'same' && company.logo !== null && (
            <Button kind="ghost" small icon={Undo2} onClick={() => restore('same')}>
              {t('logo.keep')}
            </Button>
          )}
          {hasLogo && (
            <Button
              kind="ghost-danger"
              small
              icon={Trash2}
              onClick={() => restore(company.logo === null ? 'same' : 'none')}
            >
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
