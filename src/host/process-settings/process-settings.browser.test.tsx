import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { ApiError } from '../../shared/api/api-error.ts';
import type { call } from '../../shared/api/index.ts';
import { ProcessSettingsPage } from './process-settings-page.tsx';

const PROCESS = {
  ...{ key: 'leave', name: 'Leave', title: 'Leave', active: 3, suspended: true, mayStart: false, startForm: null },
  ...{ fourEyes: 'none', version: 5 },
};
const XML =
  '<?xml version="1.0"?><definitions><!-- <process id="old"> --><bpmn:process name="P" id="parking"/></definitions>';
const DEPLOYMENT = {
  deployed: [{ key: 'parking', name: 'Parking place', number: 1, changed: true }],
  notes: [{ code: 'expression.translated', element: 'decide', name: 'Decide', line: 7, detail: 'Now FEEL.' }],
};

describe('the settings of processes', () => {
  const { draw, find, named, says, offences } = renderHarness();
  let processes: readonly object[];
  let sent: { key: string; body: object }[];
  let refusal: ApiError | null;
  const answer = async (
    { method }: { method: string },
    { params, body }: { params?: { key: string }; body?: object } = {},
  ) => {
    if (method === 'GET') return processes;
    sent.push({ key: params!.key, body: body! });
    if (refusal) throw refusal;
    return DEPLOYMENT;
  };
  const drawn = async (text: string) => {
    draw(<ProcessSettingsPage send={answer as unknown as typeof call} />);
    await waitUntil(() => says(text), 'the processes are shown');
  };
  const choose = async (content: BlobPart) => {
    if (!find('dialog form')) named('Upload process').click();
    await waitUntil(() => find('dialog input[type=file]') !== null, 'the dialog is open');
    const input = find<HTMLInputElement>('dialog input[type=file]')!;
    const files = new DataTransfer();
    files.items.add(new File([content], 'parking.bpmn'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  beforeEach(() => {
    processes = [PROCESS];
    sent = [];
    refusal = null;
  });

  it('RTE-07 PRV-03 shows processes with their version, and what deploying a file does before it is deployed', async () => {
    await drawn('Leave');
    expect(says('Version 3')).to.equal(true);
    expect(says('Suspended')).to.equal(true);
    await choose(XML);
    await waitUntil(() => says('Parking place: a new process'), 'the file was checked');
    expect(says('Decide line 7: The expression is read as FEEL')).to.equal(true);
    expect(sent).to.deep.equal([{ key: 'parking', body: { xml: XML, checkOnly: true } }]);
    expect(await offences()).to.deep.equal([]);
    find('dialog button[type=submit]')!.click();
    await waitUntil(() => find('dialog form') === null, 'the dialog closes');
    expect(sent[1]).to.deep.equal({ key: 'parking', body: { xml: XML } });
  });

  it('PRV-03 says every place for which a file is refused, and then takes a corrected file', async () => {
    processes = [];
    await drawn('There are no processes');
    const problems = [
      { code: 'gateway.condition', element: 'g1', name: 'Enough?', line: 12, detail: 'No condition.', list: 'finish' },
      { code: 'element.unsupported', element: 'c1', line: null, detail: 'Complex gateway.', list: 'unsupported' },
    ];
    const problem = { ...{ type: '', title: 'Refused', status: 422, code: 'process.refused', params: {} }, problems };
    refusal = new ApiError('process.refused', 422, { problem: problem as never });
    await choose(XML);
    await waitUntil(() => says('The file cannot be deployed yet'), 'the file is refused');
    expect(says('Enough? line 12: A flow from this gateway has no condition and is not the default')).to.equal(true);
    expect(says('Not supported')).to.equal(true);
    expect(await offences()).to.deep.equal([]);
    refusal = null;
    await choose(XML);
    await waitUntil(() => says('The file can be deployed'), 'the corrected file is accepted');
  });

  it('PRV-03 refuses files without a process and files that are too large before they are sent', async () => {
    await drawn('Leave');
    await choose('{}');
    await waitUntil(() => says('The file contains no process. Choose a BPMN 2.0 file'), 'the file is refused');
    await choose(' '.repeat(3_000_000));
    await waitUntil(() => says('The file is larger than 2 MB'), 'the file is refused');
    expect(sent).to.deep.equal([]);
  });
});
