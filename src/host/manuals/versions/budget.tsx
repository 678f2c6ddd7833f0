import { Clock, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { languageName } from '../../../shared/contracts/language-name.ts';
import type { ManualReadingBudget } from '../../../shared/contracts/manual-authoring.contract.ts';
import { formatDay } from '../../../shared/locale/index.ts';
import { Banner } from '../../../shared/ui/banner.tsx';
import { Icon } from '../../../shared/ui/icon.tsx';
import type { ManualText } from '../manual-context.ts';

/** Reading time that publishing would require (BEY-14). */
export function Budget({ budget, t }: { readonly budget: ManualReadingBudget; readonly t: ManualText }): ReactNode {
  const { people, full, changes, nothing, alreadyDue, minutesFull, minutesChanges, dueOn } = budget;
  const { languagesMissing, languagesOlder } = budget;
  return (
    <section className="mn-budget" aria-label={t('budget')}>
      <h3 className="t3">{t('budget')}</h3>
      {people === 0 ? (
        <Banner tone="amber">{t('audience.nobody')}</Banner>
      ) : (
        <>
          <p className="row">
            <Icon of={Users} />
            <span className="strong">{t('budget.people', { people })}</span>
          </p>
          <ul className="mn-budget-list s">
            {full > 0 && <li>{t('budget.full', { count: full, minutes: minutesFull })}</li>}
            {changes > 0 && <li>{t('budget.changes', { count: changes, minutes: minutesChanges })}</li>}
            {nothing > 0 && <li>{t('budget.nothing', { count: nothing })}</li>}
            {dueOn && full + changes > 0 && <li>{t('budget.due', { day: formatDay(dueOn) })}</li>}
          </ul>
          <p className="row s second">
            <Icon of={Clock} />
            {alreadyDue.readingsMost === 0
              ? t('budget.already.none')
              : t('budget.already', {
                  median: alreadyDue.minutesMedian,
                  readings: alreadyDue.readingsMedian,
                  most: alreadyDue.minutesMost,
                  mostReadings: alreadyDue.readingsMost,
                })}
          </p>
        </>
      )}
      {languagesMissing.length > 0 && (
        <Banner tone="amber">
          {t('budget.missing')}
          <ul className="mn-taken">
            {languagesMissing.map(({ languageId, people: count }) => (
              <li key={languageId}>{t('budget.missing.one', { language: languageName(languageId), people: count })}</li>
            ))}
          </ul>
        </Banner>
      )}
      {languagesOlder.length > 0 && (
        <Banner tone="amber">{t('budget.older', { languages: languagesOlder.map(languageName).join(', ') })}</Banner>
      )}
    </section>
  );
}
