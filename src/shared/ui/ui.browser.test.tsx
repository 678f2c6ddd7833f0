import { expect } from '@open-wc/testing';
import { sendKeys, sendMouse, setViewport } from '@web/test-runner-commands';
import { Inbox, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { runAxe } from '../../../test/support/axe.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { Avatar, AvatarPair } from './avatar.tsx';
import { Badge, Count } from './badge.tsx';
import { Banner } from './banner.tsx';
import { Button, IconButton } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { EmptyState } from './empty-state.tsx';
import { ControlBox, Field } from './field.tsx';
import { initialsOf } from './initials.ts';
import { Menu } from './menu.tsx';
import { Spinner } from './spinner.tsx';
import { StatusText } from './status-shape.tsx';
import { Tabs } from './tabs.tsx';
import { useKeyboard } from './use-keyboard.ts';

const did: string[] = [];
const note = (what: string) => () => void did.push(what);

function Gallery() {
  const [tab, setTab] = useState<'form' | 'history'>('form');
  const [open, setOpen] = useState(false);
  useKeyboard({ j: note('next'), 'Mod+Enter': note('send') });
  return (
    // "body" as in the application's frame around its pages: a dialog inside has its own.
    <div className="page body">
      <h2 className="t1">Gallery</h2>
      <div className="row">
        <Button kind="primary" onClick={note('approve')}>
          Approve
        </Button>
        <Button busy onClick={note('busy')}>
          Approving
        </Button>
        <Button blocked title="Fill in the sum first" onClick={note('blocked')}>
          Send
        </Button>
        <IconButton icon={Trash2} label="Delete" onClick={note('delete')} />
        <Menu
          label="More actions"
          items={[
            { id: 'delegate', label: 'Delegate', onSelect: note('delegate') },
            { id: 'release', label: 'Release', blocked: true, onSelect: note('release') },
            { id: 'history', label: 'History', onSelect: note('history') },
          ]}
          trigger={(button) => (
            <button type="button" className="btn more" {...button}>
              More
            </button>
          )}
        />
        <Menu
          label="Everything"
          items={Array.from({ length: 16 }, (_, at) => ({
            id: `${at}`,
            label: `Action ${at + 1}`,
            onSelect: note(`${at}`),
          }))}
          trigger={(button) => (
            <button type="button" className="btn all" {...button}>
              Everything
            </button>
          )}
        />
        <button type="button" className="btn open" onClick={() => setOpen(true)}>
          Edit
        </button>
      </div>
      <Tabs
        label="Task"
        idPrefix="g"
        tabs={[
          { id: 'form', label: 'Form' },
          { id: 'history', label: 'History', count: 2 },
        ]}
        current={tab}
        onChange={setTab}
      />
      <div role="tabpanel" id={`g-panel-${tab}`} aria-labelledby={`g-tab-${tab}`}>
        <Field label="Sum" required error="Field Sum should be filled out." aside="optional">
          {(control) => (
            <ControlBox invalid>
              <input {...control} />
            </ControlBox>
          )}
        </Field>
        <Field label="Note" hint="Up to 100 characters">
          {(control) => <textarea className="control" {...control} />}
        </Field>
        <Banner tone="red">The change was not saved. Try again.</Banner>
        <Banner tone="amber">No connection.</Banner>
        <StatusText status="overdue">Overdue</StatusText>
        <StatusText status="open">Open</StatusText>
        <Badge tone="green" status="read">
          Read
        </Badge>
        <Count value={24} /> <Count value={0} /> <Spinner label="Loading" />
        <Avatar name="Anna Tamm" /> <AvatarPair owner={{ name: 'Mart Kask' }} actor={{ name: 'Anna Tamm' }} />
        <EmptyState title="No tasks right now." text="New tasks appear here by themselves.">
          <Button icon={Inbox}>Go to inbox</Button>
        </EmptyState>
      </div>
      {open && (
        <Dialog title="Edit profile" onClose={() => setOpen(false)} footer={<Button kind="primary">Save</Button>}>
          <Field label="Name">{(control) => <input className="control" {...control} />}</Field>
          <Menu
            label="Languages"
            items={[{ id: 'en', label: 'English', checked: true, onSelect: note('en') }]}
            trigger={(button) => (
              <button type="button" className="btn language" {...button}>
                Language
              </button>
            )}
          />
        </Dialog>
      )}
    </div>
  );
}
defineWidget('verva-gallery', Gallery);

let gallery: HTMLElement;
const find = <T extends HTMLElement>(selector: string) => gallery.shadowRoot?.querySelector(selector) as T;
const focused = () => gallery.shadowRoot?.activeElement?.textContent?.trim();
const press = (...keys: string[]) =>
  keys.reduce((before, key) => before.then(() => sendKeys({ press: key })), Promise.resolve());

beforeEach(async () => {
  did.length = 0;
  await setViewport({ width: 1000, height: 700 });
  gallery = document.body.appendChild(document.createElement('verva-gallery'));
  await waitUntil(() => find('.btn'));
});
afterEach(() => gallery.remove());

describe('plain components', () => {
  for (const theme of ['light', 'dark']) {
    it(`have no axe violation, ${theme}`, async () => {
      gallery.setAttribute('theme', theme);
      document.documentElement.lang = 'en';
      document.title = 'Gallery';
      const { violations } = await runAxe(gallery, {
        rules: { region: { enabled: false }, 'page-has-heading-one': { enabled: false } },
      });
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).to.deep.equal([]);
    });
  }

  it('busy or disabled buttons do nothing and stay reachable', () => {
    for (const button of gallery.shadowRoot?.querySelectorAll<HTMLElement>('.row > .btn') ?? []) {
      if (/Approv|Send/.test(button.textContent ?? '')) button.click();
    }
    expect(did).to.deep.equal(['approve']);
    expect(find<HTMLButtonElement>('[aria-disabled]').disabled).to.equal(false);
  });

  it('a menu opens, moves and runs by keyboard, skips nothing, and restores the focus', async () => {
    find('.more').focus();
    await press('ArrowDown');
    expect(focused()).to.equal('Delegate');
    await waitUntil(() => find('.more').getAttribute('aria-expanded') === 'true');
    await press('ArrowDown', 'Enter');
    expect(did).to.deep.equal([]);
    await press('h', 'Enter');
    expect(did).to.deep.equal(['history']);
    expect(focused()).to.equal('More');
    expect(find('[role=menu]').matches(':popover-open')).to.equal(false);
  });

  it('a menu opens by its button and closes by it, by Escape and by a click elsewhere', async () => {
    const menu = find('[role=menu]');
    const { x, y } = find('.more').getBoundingClientRect();
    const click = (left: number, top: number) =>
      sendMouse({ type: 'click', position: [Math.round(left), Math.round(top)] });
    await click(x + 8, y + 8);
    expect(menu.matches(':popover-open')).to.equal(true);
    await click(x + 8, y + 8);
    expect(menu.matches(':popover-open')).to.equal(false);
    await click(x + 8, y + 8);
    await press('Escape');
    expect(menu.matches(':popover-open')).to.equal(false);
    expect(focused()).to.equal('More');
    await click(x + 8, y + 8);
    await click(900, 650);
    expect(menu.matches(':popover-open')).to.equal(false);
  });

  it('a menu shows all its actions if the window is large enough', async () => {
    find('.all').focus();
    await press('Enter');
    const menu = find('[role=menu][aria-label=Everything]');
    expect(menu.scrollHeight).to.equal(menu.clientHeight);
    const { top, bottom } = menu.getBoundingClientRect();
    expect(top).to.be.at.least(0);
    expect(bottom).to.be.at.most(innerHeight);
  });

  it('arrow keys move and switch tabs', async () => {
    find('[role=tab]').focus();
    await press('ArrowRight');
    expect(find('[aria-selected=true]').textContent).to.contain('History');
    await press('ArrowRight');
    expect(find('[aria-selected=true]').textContent).to.equal('Form');
  });

  it('a field associates its label, error and requirement with the control', () => {
    const input = find<HTMLInputElement>('.control input');
    expect(input.labels?.[0]?.textContent).to.contain('Sum');
    expect(input.required).to.equal(true);
    expect(input.getAttribute('aria-invalid')).to.equal('true');
    const description = gallery.shadowRoot?.getElementById(input.getAttribute('aria-describedby') ?? '');
    expect(description?.textContent).to.equal('Field Sum should be filled out.');
  });

  it('a dialog is modal, keeps a nested menu, closes by Escape, and restores the focus', async () => {
    find('.open').focus();
    await press('Enter');
    await waitUntil(() => find('dialog')?.matches(':modal'));
    expect(gallery.shadowRoot?.activeElement).to.equal(find('dialog input'));
    find('.language').focus();
    await press('ArrowDown');
    expect(focused()).to.equal('English');
    await press('Escape');
    expect(find('dialog').matches(':modal')).to.equal(true);
    await press('Escape');
    await waitUntil(() => !find('dialog'));
    expect(focused()).to.equal('Edit');
    expect(document.body.style.overflow).to.equal('');
  });

  it('a click outside a dialog closes it, a click inside does not', async () => {
    find('.open').click();
    await waitUntil(() => find('dialog')?.matches(':modal'));
    const { left, top } = find('dialog').getBoundingClientRect();
    await sendMouse({ type: 'click', position: [Math.round(left + 30), Math.round(top + 60)] });
    expect(find('dialog')).to.not.equal(null);
    await sendMouse({ type: 'click', position: [5, 5] });
    await waitUntil(() => !find('dialog'));
  });

  it('LAY-12 a dialog is at most 655 px wide, and fills the screen of a phone', async () => {
    find('.open').click();
    await waitUntil(() => find('dialog')?.matches(':modal'));
    const size = () => {
      const { width, height } = find('dialog').getBoundingClientRect();
      return [width, height];
    };
    expect(size()[0]).to.equal(655);
    await setViewport({ width: 390, height: 700 });
    await waitUntil(() => size().join() === '390,700');
    await press('Escape');
    await waitUntil(() => !find('dialog'));
  });

  it('single keys are shortcuts, except while typing', async () => {
    await press('j');
    find('.control input').focus();
    await press('j');
    await sendKeys({ down: 'Control' });
    await press('Enter');
    await sendKeys({ up: 'Control' });
    expect(did).to.deep.equal(['next', 'send']);
  });

  it('initials are of first and last name, and the given name in Chinese', () => {
    expect(['Anna Tamm', 'Mari-Liis Õun Kask', 'System', '王小明', ''].map(initialsOf)).to.deep.equal([
      'AT',
      'MK',
      'S',
      '小明',
      '',
    ]);
  });
});
