import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { useState } from 'react';
import { runAxe } from '../../../../test/support/axe.ts';
import { holdTimers } from '../../../../test/support/hold-timers.ts';
import { waitUntil } from '../../../../test/support/wait-until.ts';
import { type Filter, parseFilters, printFilters } from '../../contracts/filters.rules.ts';
import { defineWidget } from '../../define-widget/define-widget.tsx';
import { setLanguage } from '../../locale/index.ts';
import type { FilterColumn } from './columns.ts';
import { FilterRows } from './filter-rows.tsx';

const COLUMNS: readonly FilterColumn[] = [
  { field: 'name', title: 'Name', type: 'text' },
  { field: 'due', title: 'Due date', type: 'instant' },
  { field: 'priority', title: 'Priority', type: 'number' },
  { field: 'assignee', title: 'Assignee', type: 'person' },
  { field: 'unread', title: 'Unread', type: 'boolean' },
  {
    field: 'process',
    title: 'Process',
    type: 'key',
    options: [
      { id: 'permit', text: 'Permit check' },
      { id: 'leave', text: 'Leave' },
    ],
  },
];

let asked: string[];
let start: string;
let set: (query: string) => void;

function Sample() {
  const [filters, setFilters] = useState<readonly Filter[]>(() => parseFilters(start));
  set = (query) => setFilters(parseFilters(query));
  return (
    <FilterRows
      columns={COLUMNS}
      filters={filters}
      onChange={(now) => {
        asked.push(printFilters(now));
        setFilters(now);
      }}
    />
  );
}
defineWidget('verva-filter-sample', Sample);

let element: HTMLElement;
const all = <E extends HTMLElement>(selector: string) => [...(element.shadowRoot?.querySelectorAll<E>(selector) ?? [])];
const labelled = <E extends HTMLElement>(label: string) => all<E>(`[aria-label="${label}"]`)[0] as E;

function choose(select: HTMLSelectElement, value: string): void {
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
}
async function add(field: string): Promise<void> {
  const before = all('.filter-row').length;
  choose(all<HTMLSelectElement>('.filter-add')[0] as HTMLSelectElement, field);
  await waitUntil(() => all('.filter-row').length === before + 1, 'a condition is added');
}

async function draw(query = ''): Promise<void> {
  await setViewport({ width: 390, height: 800 });
  asked = [];
  start = query;
  element = document.body.appendChild(document.createElement('verva-filter-sample'));
  await waitUntil(() => all('.filter-add').length === 1, 'the filters are drawn');
}

describe('filters of a list', () => {
  afterEach(async () => {
    element.remove();
    await setLanguage('en');
  });

  it('FIL-03 text: requested once typing pauses, and not without a value', async () => {
    await draw();
    await add('name');
    await waitUntil(
      () => labelled('Condition: Name') === element.shadowRoot?.activeElement,
      'the condition has the focus',
    );
    expect(asked).to.deep.equal([]);
    const clock = holdTimers(350);
    labelled('Value: Name').focus();
    await sendKeys({ type: 'crane' });
    expect(asked).to.deep.equal([]);
    expect(clock.waiting()).to.deep.equal([350]);
    clock.pass();
    clock.release();
    expect(asked).to.deep.equal(['name=like:crane']);
    choose(labelled('Condition: Name'), 'startWith');
    await waitUntil(() => asked.length === 2, 'asked again');
    expect(asked[1]).to.equal('name=startWith:crane');
    choose(labelled('Condition: Name'), 'notBlank');
    await waitUntil(() => asked.length === 3, 'asked without a value');
    expect(asked[2]).to.equal('name=neq:');
  });

  it('FIL-03 datepicker: a fixed day in the format of the language, and a relative one', async () => {
    await draw();
    await add('due');
    // The calendar is loaded when a filter by day is added.
    await waitUntil(() => labelled('Value: Due date') !== undefined, 'the field of a day');
    choose(labelled('Condition: Due date'), 'lte');
    labelled('Value: Due date').focus();
    await sendKeys({ type: '21/11/2026' });
    await waitUntil(() => asked.at(-1) === 'due=lte:2026-11-21', 'asked');
    choose(labelled('Day: Due date'), 'ahead');
    await waitUntil(() => asked.at(-1) === 'due=lte:today%2B7', 'a week ahead');
    choose(labelled('Day: Due date'), 'thisweek');
    await waitUntil(() => asked.at(-1) === 'due=lte:thisweek', 'this week');
  });

  it('FIL-03 dropdown: one or several values of a key', async () => {
    await draw();
    await add('process');
    await waitUntil(() => labelled('Value: Process') !== undefined, 'the choice');
    choose(labelled('Value: Process'), 'leave');
    await waitUntil(() => asked.at(-1) === 'process=eq:leave', 'one');
    choose(labelled('Condition: Process'), 'in');
    await waitUntil(() => all('input[type=checkbox]').length === 3, 'boxes');
    for (const box of all('input[type=checkbox]').slice(1)) box.click();
    await waitUntil(() => asked.at(-1) === 'process=in:permit,leave', 'both');
    await add('unread');
    await waitUntil(() => asked.at(-1) === 'process=in:permit,leave&unread=eq:true', 'unread');
  });

  it('FRM-03 FIL-03 a dropdown filter offers “(empty)” first, for one and for several values, in each language', async () => {
    const texts = { en: '(empty)', et: '(tühi)', ru: '(пусто)', zh: '（空）' } as const;
    await draw('process=eq:leave');
    await waitUntil(() => labelled('Value: Process') !== undefined, 'the choice');
    for (const [language, text] of Object.entries(texts)) {
      await setLanguage(language as keyof typeof texts);
      const first = () => all<HTMLSelectElement>('.filter-row select').at(-1)?.options[0];
      await waitUntil(() => first()?.textContent === text, text);
      expect(first()?.value).to.equal('emptyValue');
    }
    await setLanguage('en');
    await waitUntil(() => labelled('Value: Process') !== undefined, 'English again');
    choose(labelled('Value: Process'), 'emptyValue');
    await waitUntil(() => asked.at(-1) === 'process=eq:emptyValue', 'no value');
    choose(labelled('Condition: Process'), 'in');
    await waitUntil(() => all('input[type=checkbox]').length === 3, 'boxes');
    expect(all('.options .tick').map((one) => one.textContent)).to.deep.equal(['(empty)', 'Permit check', 'Leave']);
    for (const box of all('input[type=checkbox]').slice(0, 2)) box.click();
    await waitUntil(() => asked.at(-1) === 'process=in:emptyValue,permit', 'none or a permit');
  });

  it('FRM-03 FIL-03 a filter of users offers “(empty)” too, and a boolean one does not', async () => {
    await draw('assignee=eq:mart.kask&unread=eq:true');
    await waitUntil(() => labelled('Who: Assignee') !== undefined, 'the field of a person');
    choose(labelled('Who: Assignee'), 'emptyValue');
    await waitUntil(() => asked.at(-1) === 'assignee=eq:emptyValue&unread=eq:true', 'nobody');
    choose(labelled('Condition: Assignee'), 'in');
    const chip = () => all('.people-value .chip').find((one) => one.textContent === '(empty)');
    await waitUntil(() => chip()?.getAttribute('aria-pressed') === 'false', 'one of several');
    chip()!.click();
    await waitUntil(() => asked.at(-1) === 'assignee=in:emptyValue&unread=eq:true', 'one of several is chosen');
    await waitUntil(() => labelled('Value: Unread') !== undefined, 'yes or no');
    const ids = [...(labelled('Value: Unread') as HTMLSelectElement).options].map(({ value }) => value);
    expect(ids).to.deep.equal(['true', 'false']);
  });

  it('FIL-03 userDropdown: the user, and a number as typed in half of the languages', async () => {
    await draw();
    await add('assignee');
    await waitUntil(() => labelled('Who: Assignee') !== undefined, 'the field of a person');
    choose(labelled('Who: Assignee'), 'me');
    await waitUntil(() => asked.at(-1) === 'assignee=eq:me', 'me');
    await add('priority');
    choose(labelled('Condition: Priority'), 'inrange');
    await waitUntil(() => labelled('From: Priority') !== undefined, 'two ends');
    labelled('From: Priority').focus();
    await sendKeys({ type: '2,5' });
    await waitUntil(() => asked.at(-1) === 'assignee=eq:me&priority=inrange:2.5,', 'a range with one end');
  });

  it('BEY-19 conditions from elsewhere are shown, and can be removed', async () => {
    await draw('due=lt:now&assignee=eq:');
    expect(all('.filter-row').map((row) => row.getAttribute('aria-label'))).to.deep.equal(['Due date', 'Assignee']);
    expect((labelled('Condition: Assignee') as HTMLSelectElement).value).to.equal('blank');
    labelled('Remove filter: Due date').click();
    await waitUntil(() => asked.at(-1) === 'assignee=eq:', 'one is left');
    set('name=like:a');
    await waitUntil(() => all('.filter-row')[0]?.getAttribute('aria-label') === 'Name', 'another view was chosen');
    expect(all('.filter-row').length).to.equal(1);
  });

  it('axe finds no violation, and nothing is wider than a phone, in any language', async () => {
    await draw('due=inrange:today,2026-12-01&assignee=in:me,mart.kask&process=in:permit&priority=gte:7&name=in:a,b');
    for (const language of ['en', 'et', 'ru', 'zh'] as const) {
      await setLanguage(language);
      await waitUntil(() => all('.filter-row').length === 5, language);
      const { violations } = await runAxe(element, { rules: { region: { enabled: false } } });
      expect(violations.map(({ id, nodes }) => `${id} ${nodes[0]?.html}`)).to.deep.equal([]);
      expect(document.documentElement.scrollWidth).to.be.at.most(390);
    }
  });
});
