import type { ReactNode } from 'react';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CopiedText } from './copied-text.tsx';
import { embeddingMessages } from './embedding.messages.ts';
import type { ClientWithSecret } from './embedding.store.ts';

export interface SecretDialogProps {
  readonly client: ClientWithSecret;
  readonly onClose: () => void;
}

/** Shows the secret once. Only its button closes the dialog, so that the secret is not lost by accident. */
export function SecretDialog({ client, onClose }: SecretDialogProps): ReactNode {
  const t = useMessages(embeddingMessages);
  return (
    <Dialog
      title={t('secret.title', { name: client.name })}
      footer={
        <Button kind="primary" onClick={onClose}>
          {t('secret.kept')}
        </Button>
      }
    >
      <div className="stack spaced">
        <Banner tone="amber">{t('secret.once')}</Banner>
        <CopiedText label={t('clientId')} text={client.id} t={t} />
        <CopiedText label={t('secret')} text={client.secret} t={t} />
        <p className="s second">{t('secret.next')}</p>
      </div>
    </Dialog>
  );
}
