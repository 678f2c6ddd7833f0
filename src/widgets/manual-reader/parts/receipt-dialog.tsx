import { Download, ExternalLink } from 'lucide-react';
import { type ReactNode, useCallback, useEffect, useState } from 'react';
import { callForResponse } from '../../../shared/api/call.ts';
import { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { languageName } from '../../../shared/contracts/language-name.ts';
import { getReceipt, type Receipt } from '../../../shared/contracts/manuals.contract.ts';
import { useStyles } from '../../../shared/element/use-styles.ts';
import { formatDayAndTime } from '../../../shared/locale/dates.ts';
import { useLanguage, useMessages } from '../../../shared/locale/use-messages.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { Dialog } from '../../../shared/ui/dialog.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import { saveBlob } from '../../../shared/ui/save-blob.ts';
import { showProblem } from '../../../shared/ui/show-problem.ts';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import styles from '../../../shared/ui/styles/manual-parts.css?inline';
import type { PartText } from './part-text.ts';
import { manualPartsMessages } from './parts.messages.ts';

interface Props {
  readonly id: string;
  readonly title: string;
  readonly onClose: () => void;
}

type State =
  | { readonly status: 'loading' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'ready'; readonly receipt: Receipt };

/** Receipt of a confirmation: its content, its verification and a download. */
export function ReceiptDialog({ id, title, onClose }: Props): ReactNode {
  useStyles(styles);
  const t = useMessages(manualPartsMessages);
  const language = useLanguage();
  const [state, setState] = useState<State>({ status: 'loading' });
  const [saving, setSaving] = useState<'json' | 'pdf' | null>(null);
  const load = useCallback(async () => {
    setState({ status: 'loading' });
    try {
      setState({ status: 'ready', receipt: await call(getReceipt, { params: { id } }) });
    } catch (error) {
      setState({ status: 'failed', error });
    }
  }, [id]);
  useEffect(() => void load(), [load]);

  const save = async (format: 'json' | 'pdf') => {
    setSaving(format);
    try {
      const response = await callForResponse(getReceipt, { params: { id }, query: { format, language } });
      saveBlob(await response.blob(), `${fileName(title)}.${format}`);
    } catch (error) {
      showProblem(error);
    } finally {
      setSaving(null);
    }
  };
  return (
    <Dialog
      title={t('receipt')}
      onClose={onClose}
      footer={
        <>
          <Button icon={Download} busy={saving === 'json'} onClick={() => void save('json')}>
            {t('json')}
          </Button>
          <Button kind="primary" icon={Download} busy={saving === 'pdf'} onClick={() => void save('pdf')}>
            {t('pdf')}
          </Button>
        </>
      }
    >
      {state.status === 'loading' && <Skeleton rows={4} label={t('loading')} />}
      {state.status === 'failed' && (
        <div className="empty" role="alert">
          <p className="t3">{problemText(state.error)}</p>
          <Button onClick={() => void load()}>{t('retry')}</Button>
        </div>
      )}
      {state.status === 'ready' && <Facts receipt={state.receipt} title={title} t={t} />}
    </Dialog>
  );
}

function Facts({
  receipt,
  title,
  t,
}: {
  readonly receipt: Receipt;
  readonly title: string;
  readonly t: PartText;
}): ReactNode {
  const payload = JSON.parse(receipt.payload) as Readonly<Record<string, unknown>>;
  const text = (name: string) => (payload[name] === undefined ? '' : String(payload[name]));
  const confirmedAt = text('confirmedAt');
  const facts = [
    ['fact.manual', title],
    ['fact.version', text('manualVersion')],
    ['fact.language', languageName(text('language'))],
    ['fact.confirmed', confirmedAt && formatDayAndTime(confirmedAt)],
    ['fact.number', String(receipt.seq)],
    ['fact.text', text('textSha256')],
    ['fact.hash', receipt.hash],
    ['fact.prev', receipt.prev],
  ] as const;
  return (
    <div className="receipt stack">
      <Banner tone={receipt.valid ? 'green' : 'red'}>{t(receipt.valid ? 'valid' : 'invalid')}</Banner>
      <dl>
        {facts.map(
          ([name, value]) =>
            value && (
              <div key={name} className="ro">
                <dt>{t(name)}</dt>
                <dd
                  className={name.startsWith('fact.text') || name === 'fact.hash' || name === 'fact.prev' ? 'mono' : ''}
                >
                  {value}
                </dd>
              </div>
            ),
        )}
      </dl>
      <a href={receipt.verifyUrl} target="_blank" rel="noopener noreferrer" className="row s">
        {t('verify')}
        <Icon of={ExternalLink} size="s" />
        <span className="sr">{t('newTab')}</span>
      </a>
    </div>
  );
}

/** Letters and digits of the title, valid in file names on every system. */
const fileName = (title: string) =>
  title
    .replace(/[^\p{L}\p{N} _-]+/gu, '')
    .trim()
    .slice(0, 80) || 'receipt';
