import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CopiedText } from '../embedding/copied-text.tsx';
import { embeddingMessages } from '../embedding/embedding.messages.ts';
import { provisioningMessages } from './provisioning.messages.ts';
import type { ClientWithToken } from './provisioning.store.ts';

export interface TokenShownProps {
  readonly client: ClientWithToken;
  readonly address: string;
  readonly onClose: () => void;
}

/** Shows a token once. Only its button closes the dialog, so that the token is not lost by accident. */
export function TokenShown({ client, address, onClose }: TokenShownProps): ReactNode {
  const t = useMessages(provisioningMessages);
  const copyTexts = useMessages(embeddingMessages);
  return (
    <Dialog
      title={t('shown.title', { name: client.name })}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('shown.kept')}
        </Button>
      }
    >
      <div className="stack spaced">
        <Banner tone="amber">{t('shown.once')}</Banner>
        <CopiedText label={t('address')} text={address} t={copyTexts} />
        <CopiedText label={t('token')} text={client.token} t={copyTexts} />
      </div>
    </Dialog>
  );
}
