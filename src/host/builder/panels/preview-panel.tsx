import { effect } from '@preact/signals-core';
import { useSignals } from '@preact/signals-react/runtime';
import { Dices, Eraser, ServerCog } from 'lucide-react';
import { type ReactNode, Suspense, useEffect, useMemo, useState } from 'react';
import { call } from '../../../shared/api/index.ts';
import { problemText } from '../../../shared/api/problem-text.ts';
import { LANGUAGES, type LanguageId } from '../../../shared/contracts/constants.ts';
import { FILE_MAX_MB, MEGABYTE } from '../../../shared/contracts/file-kinds.ts';
import { checkForm, type FormCheck } from '../../../shared/contracts/form-check.contract.ts';
import { PreviewHost } from '../../../shared/form-view/files/preview-host.tsx';
import {
  createFileService,
  createServerLookUps,
  type FormServices,
  FormView,
} from '../../../shared/form-view/index.ts';
import {
  createFormModel,
  type FormBody,
  type FormModel,
  type FormValues,
  outcomesOf,
  textOf,
} from '../../../shared/forms/index.ts';
import {
  LANGUAGE_NAMES,
  SpokenLanguage,
  today as todayHere,
  useLanguage,
  useMessages,
} from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Button } from '../../../shared/ui/button.tsx';
import { EmptyState } from '../../../shared/ui/empty-state.tsx';
import { Skeleton } from '../../../shared/ui/skeleton.tsx';
import { DocumentWidget } from '../../document-widget.tsx';
import { DayInput } from './day-input.tsx';
import type { PanelProps, PanelsText } from './panel.ts';
import { panelsMessages } from './panels.messages.ts';
import { keepSample, sampleFor } from './sample/kept-samples.ts';
import { sampleFiles } from './sample/sample-files.ts';
import { sampleValues } from './sample/sample-values.ts';
import './panels.css';

const WIDTHS = ['390', '768', 'full'] as const;
const THEMES = ['page', 'light', 'dark'] as const;
const KEEP_AFTER_MS = 400;

interface Setting {
  readonly language: LanguageId;
  readonly role: 'acts' | 'looks';
  readonly width: (typeof WIDTHS)[number];
  readonly theme: (typeof THEMES)[number];
  readonly day: string;
}

/** Live preview with sample data, in each language, role, width and date, with the submission it would produce. */
export function PreviewPanel({ store }: PanelProps): ReactNode {
  useSignals();
  const t = useMessages(panelsMessages);
  const page = useLanguage();
  const languageId = store.languageId.value;
  const [setting, setSetting] = useState<Omit<Setting, 'language'>>(() => ({
    role: 'acts',
    width: 'full',
    theme: 'page',
    day: todayHere(),
  }));
  const [values, setValues] = useState<FormValues>(() => sampleFor(store.body.peek(), languageId));
  const language = LANGUAGES.find((id) => id === languageId) ?? page;
  const body = store.body.value;
  const problems = store.problems.value;
  const set = (part: Partial<Setting>) => setSetting({ ...setting, ...part });
  const put = (next: FormValues | null) => {
    keepSample(body, next);
    setValues(next ?? sampleValues(body, setting.day, languageId));
  };

  return (
    <DocumentWidget>
      <div className="pn-page pn-preview">
        <div className="pn-tools">
          <Choice
            label={t('preview.language')}
            value={language}
            options={LANGUAGES.map((id) => [id, LANGUAGE_NAMES[id]])}
            onChange={(id) => {
              store.languageId.value = id;
            }}
          />
          <Choice
            label={t('preview.role')}
            value={setting.role}
            options={(['acts', 'looks'] as const).map((id) => [id, t(`preview.role.${id}`)])}
            onChange={(role) => set({ role })}
          />
          <Choice
            label={t('preview.width')}
            value={setting.width}
            options={WIDTHS.map((id) => [id, t(`preview.width.${id}`)])}
            onChange={(width) => set({ width })}
          />
          <Choice
            label={t('preview.theme')}
            value={setting.theme}
            options={THEMES.map((id) => [id, t(`preview.theme.${id}`)])}
            onChange={(theme) => set({ theme })}
          />
          <DayInput label={t('preview.day')} value={setting.day} onChange={(day) => set({ day })} />
          <span className="grow" />
          <Button icon={Dices} onClick={() => put(null)}>
            {t('preview.sample')}
          </Button>
          <Button icon={Eraser} onClick={() => put({})}>
            {t('preview.empty')}
          </Button>
        </div>
        {problems.length > 0 ? (
          <EmptyState
            mark="failed"
            title={t('preview.faulty', { count: problems.length })}
            text={t('preview.faulty.text')}
          />
        ) : (
          <Live
            key={`${JSON.stringify(values)} ${setting.day} ${setting.role}`}
            body={body}
            values={values}
            setting={{ ...setting, language }}
            t={t}
          />
        )}
      </div>
    </DocumentWidget>
  );
}

interface ChoiceProps<Id extends string> {
  readonly label: string;
  readonly value: Id;
  readonly options: readonly (readonly [id: Id, text: string])[];
  readonly onChange: (id: Id) => void;
}

function Choice<Id extends string>({ label, value, options, onChange }: ChoiceProps<Id>): ReactNode {
  return (
    <label className="field">
      <span className="label">{label}</span>
      <select className="control" value={value} onChange={(event) => onChange(event.target.value as Id)}>
        {options.map(([id, text]) => (
          <option key={id} value={id}>
            {text}
          </option>
        ))}
      </select>
    </label>
  );
}

interface LiveProps {
  readonly body: FormBody;
  readonly values: FormValues;
  readonly setting: Setting;
  readonly t: PanelsText;
}

function Live({ body, values, setting, t }: LiveProps): ReactNode {
  const { language, role, width, theme, day } = setting;
  const [attempts, setAttempts] = useState(0);
  const [outcome, setOutcome] = useState<string | null>(null);
  const services = useMemo<FormServices>(
    () => ({
      files: createFileService(sampleFiles, FILE_MAX_MB * MEGABYTE),
      lookUps: createServerLookUps(),
    }),
    [],
  );
  const [model, setModel] = useState<FormModel>(() => modelOf(body, values, setting));
  // Keeps the typed values when the draft changes.
  if (model.body !== body) setModel(modelOf(body, { ...values, ...model.values.peek() }, setting));

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isFirst = true;
    const stop = effect(() => {
      const now = model.values.value;
      if (!isFirst && !model.readOnly) {
        clearTimeout(timer);
        timer = setTimeout(() => keepSample(model.body, now), KEEP_AFTER_MS);
      }
      isFirst = false;
    });
    return () => {
      clearTimeout(timer);
      stop();
    };
  }, [model]);

  const attempt = (id: string, validates: boolean) => {
    setOutcome(id);
    if (!validates) return;
    model.attempt();
    setAttempts(attempts + 1);
  };
  return (
    <div className="pn-live">
      <div className="pn-stage">
        <div className="verva-root pn-device" data-width={width} data-theme={theme} lang={language}>
          <SpokenLanguage value={language}>
            <Suspense fallback={<Skeleton rows={6} />}>
              <div className="pn-paper">
                <p className="t2">{textOf(body.title, language)}</p>
                <FormView model={model} attempts={attempts} services={services} />
                {services.files && <PreviewHost service={services.files} />}
              </div>
            </Suspense>
          </SpokenLanguage>
          {role === 'acts' && (
            <div className="outcomes">
              {outcomesOf(body).map(({ id, label, style = 'neutral', validate = true }) => (
                <Button
                  key={id}
                  kind={style === 'primary' ? 'primary' : style === 'danger' ? 'danger-text' : 'default'}
                  aria-pressed={outcome === id}
                  onClick={() => attempt(id, validate)}
                >
                  {textOf(label, language)}
                </Button>
              ))}
            </div>
          )}
        </div>
      </div>
      <Submitted model={model} initial={values} body={body} outcome={outcome} language={language} day={day} t={t} />
    </div>
  );
}

function modelOf(body: FormBody, values: FormValues, { language, role, day }: Setting): FormModel {
  return createFormModel(body, { values, languageId: language, today: day, readOnly: role === 'looks' });
}

type CheckState =
  | { readonly status: 'idle' | 'asking' }
  | { readonly status: 'failed'; readonly error: unknown }
  | { readonly status: 'answered'; readonly answer: FormCheck; readonly sent: FormValues };

interface SubmittedProps {
  readonly model: FormModel;
  /** Values the preview was opened with. */
  readonly initial: FormValues;
  readonly body: FormBody;
  readonly outcome: string | null;
  readonly language: LanguageId;
  readonly day: string;
  readonly t: PanelsText;
}

/** Submitted values, client-side problems, and the server's validation. */
function Submitted({ model, initial, body, outcome, language, day, t }: SubmittedProps): ReactNode {
  useSignals();
  const [asked, setAsked] = useState<CheckState>({ status: 'idle' });
  const values = model.values.value;
  const validates = outcomesOf(body).find(({ id }) => id === outcome)?.validate ?? true;
  const issues = validates ? model.issues.value : [];

  async function ask(): Promise<void> {
    setAsked({ status: 'asking' });
    const sent = model.values.peek();
    const what = {
      body,
      values: sent as Record<string, unknown>,
      current: initial as Record<string, unknown>,
      languageId: language,
      today: day,
    };
    try {
      const answer = await call(checkForm, { body: { ...what, ...(outcome !== null && { outcome }) } });
      setAsked({ status: 'answered', answer, sent });
    } catch (error) {
      setAsked({ status: 'failed', error });
    }
  }

  const isSame = asked.status === 'answered' && asked.sent === values;
  return (
    <section className="pn-submitted" aria-label={t('preview.submitted')}>
      <h3 className="t3">{t('preview.submitted')}</h3>
      <p className="s" role="status">
        {issues.length === 0 ? t('preview.sound') : t('preview.issues', { count: issues.length })}
      </p>
      {issues.length > 0 && (
        <ul className="pn-issues s">
          {issues.slice(0, 20).map(({ id, pointer, issue, state }) => (
            <li key={id}>
              <span className="strong">{textOf(state.definition.label, language)}</span>{' '}
              <span className="muted mono xs">
                {pointer} {issue.code}
              </span>
            </li>
          ))}
        </ul>
      )}
      <Button icon={ServerCog} busy={asked.status === 'asking'} onClick={() => void ask()}>
        {t('preview.ask')}
      </Button>
      {asked.status === 'failed' && <Banner tone="red">{problemText(asked.error)}</Banner>}
      {asked.status === 'answered' && (
        <Answer answer={asked.answer} isOld={!isSame} issues={issues.map(({ pointer }) => pointer)} t={t} />
      )}
      <textarea
        className="control pn-values mono xs"
        readOnly
        aria-label={t('preview.json')}
        value={JSON.stringify(values, null, 2)}
      />
    </section>
  );
}

interface AnswerProps {
  readonly answer: FormCheck;
  readonly isOld: boolean;
  readonly issues: readonly string[];
  readonly t: PanelsText;
}

function Answer({ answer, isOld, issues, t }: AnswerProps): ReactNode {
  if (isOld) return <Banner tone="amber">{t('preview.old')}</Banner>;
  const found = answer.issues.map(({ pointer }) => pointer.replace(/^\/values/, ''));
  const isAgreed = found.length === issues.length && found.every((pointer) => issues.includes(pointer));
  if (answer.issues.length === 0) return <Banner tone="green">{t('preview.serverSound')}</Banner>;
  return (
    <Banner tone={isAgreed ? 'amber' : 'red'}>
      {t(isAgreed ? 'preview.serverAgrees' : 'preview.serverMore', { count: answer.issues.length })}
      <ul className="pn-issues">
        {answer.issues.slice(0, 20).map(({ pointer, title }) => (
          <li key={pointer}>
            {title} <span className="mono xs">{pointer}</span>
          </li>
        ))}
      </ul>
    </Banner>
  );
}
