import type { ReactNode } from 'react';
import { Button } from '../button.tsx';
import { BackupCodes } from './backup-codes.tsx';
import type { SecurityText } from './security-text.ts';

interface Props {
  readonly t: SecurityText;
  readonly codes: readonly string[];
  readonly onKept: () => void;
}

/** New backup codes, until the user has saved them. */
export function NewBackupCodes({ t, codes, onKept }: Props): ReactNode {
  return (
    <>
      <p>{t('codesKeep')}</p>
      <BackupCodes codes={codes} />
      <div className="row">
        <Button kind="primary" onClick={onKept}>
          {t('codesKept')}
        </Button>
      </div>
    </>
  );
}
