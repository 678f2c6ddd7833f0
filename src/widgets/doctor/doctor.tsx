import { useSignalEffect, useSignals } from '@preact/signals-react/runtime';
import { Check, Copy, RefreshCw } from 'lucide-react';
import { type ReactNode, useEffect, useId, useMemo, useState } from 'react';
import { apiUrl } from '../../shared/api/base.ts';
import { apiBase, call } from '../../shared/api/index.ts';
import { useWidget } from '../../shared/element/index.ts';
import { useStyles } from '../../shared/element/use-styles.ts';
import { useLanguage, useMessages } from '../../shared/locale/index.ts';
import { localeOf } from '../../shared/locale/language.ts';
import { getIdToken, session } from '../../shared/session/index.ts';
import { Button } from '../../shared/ui/button.tsx';
import styles from '../../shared/ui/styles/doctor.css?inline';
import { useCopy } from '../../shared/ui/use-copy.ts';
import { doctorMessages } from './doctor.messages.ts';
import { createDoctor } from './doctor.store.ts';
import { CopyStatus, FindingRow } from './finding-row.tsx';
import { hasTokenProvider, inspectElements, inspectPage, probePictures, watchViolations } from './inspect-page.ts';
import '../../shared/ui/styles/parts-sheet.ts';
import type { DoctorText } from './doctor-text.ts';
import type { PageFacts } from './facts.ts';
import { findingText } from './finding-texts.ts';
import type { Finding } from './findings.ts';

/** The loader's folder, the parent of this module's folder. */
const CODE = new URL(/* @vite-ignore */ '..', import.meta.url).href;

/** Reports problems of the surrounding page to its developer. */
export function Doctor(): ReactNode {
  useSignals();
  useStyles(styles);
  const t = useMessages(doctorMessages);
  const locale = localeOf(useLanguage());
  const widget = useWidget();
  const title = useId();
  const [doctor] = useState(() =>
    createDoctor({
      send: call,
      ping: (signal) =>
        fetch(apiUrl('/api/doctor'), { mode: 'no-cors', credentials: 'omit', cache: 'no-store', signal }),
      getToken: getIdToken,
      givesTokens: hasTokenProvider,
      now: () => Date.now(),
      inspectPage: () => inspectPage({ server: apiBase.peek(), code: CODE }),
      inspectElements: (timeout) => inspectElements(widget.host.localName, timeout),
      watchViolations,
      tryPictures: (refused) => probePictures(apiBase.peek(), refused),
    }),
  );
  const findings = doctor.findings.value;
  const isChecking = doctor.isChecking.value;
  useEffect(() => doctor.watch(), [doctor]);
  useSignalEffect(() => {
    // The page can change the server, and users can sign in, after this element has rendered.
    void [apiBase.value, session.value.status];
    void doctor.check();
  });
  useEffect(() => {
    if (isChecking || findings.some(({ state }) => state === 'checking')) return;
    widget.emit('verva-doctor-checked', {
      findings: findings.map(({ check, state, message }) => ({ check, state, code: message })),
    });
  }, [widget, isChecking, findings]);

  const page = doctor.page.value;
  const report = useMemo(
    () => reportOf(findings, page, { t, locale, now: new Date(), browser: navigator.userAgent }),
    [findings, page, t, locale],
  );
  const { box, state, copy } = useCopy<HTMLPreElement>(report);
  const problems = findings.filter((one) => one.state === 'problem').length;

  return (
    <section className="doctor card" aria-labelledby={title} aria-busy={isChecking}>
      <header className="doctor-head">
        <div className="doctor-title">
          <h2 className="t2" id={title}>
            {t('title')}
          </h2>
          <p className="s second" role="status">
            {isChecking ? t('checking') : problems > 0 ? t('found.problems', { count: problems }) : t('found.fine')}
          </p>
        </div>
        <div className="doctor-actions">
          <Button icon={RefreshCw} busy={isChecking} onClick={() => void doctor.check()}>
            {t('again')}
          </Button>
          <Button icon={state === 'copied' ? Check : Copy} blocked={isChecking} onClick={() => void copy()}>
            {t('report')}
          </Button>
          <CopyStatus state={state} t={t} />
        </div>
      </header>
      <ul className="doctor-list">
        {findings.map((finding) => (
          <FindingRow
            key={`${finding.check} ${finding.message} ${finding.copy} ${JSON.stringify(finding.values)}`}
            finding={finding}
            t={t}
          />
        ))}
      </ul>
      {state === 'marked' && (
        <pre ref={box} className="doctor-report mono">
          {report}
        </pre>
      )}
    </section>
  );
}

/** All findings as plain text to send to support. Contains no token and no personal data. */
function reportOf(
  findings: readonly Finding[],
  page: PageFacts,
  { t, locale, now, browser }: { t: DoctorText; locale: string; now: Date; browser: string },
): string {
  const head = [`Verva doctor, ${now.toISOString()}`, page.origin, page.server, browser];
  const parts = findings.map((finding) => {
    const { message, remedy } = findingText({ ...finding, secret: '…' }, t, locale);
    const title = `[${t(`state.${finding.state}`)}] ${t(`check.${finding.check}`)} (${finding.message})`;
    return [title, message, remedy, finding.copy].filter(Boolean).join('\n  ');
  });
  return [head.join('\n'), ...parts].join('\n\n');
}
