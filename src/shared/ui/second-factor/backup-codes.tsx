import { Copy, Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useStyles } from '../../element/use-styles.ts';
import { useMessages } from '../../locale/index.ts';
import { Button } from '../button.tsx';
import { saveBlob } from '../save-blob.ts';
import styles from '../styles/second-factor.css?inline';
import { useCopy } from '../use-copy.ts';
import { secondFactorMessages } from './second-factor.messages.ts';

/** New backup codes, which are shown once, with ways to keep them. */
export function BackupCodes({ codes }: { readonly codes: readonly string[] }): ReactNode {
  useStyles(styles);
  const t = useMessages(secondFactorMessages);
  const text = codes.join('\n');
  const { box, state, copy } = useCopy<HTMLUListElement>(text);
  return (
    <div className="stack gap-2">
      <ul ref={box} className="backup-codes" aria-label={t('backupCodes')}>
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="row wrap">
        <Button small icon={Copy} onClick={() => void copy()}>
          {t('copyCodes')}
        </Button>
        <Button small icon={Download} onClick={() => saveBlob(new Blob([`${text}\n`], { type: 'text/plain' }), FILE)}>
          {t('saveCodes')}
        </Button>
        <span className="s muted" role="status">
          {state === 'copied' && t('copied')}
          {state === 'marked' && t('marked')}
        </span>
      </div>
    </div>
  );
}

const FILE = 'verva-backup-codes.txt';
