import { expect } from '@open-wc/testing';
import { sendKeys, setViewport } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { call } from '../../shared/api/index.ts';
import type { OrganisationErasure } from '../../shared/contracts/organisation-erasure.contract.ts';
import type { OrganisationExport } from '../../shared/contracts/organisation-export.contract.ts';
import type { Organisation } from '../../shared/contracts/organisations.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { snacks } from '../../shared/ui/snackbar.ts';
import { createExportStore, type ExportStore } from './export.store.ts';
import { ExportCard } from './export-card.tsx';
import { NewOrganisationDialog } from './new-organisation-dialog.tsx';
import { createOrganisationStore, type OrganisationStore } from './organisation.store.ts';
import { OrganisationEditor } from './organisation-editor.tsx';
import { organisationsMessages } from './organisations.messages.ts';

const ACME: Organisation = {
  ...{ tenantId: 'acme', name: 'Acme', timeZone: 'Europe/Tallinn', languageId: 'en', languages: ['en', 'et'] },
  ...{ helpUrl: null, logo: null, status: 'active', suspendedAt: null, suspendedReason: null, isProvider: false },
  ...{ createdAt: '2026-01-01T08:00:00.000Z', version: 4 },
};

const EXPORT: OrganisationExport = {
  ...{ id: '019aa5d0-0000-7000-8000-000000000001', state: 'running', tables: { done: 12, total: 71 }, rows: 3400 },
  ...{ files: 0, bytes: 0, createdAt: '2026-01-01T08:00:00.000Z', readyAt: null, expiresAt: null, fetchedAt: null },
};

const ERASURE: OrganisationErasure = {
  ...{ state: null, reason: null, askedBy: null, askedAt: '2026-01-01T08:00:00.000Z', isOwn: false, eraseAfter: null },
};

interface Sent {
  readonly what: string;
  readonly body?: unknown;
}

interface DialogProps {
  readonly send: typeof call;
  readonly onClose: (id?: string) => void;
}
const Dialog = (props: DialogProps) => <NewOrganisationDialog {...props} t={useMessages(organisationsMessages)} />;

const Editor = ({ editor }: { readonly editor: OrganisationStore }) => (
  <OrganisationEditor editor={editor} onBack={() => undefined} t={useMessages(organisationsMessages)} />
);

const Card = ({ store }: { readonly store: ExportStore }) => (
  <ExportCard store={store} t={useMessages(organisationsMessages)} />
);

describe('organisations of the provider', () => {
  const { draw, find, named, labelled, says, offences } = renderHarness();
  let sent: Sent[];
  let latest: OrganisationExport | null;
  let erasure: OrganisationErasure;
  const send = (async ({ method, path }: { method: string; path: string }, { body }: { body?: object } = {}) => {
    sent.push({ what: `${method} ${path}`, ...(body && { body }) });
    if (path.endsWith('/erasure')) return erasure;
    if (path.endsWith('/erase/approve'))
      return { ...ERASURE, state: 'closing', eraseAfter: '2100-01-01T08:00:00.000Z' };
    if (path.endsWith('/erase')) return { ...ERASURE, state: 'asked', reason: 'Contract ended', isOwn: true };
    if (path.endsWith('/export')) return method === 'GET' ? latest : { ...EXPORT };
    if (path.endsWith('/suspend')) {
      return { ...ACME, status: 'suspended', suspendedAt: '2026-02-01T08:00:00.000Z', suspendedReason: 'Unpaid' };
    }
    return ACME;
  }) as unknown as typeof call;
  beforeEach(() => {
    sent = [];
    latest = null;
    erasure = ERASURE;
  });
  afterEach(() => {
    snacks.value = [];
  });

  it('ORG-02 VAL-15 an organisation is created by keyboard with a suggested short name, once all fields are filled', async () => {
    await setViewport({ width: 1280, height: 800 });
    const closed: (string | undefined)[] = [];
    draw(<Dialog send={send} onClose={(id) => closed.push(id)} />);
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => find('dialog .error') !== null, 'the faults are shown');
    expect(sent).to.deep.equal([]);
    expect(await offences()).to.deep.equal([]);
    labelled('Name')!.focus();
    await sendKeys({ type: 'Põhja Sadam' });
    expect(labelled('Short name')!.value).to.equal('pohja');
    for (const [label, typed] of [
      ['E-mail', 'anna@sadam.example'],
      ['Username', 'anna.sadam'],
    ] as const) {
      labelled(label)!.focus();
      await sendKeys({ type: typed });
    }
    // The administrator's name has the same label as the organisation's.
    const names = [...document.querySelectorAll<HTMLInputElement>('dialog input[maxlength="200"]')];
    names.at(-1)!.focus();
    await sendKeys({ type: 'Anna Sadam' });
    await sendKeys({ press: 'Enter' });
    await waitUntil(() => closed.length > 0, 'the dialog is closed');
    expect(closed).to.deep.equal(['acme']);
    expect(sent.length).to.equal(1);
    const { body } = sent[0] as { body: { tenantId: string; name: string; administrator: object } };
    expect([body.tenantId, body.name, body.administrator]).to.deep.equal([
      'pohja',
      'Põhja Sadam',
      { name: 'Anna Sadam', username: 'anna.sadam', email: 'anna@sadam.example' },
    ]);
  });

  it('ORG-02 LAY-16 an organisation is suspended with a reason and resumed, on a phone', async () => {
    await setViewport({ width: 390, height: 844 });
    draw(<Editor editor={createOrganisationStore({ send, id: 'acme' })} />);
    await waitUntil(() => says('Suspend the organisation to stop all access.'), 'the organisation is shown');
    expect(await offences()).to.deep.equal([]);
    expect(document.documentElement.scrollWidth <= 390).to.equal(true);
    named('Suspend').click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    labelled<HTMLTextAreaElement>('Reason')!.focus();
    await sendKeys({ type: 'Unpaid' });
    expect(await offences()).to.deep.equal([]);
    [...document.querySelectorAll<HTMLElement>('dialog button')]
      .findLast((one) => one.textContent === 'Suspend')!
      .click();
    await waitUntil(() => says('Reason: Unpaid'), 'it is suspended');
    expect(sent.at(-1)).to.deep.equal({ what: 'POST /api/tenants/{tenantId}/suspend', body: { reason: 'Unpaid' } });
    named('Resume').click();
    await waitUntil(() => says('Suspend the organisation to stop all access.'), 'it is resumed');
    expect(sent.at(-1)!.what).to.equal('POST /api/tenants/{tenantId}/resume');
  });

  it('ORG-02 an export shows its progress, how long it can be downloaded, and what became of it', async () => {
    await setViewport({ width: 390, height: 844 });
    const store = createExportStore({ send, id: 'acme' });
    draw(<Card store={store} />);
    await waitUntil(() => says('Export all data'), 'there was no export');
    named('Export all data').click();
    await waitUntil(() => says('Exporting: 12 of 71 tables, 3,400 rows'), 'the progress is shown');
    expect(find<HTMLProgressElement>('progress')!.value).to.equal(12);
    expect(sent.at(-1)!.what).to.equal('POST /api/tenants/{tenantId}/export');
    const ready = {
      ...EXPORT,
      state: 'ready',
      files: 2,
      bytes: 5_000_000,
      expiresAt: '2026-01-02T08:00:00.000Z',
    } as const;
    for (const [next, text] of [
      [ready, 'Ready: 3,400 rows and 2 files, '],
      [{ ...EXPORT, state: 'fetched', fetchedAt: '2026-01-02T07:00:00.000Z' }, 'Downloaded'],
      [{ ...EXPORT, state: 'expired' }, 'was not downloaded in time'],
      [{ ...EXPORT, state: 'failed' }, 'The export failed.'],
    ] as const) {
      latest = next;
      await store.load();
      await waitUntil(() => says(text), text);
      expect(await offences()).to.deep.equal([]);
    }
  });

  it('ORG-02 SEC-03 an organisation is erased by request and approval, with a countdown in which it can be stopped', async () => {
    await setViewport({ width: 390, height: 844 });
    draw(<Editor editor={createOrganisationStore({ send, id: 'acme' })} />);
    await waitUntil(() => says('Erase the organisation with all its data.'), 'the section is shown');
    named('Erase…').click();
    await waitUntil(() => find('dialog form') !== null, 'the dialog is open');
    const go = (text: string) =>
      [...document.querySelectorAll<HTMLElement>('dialog button')].findLast((one) => one.textContent === text)!.click();
    go('Request erasing');
    await waitUntil(() => find('dialog .error') !== null, 'the reason is missing');
    labelled<HTMLTextAreaElement>('Reason')!.focus();
    await sendKeys({ type: 'Contract ended' });
    expect(await offences()).to.deep.equal([]);
    erasure = {
      ...ERASURE,
      state: 'asked',
      reason: 'Contract ended',
      askedBy: { id: 'olev', key: 'k', name: 'Olev Oja' },
    };
    go('Request erasing');
    await waitUntil(() => says('Waiting for another administrator to approve.'), 'it waits');
    expect(sent.at(-1)).to.deep.equal({
      what: 'POST /api/tenants/{tenantId}/erase',
      body: { reason: 'Contract ended' },
    });
    named('Withdraw the request').click();
    await waitUntil(() => says('Olev Oja requested on'), 'the request of another');
    named('Review and erase…').click();
    await waitUntil(() => says('The 30 days begin now.'), 'the last question');
    go('Close and erase');
    await waitUntil(() => says('Until then it can be stopped.'), 'the countdown');
    expect(await offences()).to.deep.equal([]);
    expect(document.documentElement.scrollWidth <= 390).to.equal(true);
    erasure = ERASURE;
    named('Stop erasing').click();
    await waitUntil(() => says('Erase the organisation with all its data.'), 'it is stopped');
    expect(sent.some(({ what }) => what === 'DELETE /api/tenants/{tenantId}/erase')).to.equal(true);
  });
});
