import type { ReactNode } from 'react';
import type { EmbedClient, EmbedOrigin } from '../../shared/contracts/embed-clients.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CopiedText } from './copied-text.tsx';
import { embeddingMessages } from './embedding.messages.ts';
import { backEndSnippet, pageSnippet } from './snippets.ts';

export interface SnippetDialogProps {
  readonly client: EmbedClient;
  readonly origins: readonly EmbedOrigin[];
  readonly onClose: () => void;
}

/** What to put into a page and into its back end, with this client's own id and addresses. */
export function SnippetDialog({ client, origins, onClose }: SnippetDialogProps): ReactNode {
  const t = useMessages(embeddingMessages);
  const server = location.origin;
  return (
    <Dialog
      title={t('snippet.title', { name: client.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div className="stack emb-spaced">
        {origins.length === 0 && <Banner tone="amber">{t('snippet.noOrigin')}</Banner>}
        <CopiedText label={t('snippet.page')} text={pageSnippet(client, server)} t={t} />
        <CopiedText
          label={t('snippet.backEnd')}
          text={backEndSnippet(client, server, origins[0]?.origin ?? 'https://intranet.example.org')}
          t={t}
        />
      </div>
    </Dialog>
  );
}
