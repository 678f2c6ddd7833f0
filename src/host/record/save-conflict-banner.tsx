import type { ReactNode } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import type { RegistryRecord } from '../../shared/contracts/registries.contract.ts';
import { formatDayAndTime } from '../../shared/locale/dates.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { recordMessages } from './record.messages.ts';
import type { SaveState } from './record.store.ts';

interface Props {
  readonly saving: SaveState;
  /** Replaces the input by the current record. */
  readonly onTheirs: () => void;
  readonly onMine: (theirs: RegistryRecord) => void;
  readonly onNewForm: () => void;
}

/** Why the record was not saved and what to do; sticky above the form. */
export function SaveConflictBanner({ saving, onTheirs, onMine, onNewForm }: Props): ReactNode {
  const t = useMessages(recordMessages);
  switch (saving.status) {
    case 'idle':
    case 'saving':
      return null;
    case 'merged':
      return (
        <div className="save-conflict">
          <Banner>{t('merged')}</Banner>
        </div>
      );
    case 'conflict': {
      const { changedBy, changed } = saving.theirs;
      return (
        <div className="save-conflict">
          <Banner tone="amber">
            {t('conflict', { name: changedBy?.name ?? 'Verva', date: formatDayAndTime(changed) })}
            <span className="row wrap record-actions">
              <Button small onClick={() => onMine(saving.theirs)}>
                {t('conflict.mine')}
              </Button>
              <Button small onClick={onTheirs}>
                {t('conflict.theirs')}
              </Button>
            </span>
          </Banner>
        </div>
      );
    }
    case 'refused':
      return (
        <div className="save-conflict">
          <Banner
            tone="red"
            action={
              saving.error.code === 'form.version_changed' && (
                <Button small onClick={onNewForm}>
                  {t('newForm')}
                </Button>
              )
            }
          >
            {problemText(saving.error)} {t('inputKept')}
          </Banner>
        </div>
      );
  }
}
