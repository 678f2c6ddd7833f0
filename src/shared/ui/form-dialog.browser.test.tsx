import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { useState } from 'react';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../api/index.ts';
import { defineWidget } from '../define-widget/define-widget.tsx';
import { FormDialog } from './form-dialog.tsx';
import { TextField } from './text-field.tsx';
import { useSaving } from './use-saving.ts';

let answers: PromiseWithResolvers<void>[] = [];
let isOpen = true;

function NameDialog() {
  const [name, setName] = useState('');
  const saving = useSaving();
  const isTaken = saving.code === 'form.id_taken';
  const save = () => {
    const answer = Promise.withResolvers<void>();
    answers.push(answer);
    return answer.promise;
  };
  return (
    <FormDialog
      title="Name"
      cancel="Cancel"
      go="Save"
      isSaving={saving.isSaving}
      error={isTaken ? undefined : saving.error}
      isChanged={name !== ''}
      onSubmit={() => void saving.save(save, name !== '')}
      onClose={() => {
        isOpen = false;
      }}
    >
      <p>It is shown to everybody.</p>
      <TextField
        label="Name"
        error={isTaken ? 'Taken.' : saving.isTried && name === '' ? 'Missing.' : undefined}
        value={name}
        onChange={(typed) => {
          setName(typed);
          saving.clear();
        }}
      />
    </FormDialog>
  );
}
defineWidget('verva-name-dialog', NameDialog);

let page: HTMLElement;
const find = <T extends HTMLElement>(selector: string) => page.shadowRoot?.querySelector<T>(selector) ?? null;
const button = () => find('[type=submit]');
const isInField = () => page.shadowRoot?.activeElement === find('input');
const shownError = () => find('.error')?.textContent ?? find('.banner')?.textContent;
const refused = (code: 'form.id_taken' | 'network') => new ApiError(code, 409);

describe('a dialog with a form', () => {
  beforeEach(async () => {
    answers = [];
    isOpen = true;
    page = document.body.appendChild(document.createElement('verva-name-dialog'));
    await waitUntil(() => find('dialog')?.matches(':modal'));
  });
  afterEach(() => page.remove());

  it('reports what is missing, focuses it, and sends nothing', async () => {
    button()?.focus();
    button()?.click();
    await waitUntil(isInField);
    expect(shownError()).to.equal('Missing.');
    expect(answers).to.have.length(0);
  });

  it('sends once by Enter, shows a refusal at the field or at the top, and can be sent again', async () => {
    await sendKeys({ type: 'A' });
    await sendKeys({ press: 'Enter' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => button()?.getAttribute('aria-busy') === 'true');
    expect(answers).to.have.length(1);
    button()?.focus();
    answers[0]?.reject(refused('form.id_taken'));
    await waitUntil(isInField);
    expect(shownError()).to.equal('Taken.');
    await sendKeys({ type: 'B' });
    expect(shownError()).to.equal(undefined);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => answers.length === 2);
    answers[1]?.reject(refused('network'));
    await waitUntil(() => find('.banner'));
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => answers.length === 3);
    answers[2]?.resolve();
    await waitUntil(() => button()?.getAttribute('aria-busy') === null);
    expect(shownError()).to.equal(undefined);
  });

  it('stays open on Escape with unsaved input or a pending request', async () => {
    await sendKeys({ type: 'A' });
    await sendKeys({ press: 'Escape' });
    expect(isOpen).to.equal(true);
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => button()?.getAttribute('aria-busy') === 'true');
    await sendKeys({ press: 'Backspace' });
    await sendKeys({ press: 'Escape' });
    expect(isOpen).to.equal(true);
    answers[0]?.resolve();
    await waitUntil(() => button()?.getAttribute('aria-busy') === null);
    await sendKeys({ press: 'Escape' });
    expect(isOpen).to.equal(false);
  });
});
