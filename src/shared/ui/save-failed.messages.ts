import { defineMessages } from '../locale/index.ts';

/** Texts of a failed save. */
export const saveFailedMessages = defineMessages({
  en: { keep: '{problem} Your input is still here. To keep it, save again.' },
  et: { keep: '{problem} Sisestatud andmed on alles. Nende säilitamiseks salvestage uuesti.' },
  ru: { keep: '{problem} Введённые данные сохранены на экране. Чтобы оставить их, сохраните ещё раз.' },
  zh: { keep: '{problem}您填写的内容仍然保留。如需采用，请再次保存。' },
});
