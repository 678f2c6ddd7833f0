import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/index.ts';
import { problemText } from '../../shared/api/problem-text.ts';
import type { ConfigText } from '../../shared/contracts/config-texts.contract.ts';
import { CONFIG_TEXT_MAX } from '../../shared/contracts/config-texts.rules.ts';
import { useSaving } from '../../shared/ui/use-saving.ts';
import type { ConfigTextsStore } from './config-texts.store.ts';
import type { ConfigTextsText } from './config-texts-text.ts';

interface Props {
  readonly store: ConfigTextsStore;
  readonly text: ConfigText;
  readonly language: string;
  readonly t: ConfigTextsText;
}

/** A text with its translation, which is saved when the field loses the focus. */
export function ConfigTextRow(props: Props): ReactNode {
  const { text, language, t } = props;
  const { kind, place, part, source, sourceLanguage } = text;
  const isFixed = !text.replaces && text.document[language] !== undefined;
  return (
    <tr>
      <th scope="row" className="i18n-source fold-name">
        <span className="stack">
          <span lang={sourceLanguage}>{source}</span>
          <span className="xs muted">
            {t(`kind.${kind}`)} · {place} · <span className="mono">{part}</span>
          </span>
        </span>
      </th>
      <td className="i18n-text">
        {isFixed ? (
          <span className="stack">
            <span lang={language}>{text.document[language]}</span>
            {language !== sourceLanguage && <span className="xs muted">{t('inDocument')}</span>}
          </span>
        ) : (
          <Translation {...props} />
        )}
      </td>
    </tr>
  );
}

function Translation({ store, text, language, t }: Props): ReactNode {
  const own = text.own[language];
  const given = text.document[language] ?? '';
  const saved = own ?? given;
  const [typed, setTyped] = useState(saved);
  const saving = useSaving();
  const isOutdated = text.outdated.includes(language);
  // An empty field, or the text of the drawing, restores that.
  const save = () =>
    saving.save(async () => {
      const isOwn = typed.trim() !== '' && typed.trim() !== given;
      await store.save(text, language, isOwn ? typed : '');
      if (!isOwn) setTyped(given);
    });
  return (
    <span className="stack i18n-edit">
      <textarea
        className={`control ${saving.error === undefined ? '' : 'invalid'}`}
        aria-label={t('translationOf', { text: text.source })}
        aria-invalid={saving.error !== undefined}
        rows={1}
        lang={language}
        maxLength={CONFIG_TEXT_MAX}
        value={typed}
        onChange={({ target }) => {
          saving.clear();
          setTyped(target.value);
        }}
        onBlur={() => {
          if (typed.trim() !== saved) void save();
        }}
        onKeyDown={(event) => nextOnEnter(event)}
      />
      {isOutdated && (
        <span className="row xs">
          <span className="i18n-stale">{t('sourceChanged')}</span>
          <button type="button" className="link" onClick={() => void save()}>
            {t('stillRight')}
          </button>
        </span>
      )}
      {own !== undefined && given !== '' && <span className="xs muted">{t('instead', { text: given })}</span>}
      {saving.error !== undefined && (
        <span className="error row" role="alert">
          <span>{faultOf(saving.error)}</span>
          <button type="button" className="link" onClick={() => void save()}>
            {t('retry')}
          </button>
        </span>
      )}
    </span>
  );
}

/** The fault of this text, or why the request failed. */
function faultOf(error: unknown): string {
  const fault = error instanceof ApiError ? error.problem?.errors?.[0]?.title : undefined;
  return fault ?? problemText(error);
}

/** Enter moves to the field of the next text; a line break needs Shift. */
function nextOnEnter(event: KeyboardEvent<HTMLTextAreaElement>): void {
  if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
  event.preventDefault();
  const fields = [...(event.currentTarget.closest('tbody')?.querySelectorAll('textarea') ?? [])];
  const next = fields[fields.indexOf(event.currentTarget) + 1];
  if (next) next.focus();
  else event.currentTarget.blur();
}
