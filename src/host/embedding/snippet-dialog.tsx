import { type ReactNode, useEffect, useState } from 'react';
import type { EmbedBuild } from '../../shared/contracts/embed-build.ts';
import type { EmbedClient, EmbedOrigin } from '../../shared/contracts/embed-clients.contract.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { Button } from '../../shared/ui/button.tsx';
import { Dialog } from '../../shared/ui/dialog.tsx';
import { CopiedText } from './copied-text.tsx';
import { loadBuild } from './embed-build.ts';
import { embeddingMessages } from './embedding.messages.ts';
import { PageCode } from './page-code.tsx';
import { backEndSnippet, tagsOf } from './snippets.ts';

export interface SnippetDialogProps {
  readonly client: EmbedClient;
  readonly origins: readonly EmbedOrigin[];
  readonly onClose: () => void;
}

/** Embed code for a page and its server, with this client's id and addresses. */
export function SnippetDialog({ client, origins, onClose }: SnippetDialogProps): ReactNode {
  const t = useMessages(embeddingMessages);
  const language = useLanguage();
  const server = location.origin;
  const [build, setBuild] = useState<EmbedBuild | null>(null);
  useEffect(() => {
    // Without it, the code for the latest version is shown.
    loadBuild().then(setBuild, () => undefined);
  }, []);
  return (
    <Dialog
      title={t('snippet.title', { name: client.name })}
      onClose={onClose}
      footer={<Button onClick={onClose}>{t('close')}</Button>}
    >
      <div className="stack spaced">
        {origins.length === 0 && <Banner tone="amber">{t('snippet.noOrigin')}</Banner>}
        <PageCode build={build} tags={tagsOf(client)} language={language} />
        <CopiedText
          label={t('snippet.backEnd')}
          text={backEndSnippet(client, server, origins[0]?.origin ?? 'https://intranet.example.org')}
          t={t}
        />
      </div>
    </Dialog>
  );
}
