import { defineMessages } from '../../../shared/locale/index.ts';

/** What becomes of what was typed. */
export const draftMessages = defineMessages({
  en: {
    saving: 'Saving draft…',
    kept: 'Draft saved {time}',
    local: 'No connection. Your changes are kept on this device.',
    unsent: 'No connection. Your changes are not saved yet.',
    discard: 'Discard draft',
    discarded: 'Draft discarded.',
    undo: 'Undo',
    discardFailed: 'The draft could not be discarded. Try again.',
    conflicts:
      '{count, plural, one {# field was} other {# fields were}} changed elsewhere while you were writing. Your input is kept.',
    compare: 'Compare',
  },
  et: {
    saving: 'Mustandi salvestamine…',
    kept: 'Mustand salvestatud {time}',
    local: 'Ühendus puudub. Teie muudatused on selles seadmes alles.',
    unsent: 'Ühendus puudub. Teie muudatused ei ole veel salvestatud.',
    discard: 'Loobu mustandist',
    discarded: 'Mustand on eemaldatud.',
    undo: 'Võta tagasi',
    discardFailed: 'Mustandit ei saanud eemaldada. Proovige uuesti.',
    conflicts:
      'Kirjutamise ajal muudeti mujal {count, plural, one {# välja} other {# välja}}. Teie sisestatu on alles.',
    compare: 'Võrdle',
  },
  ru: {
    saving: 'Сохранение черновика…',
    kept: 'Черновик сохранён в {time}',
    local: 'Нет соединения. Ваши изменения сохранены на этом устройстве.',
    unsent: 'Нет соединения. Ваши изменения ещё не сохранены.',
    discard: 'Удалить черновик',
    discarded: 'Черновик удалён.',
    undo: 'Отменить действие',
    discardFailed: 'Не удалось удалить черновик. Повторите попытку.',
    conflicts:
      'Пока вы писали, в другом месте {count, plural, one {изменено # поле} few {изменено # поля} many {изменено # полей} other {изменено # поля}}. Введённое вами сохранено.',
    compare: 'Сравнить',
  },
  zh: {
    saving: '正在保存草稿…',
    kept: '草稿已于{time}保存',
    local: '网络已断开。您的更改已保存在本设备上。',
    unsent: '网络已断开。您的更改尚未保存。',
    discard: '放弃草稿',
    discarded: '草稿已放弃。',
    undo: '撤销',
    discardFailed: '无法放弃草稿，请重试。',
    conflicts: '您填写期间，有{count, plural, other {#}}个字段在别处被修改。您填写的内容已保留。',
    compare: '比较',
  },
});
