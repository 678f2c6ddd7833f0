import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError, type call } from '../../shared/api/index.ts';
import type { AuditSettings } from '../../shared/contracts/audit.contract.ts';
import { useMessages } from '../../shared/locale/index.ts';
import { DocumentWidget } from '../document-widget.tsx';
import { auditMessages } from './audit.messages.ts';
import { KeepDialog } from './keep-dialog.tsx';

const { draw, find, named, labelled, says, offences } = renderHarness();

function Opened(props: { readonly send: typeof call; readonly onClose: () => void }) {
  return <KeepDialog {...props} t={useMessages(auditMessages)} />;
}

describe('how long the audit log is kept', () => {
  it('AUD-01 the time is chosen in words, saved once, and a refusal keeps the choice', async () => {
    const saved: AuditSettings[] = [];
    let refusal: ApiError | null = new ApiError('network', 0);
    let closed = 0;
    const send = (async ({ method }: { method: string }, { body }: { body?: AuditSettings }) => {
      if (method === 'GET') return { months: 30 };
      if (refusal) throw refusal;
      saved.push(body!);
      return body;
    }) as unknown as typeof call;
    draw(
      <DocumentWidget>
        <Opened
          send={send}
          onClose={() => {
            closed += 1;
          }}
        />
      </DocumentWidget>,
    );
    const select = () => labelled<HTMLSelectElement>('Keep rows for');
    await waitUntil(() => select()?.value === '30', 'the stored time is chosen');
    expect([...select()!.options].map(({ text }) => text)).to.deep.equal([
      '1 year',
      '18 months',
      '2 years',
      '30 months',
      '3 years',
      '5 years',
      '7 years',
      '10 years',
    ]);
    expect(named('Save').ariaDisabled).to.equal('true');
    expect(await offences()).to.deep.equal([]);
    select()!.value = '12';
    select()!.dispatchEvent(new Event('change', { bubbles: true }));
    await waitUntil(() => named('Save').ariaDisabled !== 'true', 'it can be saved');
    named('Save').click();
    await waitUntil(() => find('.banner.red, [role=alert]') !== null, 'the failure is said');
    expect(select()!.value).to.equal('12');
    expect(says('deleted within an hour')).to.equal(true);
    refusal = null;
    named('Save').click();
    await waitUntil(() => closed === 1, 'it is saved');
    expect(saved).to.deep.equal([{ months: 12 }]);
  });
});
