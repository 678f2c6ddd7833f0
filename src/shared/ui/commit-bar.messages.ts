import { defineMessages } from '../locale/index.ts';

/** Words beside the button that saves. */
export const commitBarMessages = defineMessages({
  en: { unchanged: 'Nothing is changed.', changed: 'Not saved yet.', saved: 'Saved {time}' },
  et: { unchanged: 'Midagi ei ole muudetud.', changed: 'Veel salvestamata.', saved: 'Salvestatud {time}' },
  ru: { unchanged: 'Изменений нет.', changed: 'Ещё не сохранено.', saved: 'Сохранено {time}' },
  zh: { unchanged: '没有更改。', changed: '尚未保存。', saved: '已于 {time} 保存' },
});
