import { Check } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import { problemText } from '../../shared/api/problem-text.ts';
import { isProcessFinding } from '../../shared/contracts/process-findings.rules.ts';
import type { Deployment, ProcessProblem } from '../../shared/contracts/processes.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { Banner } from '../../shared/ui/banner.tsx';
import { FormDialog } from '../../shared/ui/form-dialog.tsx';
import { showSnack } from '../../shared/ui/snackbar.ts';
import { TextField } from '../../shared/ui/text-field.tsx';
import { useSaving } from '../../shared/ui/use-saving.ts';
import { FileField } from '../file-field.tsx';
import { findingMessages } from './finding.messages.ts';
import { type ProcessFile, readProcessFile } from './process-file.ts';
import { processSettingsMessages } from './process-settings.messages.ts';
import { PROBLEM_LISTS, type ProcessSettingsStore, problemsOf } from './process-settings.store.ts';
import type { ProcessSettingsText } from './process-settings-text.ts';

export interface UploadDialogProps {
  readonly store: ProcessSettingsStore;
  readonly onClose: () => void;
}

/** What the server says of the chosen file. */
type Verdict =
  | { readonly status: 'none' | 'checking' }
  | { readonly status: 'good'; readonly deployment: Deployment }
  | { readonly status: 'refused'; readonly error: unknown };

/** Checks a BPMN file as soon as it is chosen, and deploys it. */
export function UploadDialog({ store, onClose }: UploadDialogProps): ReactNode {
  const t = useMessages(processSettingsMessages);
  const [chosen, setChosen] = useState<{ readonly file: File; readonly read: ProcessFile } | null>(null);
  const [verdict, setVerdict] = useState<Verdict>({ status: 'none' });
  const [note, setNote] = useState('');
  const saving = useSaving();
  const latest = useRef<File | null>(null);
  const read = chosen?.read ?? null;
  const fault = read && 'fault' in read ? t(`file.${read.fault}`) : undefined;

  async function choose(file: File): Promise<void> {
    saving.reset();
    latest.current = file;
    setVerdict({ status: 'checking' });
    const found = await readProcessFile(file);
    if (latest.current !== file) return;
    setChosen({ file, read: found });
    if ('fault' in found) return setVerdict({ status: 'none' });
    const judged = await store.check(found.key, found.xml).then(
      (deployment): Verdict => ({ status: 'good', deployment }),
      (error: unknown): Verdict => ({ status: 'refused', error }),
    );
    if (latest.current === file) setVerdict(judged);
  }

  async function deploy(): Promise<void> {
    if (!read || 'fault' in read) return;
    const { deployed } = await store.deploy(read.key, read.xml, note);
    const changed = deployed.filter((one) => one.changed);
    if (changed.length === 0) showSnack({ text: t('unchanged'), icon: Check });
    for (const { name, key, number } of changed) {
      showSnack({ text: t('deployed', { name: name || key, number }), icon: Check });
    }
    onClose();
  }

  return (
    <FormDialog
      title={t('upload')}
      cancel={t('cancel')}
      go={t('deploy')}
      isSaving={saving.isSaving}
      error={saving.error}
      blocked={verdict.status === 'checking' || verdict.status === 'refused'}
      isChanged={chosen !== null}
      onSubmit={() => void saving.save(deploy, verdict.status === 'good')}
      onClose={onClose}
    >
      <FileField
        label={t('file')}
        required
        hint={t('file.hint')}
        error={fault ?? (saving.isTried && !chosen ? t('file.required') : undefined)}
        choose={t('file.choose')}
        accept=".bpmn,.xml,application/xml,text/xml"
        file={chosen?.file ?? null}
        onChange={(file) => void choose(file)}
      />
      <Verdicts verdict={verdict} t={t} />
      {verdict.status === 'good' && (
        <TextField
          label={t('note')}
          aside={t('optional')}
          hint={t('note.hint')}
          maxLength={1000}
          value={note}
          onChange={setNote}
        />
      )}
    </FormDialog>
  );
}

interface VerdictProps {
  readonly verdict: Verdict;
  readonly t: ProcessSettingsText;
}

function Verdicts({ verdict, t }: VerdictProps): ReactNode {
  switch (verdict.status) {
    case 'none':
      return null;
    case 'checking':
      return (
        <p className="muted" role="status">
          {t('checking')}
        </p>
      );
    case 'good': {
      const { deployed, notes } = verdict.deployment;
      return (
        <>
          <Banner tone="green">{t('checked')}</Banner>
          <ul className="s proc-list">
            {deployed.map(({ key, name, number, changed }) => (
              <li key={key}>
                {t(changed ? (number === 1 ? 'check.new' : 'check.version') : 'check.same', {
                  name: name || key,
                  number,
                })}
              </li>
            ))}
          </ul>
          <Problems title={t('notes')} problems={notes} t={t} />
        </>
      );
    }
    case 'refused': {
      const problems = problemsOf(verdict.error);
      if (problems.length === 0) return <Banner tone="red">{problemText(verdict.error)}</Banner>;
      return (
        <>
          <Banner tone="red">{t('problems')}</Banner>
          {PROBLEM_LISTS.map((list) => (
            <Problems
              key={list}
              title={t(`list.${list}`)}
              problems={problems.filter((one) => (one.list ?? 'finish') === list)}
              t={t}
            />
          ))}
        </>
      );
    }
  }
}

interface ProblemsProps {
  readonly title: string;
  readonly problems: readonly ProcessProblem[];
  readonly t: ProcessSettingsText;
}

/** Places of the file, each with what is wrong; the technical detail, in English, names expressions and values. */
function Problems({ title, problems, t }: ProblemsProps): ReactNode {
  const say = useMessages(findingMessages);
  if (problems.length === 0) return null;
  return (
    <section className="stack proc-problems" aria-label={title}>
      <p className="label">{title}</p>
      <ul className="s proc-list">
        {problems.map(({ code, element, name, line, detail }) => (
          <li key={`${code} ${element} ${line} ${detail}`}>
            <span className="strong">{name || element || code}</span>
            {line !== null && <span className="muted"> {t('line', { line })}</span>}
            {isProcessFinding(code) && `: ${say(code)}`}
            {detail && (
              <span className="xs muted proc-detail" lang="en">
                {detail}
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
