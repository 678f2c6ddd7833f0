import { defineMessages } from '../../../../shared/locale/messages.ts';

/** The e-mail to the author of a question about a paragraph. */
export const questionMessages = defineMessages({
  en: {
    greeting: 'Hello,',
    subject: 'Your question was answered: {manual}',
    intro: '{name} answered your question about “{manual}”.',
    question: 'Question: {text}',
    answer: 'Answer: {text}',
    action: 'See the answer at the paragraph:',
    link: 'Open the manual',
  },
  et: {
    greeting: 'Tere!',
    subject: 'Teie küsimusele on vastatud: {manual}',
    intro: 'Küsisite juhendi „{manual}“ kohta. Vastas {name}.',
    question: 'Küsimus: {text}',
    answer: 'Vastus: {text}',
    action: 'Vastus on lõigu juures:',
    link: 'Ava juhend',
  },
  ru: {
    greeting: 'Здравствуйте!',
    subject: 'Есть ответ на ваш вопрос: {manual}',
    intro: 'Вы спрашивали об инструкции «{manual}». Ответ дан: {name}.',
    question: 'Вопрос: {text}',
    answer: 'Ответ: {text}',
    action: 'Ответ показан у абзаца:',
    link: 'Открыть инструкцию',
  },
  zh: {
    greeting: '您好！',
    subject: '您的提问已有回答：{manual}',
    intro: '{name}已回答您关于《{manual}》的提问。',
    question: '问题：{text}',
    answer: '回答：{text}',
    action: '回答显示在该段落处：',
    link: '打开手册',
  },
});
