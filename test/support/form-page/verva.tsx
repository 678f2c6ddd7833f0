// A page with one of our forms in a shadow root, controlled by the browser driver: `window.vervaForm`.
import { useState } from 'react';
import { defineWidget } from '../../../src/shared/define-widget/define-widget.tsx';
import { createFileService, type FormServices, FormView, filesOfTask } from '../../../src/shared/form-view/index.ts';
import { createFormModel, type FormBody, type FormModel } from '../../../src/shared/forms/index.ts';
import { setLanguage } from '../../../src/shared/locale/index.ts';

export interface DrawOptions {
  readonly values?: unknown;
  readonly readOnly?: boolean;
}

export interface VervaFormPage {
  /** Draws the form in place of the previous one; rendering completes some frames later. */
  draw(body: FormBody, options?: DrawOptions): HTMLElement;
  /** Shows errors, as after an attempt to submit. */
  attempt(): void;
}

/** Id of every selectable object on the page. */
const CHOSEN = '00000000-0000-4000-8000-000000000001';
const CHOICES = [{ id: CHOSEN, text: 'First' }];
const PEOPLE = [{ id: CHOSEN, text: 'Mart Kask', detail: 'mart.kask', avatar: null }];
/** There is no server: every search has a result, and no upload arrives. */
const SERVICES: FormServices = {
  files: createFileService(filesOfTask('task'), 1_000_000),
  lookUps: {
    options: async () => CHOICES,
    people: async () => PEOPLE,
    departments: async () => CHOICES,
    companies: async () => CHOICES,
    dimensionValues: async () => CHOICES,
    records: async () => CHOICES,
  },
};

let attempt = () => {};

function Page({ model }: { readonly model: FormModel }) {
  const [attempts, setAttempts] = useState(0);
  attempt = () => {
    model.attempt();
    setAttempts(attempts + 1);
  };
  return <FormView model={model} attempts={attempts} services={SERVICES} />;
}

defineWidget('verva-form-page', Page, { properties: ['model'] });
void setLanguage('en');

export const vervaForm: VervaFormPage = {
  draw(body, options = {}) {
    document.querySelector('verva-form-page')?.remove();
    const element = document.createElement('verva-form-page');
    Object.assign(element, { model: createFormModel(body, { languageId: 'en', today: '2026-11-21', ...options }) });
    (document.querySelector('main') as HTMLElement).append(element);
    return element;
  },
  attempt: () => attempt(),
};
Object.assign(window, { vervaForm });
