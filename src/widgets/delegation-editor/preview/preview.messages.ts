import { defineMessages } from '../../../shared/locale/index.ts';

/**
 * Texts of the preview of a delegation. Dates are inserted already formatted. Texts with `of.` are about the delegation
 * of another user.
 */
export const previewMessages = defineMessages({
  en: {
    title: 'What will happen',
    loading: 'Loading…',
    failed: 'The preview could not be loaded. You can still save.',
    blank: 'Choose a delegate and dates to see what will happen.',
    moves: '{count, plural, =0 {No open tasks} one {# open task} other {# open tasks}} will move to {delegate}',
    nothing: 'No tasks will move: the delegate does not cover for you in Verva.',
    back: 'When the delegation ends, unfinished tasks come back to you with a report of what was decided in your name.',
    more: '{count, plural, one {and # more} other {and # more}}',
    notVisible:
      '{count, plural, one {# open task of your groups stays with the group: the delegate cannot see it.} other {# open tasks of your groups stay with the groups: the delegate cannot see them.}}',
    confidential:
      '{count, plural, one {# confidential task stays with you.} other {# confidential tasks stay with you.}}',
    'conflict.chain': 'You’re covering for {name}, {from} to {until}. Those tasks do not move on to your delegate.',
    'conflict.cycle': 'You’re covering for {name}, {from} to {until}: the delegations form a loop.',
    'conflict.overlap': 'Overlaps another delegation: {name}, {from} to {until}.',
    movesOn:
      '{count, plural, =0 {No open tasks} one {# open task} other {# open tasks}} will move to {delegate} on {day}',
    show: 'Show {count}',
    hide: 'Hide',
    gap: '{count, plural, one {# day} other {# days}} without cover ({days}): {delegate} is also away',
    gapMore: 'Your tasks do not move on to {name}, who covers for {delegate}.',
    free: '{name} is free.',
    cover: 'Add {name}',
    chooseCover: 'Choose cover',
    chooseOther: 'Choose another delegate',
    fourEyes:
      '{count, plural, one {# decision stays with you: {delegate} made the request or has decided before} other {# decisions stay with you: {delegate} made the requests or has decided before}}',
    showThose: 'Show',
    openOther: 'Open',
    coverInVerva: 'Cover in Verva',
    warning: 'Note:',
    'of.nothing': 'No tasks will move: the delegate does not cover for {owner} in Verva.',
    'of.back':
      'When the delegation ends, unfinished tasks come back to {owner} with a report of what was decided in their name.',
    'of.notVisible':
      '{count, plural, one {# open task of {owner}’s groups stays with the group: the delegate cannot see it.} other {# open tasks of {owner}’s groups stay with the groups: the delegate cannot see them.}}',
    'of.confidential':
      '{count, plural, one {# confidential task stays with {owner}.} other {# confidential tasks stay with {owner}.}}',
    'of.conflict.chain':
      '{owner} is covering for {name}, {from} to {until}. Those tasks do not move on to the delegate.',
    'of.conflict.cycle': '{owner} is covering for {name}, {from} to {until}: the delegations form a loop.',
    'of.gapMore': 'Tasks of {owner} do not move on to {name}, who covers for {delegate}.',
    'of.fourEyes':
      '{count, plural, one {# decision stays with {owner}: {delegate} made the request or has decided before} other {# decisions stay with {owner}: {delegate} made the requests or has decided before}}',
  },
  et: {
    title: 'Mis juhtub',
    loading: 'Laadin…',
    failed: 'Eelvaadet ei õnnestunud laadida. Salvestada saab siiski.',
    blank: 'Mõju nägemiseks valige asendaja ja kuupäevad.',
    moves:
      '{count, plural, =0 {Ühtegi avatud ülesannet üle ei anta.} one {Üle antakse # avatud ülesanne.} other {Üle antakse # avatud ülesannet.}} Asendaja: {delegate}',
    nothing: 'Ülesandeid üle ei anta: asendaja ei asenda teid Vervas.',
    back: 'Lõpetamata ülesanded tulevad lõppedes tagasi koos aruandega sellest, mida teie nimel otsustati.',
    more: '{count, plural, one {ja veel #} other {ja veel #}}',
    notVisible:
      '{count, plural, one {Teie rühmade # avatud ülesanne jääb rühmale: asendaja seda ei näe.} other {Teie rühmade # avatud ülesannet jääb rühmadele: asendaja neid ei näe.}}',
    confidential:
      '{count, plural, one {# konfidentsiaalne ülesanne jääb teie kätte.} other {# konfidentsiaalset ülesannet jääb teie kätte.}}',
    'conflict.chain': 'Olete ise asendaja. Asendatav: {name}, {from} kuni {until}. Neid ülesandeid edasi ei anta.',
    'conflict.cycle': 'Olete ise asendaja. Asendatav: {name}, {from} kuni {until}. Asendamised moodustavad ringi.',
    'conflict.overlap': 'Kattub teise asendamisega: {name}, {from} kuni {until}.',
    movesOn:
      '{count, plural, =0 {Ühtegi avatud ülesannet üle ei anta.} one {{day} antakse üle # avatud ülesanne.} other {{day} antakse üle # avatud ülesannet.}} Asendaja: {delegate}',
    show: 'Näita {count}',
    hide: 'Peida',
    gap: '{count, plural, one {# päev} other {# päeva}} ilma asendajata ({days}): {delegate} on ka ise ära',
    gapMore: 'Teie ülesandeid ei anta edasi; {delegate} asendaja on {name}.',
    free: '{name} on sel ajal vaba.',
    cover: 'Lisa {name}',
    chooseCover: 'Vali asendaja',
    chooseOther: 'Vali teine asendaja',
    fourEyes:
      '{count, plural, one {# otsus jääb teie kätte: {delegate} on ise taotleja või juba otsustanud} other {# otsust jääb teie kätte: {delegate} on ise taotleja või juba otsustanud}}',
    showThose: 'Näita',
    openOther: 'Ava',
    coverInVerva: 'Asenda Vervas',
    warning: 'Tähelepanu:',
    'of.nothing': 'Ülesandeid üle ei anta: asendaja ei asenda kasutajat {owner} Vervas.',
    'of.back':
      'Lõpetamata ülesanded tulevad lõppedes kasutajale {owner} tagasi koos aruandega sellest, mida tema nimel otsustati.',
    'of.notVisible':
      '{count, plural, one {Kasutaja {owner} rühmade # avatud ülesanne jääb rühmale: asendaja seda ei näe.} other {Kasutaja {owner} rühmade # avatud ülesannet jääb rühmadele: asendaja neid ei näe.}}',
    'of.confidential':
      '{count, plural, one {# konfidentsiaalne ülesanne jääb kasutajale {owner}.} other {# konfidentsiaalset ülesannet jääb kasutajale {owner}.}}',
    'of.conflict.chain':
      '{owner} on ise asendaja. Asendatav: {name}, {from} kuni {until}. Neid ülesandeid edasi ei anta.',
    'of.conflict.cycle':
      '{owner} on ise asendaja. Asendatav: {name}, {from} kuni {until}. Asendamised moodustavad ringi.',
    'of.gapMore': 'Kasutaja {owner} ülesandeid ei anta edasi; {delegate} asendaja on {name}.',
    'of.fourEyes':
      '{count, plural, one {# otsus jääb kasutajale {owner}: {delegate} on ise taotleja või juba otsustanud} other {# otsust jääb kasutajale {owner}: {delegate} on ise taotleja või juba otsustanud}}',
  },
  ru: {
    title: 'Что изменится',
    loading: 'Загрузка…',
    failed: 'Не удалось загрузить предпросмотр. Сохранить всё равно можно.',
    blank: 'Выберите замещающего и даты, чтобы увидеть, что изменится.',
    moves:
      '{count, plural, =0 {Открытые задачи не передаются.} one {Передаётся # открытая задача.} few {Передаются # открытые задачи.} many {Передаётся # открытых задач.} other {Передаётся # открытой задачи.}} Замещающий: {delegate}',
    nothing: 'Задачи не передаются: замещающий не замещает вас в Verva.',
    back: 'По окончании незавершённые задачи вернутся к вам вместе с отчётом о решениях, принятых от вашего имени.',
    more: '{count, plural, one {и ещё #} few {и ещё #} many {и ещё #} other {и ещё #}}',
    notVisible:
      '{count, plural, one {# открытая задача ваших групп остаётся у группы: замещающий её не видит.} few {# открытые задачи ваших групп остаются у групп: замещающий их не видит.} many {# открытых задач ваших групп остаются у групп: замещающий их не видит.} other {# открытой задачи ваших групп остаются у групп: замещающий их не видит.}}',
    confidential:
      '{count, plural, one {# конфиденциальная задача остаётся у вас.} few {# конфиденциальные задачи остаются у вас.} many {# конфиденциальных задач остаются у вас.} other {# конфиденциальной задачи остаются у вас.}}',
    'conflict.chain': 'Вы сами замещаете: {name}, {from} – {until}. Эти задачи дальше не передаются.',
    'conflict.cycle': 'Вы сами замещаете: {name}, {from} – {until}. Замещения образуют круг.',
    'conflict.overlap': 'Пересекается с другим замещением: {name}, {from} – {until}.',
    movesOn:
      '{count, plural, =0 {Открытые задачи не передаются.} one {{day} передаётся # открытая задача.} few {{day} передаются # открытые задачи.} many {{day} передаётся # открытых задач.} other {{day} передаётся # открытой задачи.}} Замещающий: {delegate}',
    show: 'Показать {count}',
    hide: 'Скрыть',
    gap: '{count, plural, one {# день} few {# дня} many {# дней} other {# дня}} без замещающего ({days}): {delegate} тоже отсутствует',
    gapMore: 'Ваши задачи дальше не передаются; {delegate} замещает {name}.',
    free: '{name} в эти дни на месте.',
    cover: 'Добавить: {name}',
    chooseCover: 'Выбрать замещающего',
    chooseOther: 'Выбрать другого',
    fourEyes:
      '{count, plural, one {# решение остаётся у вас: {delegate} – заявитель или уже принимал решение} few {# решения остаются у вас: {delegate} – заявитель или уже принимал решение} many {# решений остаются у вас: {delegate} – заявитель или уже принимал решение} other {# решения остаются у вас: {delegate} – заявитель или уже принимал решение}}',
    showThose: 'Показать',
    openOther: 'Открыть',
    coverInVerva: 'Замещать в Verva',
    warning: 'Внимание:',
    'of.nothing': 'Задачи не передаются: замещающий не замещает пользователя {owner} в Verva.',
    'of.back':
      'По окончании незавершённые задачи вернутся к пользователю {owner} вместе с отчётом о решениях, принятых от его имени.',
    'of.notVisible':
      '{count, plural, one {# открытая задача групп пользователя {owner} остаётся у группы: замещающий её не видит.} few {# открытые задачи групп пользователя {owner} остаются у групп: замещающий их не видит.} many {# открытых задач групп пользователя {owner} остаются у групп: замещающий их не видит.} other {# открытой задачи групп пользователя {owner} остаются у групп: замещающий их не видит.}}',
    'of.confidential':
      '{count, plural, one {# конфиденциальная задача остаётся у пользователя {owner}.} few {# конфиденциальные задачи остаются у пользователя {owner}.} many {# конфиденциальных задач остаются у пользователя {owner}.} other {# конфиденциальной задачи остаются у пользователя {owner}.}}',
    'of.conflict.chain': '{owner} замещает: {name}, {from} – {until}. Эти задачи дальше не передаются.',
    'of.conflict.cycle': '{owner} замещает: {name}, {from} – {until}. Замещения образуют круг.',
    'of.gapMore': 'Задачи пользователя {owner} дальше не передаются; {delegate} замещает {name}.',
    'of.fourEyes':
      '{count, plural, one {# решение остаётся у пользователя {owner}: {delegate} – заявитель или уже принимал решение} few {# решения остаются у пользователя {owner}: {delegate} – заявитель или уже принимал решение} many {# решений остаются у пользователя {owner}: {delegate} – заявитель или уже принимал решение} other {# решения остаются у пользователя {owner}: {delegate} – заявитель или уже принимал решение}}',
  },
  zh: {
    title: '代理影响预览',
    loading: '加载中…',
    failed: '无法预览影响，但仍可保存。',
    blank: '选择代理人和日期后可预览影响。',
    moves: '{count, plural, =0 {不移交未完成任务。} other {将移交#个未完成任务。}}代理人：{delegate}',
    nothing: '不移交任务：代理人不在 Verva 中代理您。',
    back: '结束后未完成的任务会回到您这里，并附上以您名义所作决定的报告。',
    more: '{count, plural, other {还有#个}}',
    notVisible: '{count, plural, other {您所在用户组的#个未完成任务留在组内，代理人看不到。}}',
    confidential: '{count, plural, other {#个机密任务留在您这里。}}',
    'conflict.chain': '您正在代理{name}的工作：{from}至{until}。这些任务不会转交给您的代理人。',
    'conflict.cycle': '您正在代理{name}的工作：{from}至{until}。代理关系形成循环。',
    'conflict.overlap': '与另一代理重叠：{name}，{from}至{until}。',
    movesOn: '{count, plural, =0 {不移交未完成任务。} other {{day}将移交#个未完成任务。}}代理人：{delegate}',
    show: '显示{count}个',
    hide: '隐藏',
    gap: '{count, plural, other {#天}}无代理人（{days}）：{delegate}同期也不在岗',
    gapMore: '您的任务不会转交给{delegate}的代理人{name}。',
    free: '{name}有空。',
    cover: '添加{name}',
    chooseCover: '选择代理人',
    chooseOther: '选择其他代理人',
    fourEyes: '{count, plural, other {#项决定留在您这里：{delegate}是申请人或已作过决定}}',
    showThose: '显示',
    openOther: '打开',
    coverInVerva: '在 Verva 中代理',
    warning: '注意：',
    'of.nothing': '不移交任务：代理人不在 Verva 中代理{owner}。',
    'of.back': '结束后未完成的任务会回到{owner}那里，并附上以其名义所作决定的报告。',
    'of.notVisible': '{count, plural, other {{owner}所在用户组的#个未完成任务留在组内，代理人看不到。}}',
    'of.confidential': '{count, plural, other {#个机密任务留在{owner}那里。}}',
    'of.conflict.chain': '{owner}正在代理{name}的工作：{from}至{until}。这些任务不会转交给其代理人。',
    'of.conflict.cycle': '{owner}正在代理{name}的工作：{from}至{until}。代理关系形成循环。',
    'of.gapMore': '{owner}的任务不会转交给{delegate}的代理人{name}。',
    'of.fourEyes': '{count, plural, other {#项决定留在{owner}那里：{delegate}是申请人或已作过决定}}',
  },
});
