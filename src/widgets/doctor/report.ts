import type { DoctorText } from './doctor-text.ts';
import type { PageFacts } from './facts.ts';
import { findingText } from './finding-texts.ts';
import type { Finding } from './findings.ts';

/** All findings as plain text to send to support. Contains no token and no personal data. */
export function reportOf(
  findings: readonly Finding[],
  page: PageFacts,
  { t, locale, now, browser }: { t: DoctorText; locale: string; now: Date; browser: string },
): string {
  const head = [`Verva doctor, ${now.toISOString()}`, page.origin, page.server, browser];
  const parts = findings.map((finding) => {
    const { says, does } = findingText({ ...finding, secret: '…' }, t, locale);
    const title = `[${t(`state.${finding.state}`)}] ${t(`check.${finding.check}`)} (${finding.says})`;
    return [title, says, does, finding.copy].filter(Boolean).join('\n  ');
  });
  return [head.join('\n'), ...parts].join('\n\n');
}
