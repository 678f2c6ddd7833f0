import { STEP_ACTIONS } from '../../shared/contracts/config.rules.ts';
import type { ConfigurationText } from './configuration-text.ts';

/** "2 added, 1 changed"; without steps that nothing differs. */
export function countsText(t: ConfigurationText, counts: Readonly<Record<string, number>>): string {
  const parts = STEP_ACTIONS.flatMap((action) => {
    const count = counts[action] ?? 0;
    return count > 0 ? [t(`count.${action}`, { count })] : [];
  });
  return parts.length > 0 ? parts.join(', ') : t('count.none');
}
