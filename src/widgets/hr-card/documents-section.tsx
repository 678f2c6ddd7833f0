import { useSignals } from '@preact/signals-react/runtime';
import { Upload } from 'lucide-react';
import { type ReactNode, Suspense, useCallback, useState } from 'react';
import { call } from '../../shared/api/index.ts';
import { DOCUMENT_CATEGORIES, type DocumentCategory } from '../../shared/contracts/hr.rules.ts';
import { type HrDocument, listHrDocuments } from '../../shared/contracts/hr-documents.contract.ts';
import { LoadPart } from '../../shared/lists/load-part.tsx';
import { formatDay, formatFileSize } from '../../shared/locale/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import { containedPart } from '../../shared/ui/contained-part.tsx';
import { CardSection } from './card-section.tsx';
import { ClosedBox, headersOf } from './closed-box.tsx';
import type { Headers } from './hr-card.store.ts';
import type { HrCardText } from './hr-card-text.ts';
import { RowActions } from './row-actions.tsx';
import type { SectionProps } from './section-props.ts';

const FileTile = containedPart(() => import('../../shared/ui/file-tile.tsx'), 'FileTile');
const DocumentPreview = containedPart(() => import('./document-preview.tsx'), 'DocumentPreview');

const TITLES = {
  Health: 'category.health',
  Contract: 'category.contract',
  Photo: 'category.photo',
  'Official Information': 'category.official',
} as const satisfies Readonly<Record<DocumentCategory, string>>;

export const categoryTitle = (category: DocumentCategory, t: HrCardText): string => t(TITLES[category]);

/** Documents by category; those of the category Health of another user with a reason. */
export function DocumentsSection(props: SectionProps): ReactNode {
  useSignals();
  const { store, user, t } = props;
  const { may } = user;
  const health = may.health === null ? null : headersOf(props, 'health');
  const mayAdd = may.documents === 'add' || may.documents === 'write';
  const add = mayAdd && (
    <Button kind="ghost" small icon={Upload} onClick={() => store.edit({ kind: 'documents', health })}>
      {t('documents.add')}
    </Button>
  );
  const id = `${store.turn.value}`;
  const readOthers = async (signal: AbortSignal) =>
    (await call(listHrDocuments, { params: { userId: user.key }, signal })).filter(
      ({ category }) => category !== 'Health',
    );
  const readHealth = (headers: Headers) => (signal: AbortSignal) =>
    call(listHrDocuments, { params: { userId: user.key }, query: { category: 'Health' }, headers, signal });
  return (
    <CardSection title={t('documents')} className="documents" actions={add}>
      {may.documents !== null && (
        <LoadPart read={readOthers} id={id} t={t}>
          {(documents) => <ByCategory {...props} documents={documents} headers={{}} />}
        </LoadPart>
      )}
      {may.health !== null && (
        <>
          <h4 className="hr-group">{t('category.health')}</h4>
          <ClosedBox {...props} box="health" title={`${t('documents')}, ${t('category.health')}`}>
            {(headers) => (
              <LoadPart read={readHealth(headers)} id={id} t={t}>
                {(documents) => <Documents {...props} documents={documents} headers={headers} />}
              </LoadPart>
            )}
          </ClosedBox>
        </>
      )}
    </CardSection>
  );
}

interface ListProps extends SectionProps {
  readonly documents: readonly HrDocument[];
  readonly headers: Headers;
}

function ByCategory(props: ListProps): ReactNode {
  const { documents, t } = props;
  if (documents.length === 0) return <p className="hr-none">{t('documents.none')}</p>;
  return DOCUMENT_CATEGORIES.map((category) => {
    const own = documents.filter((one) => one.category === category);
    return (
      own.length > 0 && (
        <div key={category}>
          <h4 className="hr-group">{categoryTitle(category, t)}</h4>
          <Documents {...props} documents={own} />
        </div>
      )
    );
  });
}

function Documents({ documents, headers, store, user, t }: ListProps): ReactNode {
  const [opened, setOpened] = useState<string | null>(null);
  const close = useCallback(() => setOpened(null), []);
  if (documents.length === 0) return <p className="hr-none">{t('documents.none')}</p>;
  return (
    <>
      <ul className="hr-files">
        {documents.map((document) => (
          <DocumentRow key={document.id} {...{ document, headers, store, t }} onOpen={() => setOpened(document.id)} />
        ))}
      </ul>
      {opened !== null && (
        <Suspense fallback={null}>
          <DocumentPreview userId={user.key} documents={documents} first={opened} headers={headers} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

interface RowProps extends Pick<ListProps, 'headers' | 'store' | 't'> {
  readonly document: HrDocument;
  readonly onOpen: () => void;
}

function DocumentRow({ document, headers, store, onOpen, t }: RowProps): ReactNode {
  const { title, fileName, size, issuedOn, validUntil, mayChange } = document;
  const facts = [
    formatFileSize(size),
    issuedOn && t('document.issued', { day: formatDay(issuedOn) }),
    validUntil && t('document.until', { day: formatDay(validUntil) }),
  ].filter(Boolean);
  return (
    <li className="file">
      <Suspense fallback={<span className="kind" />}>
        <FileTile fileName={fileName} />
      </Suspense>
      <span className="grow stack">
        <button
          type="button"
          className="link cut"
          title={fileName}
          aria-label={t('document.open', { title })}
          onClick={onOpen}
        >
          {title}
        </button>
        <span className="xs muted">{facts.join(' · ')}</span>
      </span>
      {mayChange && (
        <RowActions
          label={t('document.actions', { title })}
          onEdit={() => store.edit({ kind: 'document', document, headers })}
          onRemove={() => store.edit({ kind: 'document.remove', document, headers })}
          t={t}
        />
      )}
    </li>
  );
}
