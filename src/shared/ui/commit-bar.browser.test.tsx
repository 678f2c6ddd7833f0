import { expect } from '@open-wc/testing';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import { CommitBar, type CommitBarProps } from './commit-bar.tsx';

describe('the bar that saves', () => {
  const { draw, find, all, named, offences } = renderHarness();
  const words = () => find('[role=status]')!.textContent!.replace(/[0-9:]+/, '…');
  const show = async (props: Partial<CommitBarProps>, expected: string) => {
    draw(<CommitBar save="Save" isChanged={false} isSaving={false} {...props} />);
    await waitUntil(() => find('.commit') !== null && words() === expected, expected);
  };

  it('says beside the button what it would do, and what it has done', async () => {
    await show({}, 'Nothing is changed.');
    expect(named('Save').ariaDisabled).to.equal('true');
    await show({ isChanged: true, cancel: { label: 'Cancel', onCancel: () => undefined } }, 'Not saved yet.');
    expect(named('Save').ariaDisabled).to.equal(null);
    expect(await offences()).to.deep.equal([]);
    // A footer would be a landmark of the page.
    expect(find('footer')).to.equal(null);
    // The primary is left.
    expect(all('button').map(({ textContent }) => textContent)).to.deep.equal(['Save', 'Cancel']);
    expect(named('Save').getBoundingClientRect().right).to.be.at.most(named('Cancel').getBoundingClientRect().left);
    await show({ isChanged: true, isSaving: true }, '');
    await show({}, 'Saved …');
    await show({ isChanged: true }, 'Not saved yet.');
    await show({}, 'Nothing is changed.');
  });

  it('does not say that it saved what was refused', async () => {
    await show({ isChanged: true, isSaving: true }, '');
    await show({ isChanged: true }, 'Not saved yet.');
    await show({}, 'Nothing is changed.');
  });

  it('offers to save what is new, but not what cannot be saved', async () => {
    await show({ isNew: true }, '');
    expect(named('Save').ariaDisabled).to.equal(null);
    await show({ isChanged: true, isBlocked: true }, 'Not saved yet.');
    expect(named('Save').ariaDisabled).to.equal('true');
  });
});
