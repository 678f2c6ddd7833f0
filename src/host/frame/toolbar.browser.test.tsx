import { expect } from '@open-wc/testing';
import { sendKeys } from '@web/test-runner-commands';
import { renderHarness } from '../../../test/support/render-harness.ts';
import { waitUntil } from '../../../test/support/wait-until.ts';
import type { Session } from '../../shared/contracts/session.contract.ts';
import { INBOX, type Route, SECTION } from '../routes.ts';
import '../host.css';
import { Drawer } from './drawer.tsx';
import { SubBar, Toolbar } from './toolbar.tsx';

const SESSION: Session = {
  user: {
    id: 'mart.kask',
    key: '019aa5d0-0000-7000-8000-000000000001',
    name: 'Mart Kask',
    avatar: null,
    email: null,
    pendingEmail: null,
    phoneNumber: null,
    languageId: 'en',
    tenantId: 'harbour',
    groups: [],
    status: 'active',
    company: null,
    department: null,
    jobTitle: null,
    managers: [],
    links: [],
    version: 1,
  },
  tenant: {
    tenantId: 'harbour',
    name: 'Harbour',
    timeZone: 'Europe/Tallinn',
    languageId: 'en',
    today: '2026-11-21',
    logo: null,
    texts: [],
    helpUrl: 'https://help.example',
  },
  tenants: [],
  permissions: [],
  scopes: null,
  ui: {
    dense: true,
    navbar: { show: true, dense: true, logo: true },
    fullscreen: false,
    settingsPanel: false,
    footer: false,
    theme: { index: 0, dark: null },
  },
  features: [],
  standsFor: [],
  replacedBy: null,
  serverTime: '2026-11-21T10:00:00.000Z',
};
const section = (name: string): Route => ({ ...INBOX, path: `/${name}`, page: name, title: { en: `Section ${name}` } });
const TABS = [INBOX, ...['one', 'two', 'three', 'four', 'five'].map(section)];

const { draw, find, all } = renderHarness();
const texts = (selector: string) => all(selector).map((one) => one.textContent);
const shown = () => all('nav .tab').filter(({ hidden }) => !hidden);

function show(width: number, count = 0, atLeast = false, tabs = TABS) {
  draw(
    <div style={{ width }}>
      <Toolbar
        tabs={tabs}
        path="/inbox"
        title="Inbox"
        session={SESSION}
        count={{ count, atLeast }}
        mobile={false}
        onMenu={undefined}
        t={(key) => key}
      />
    </div>,
  );
}

describe('the toolbar', () => {
  it('LAY-04 moves tabs that do not fit into a menu, and back', async () => {
    show(400);
    await waitUntil(() => texts('nav [role^=menuitem]').length > 0, 'there is a menu');
    const fitting = shown().length;
    expect(fitting).to.be.within(1, TABS.length - 1);
    const names = TABS.slice(1).map(({ title }) => title?.en);
    expect(texts('nav [role^=menuitem]')).to.deep.equal(names.slice(fitting - 1));
    show(1200);
    await waitUntil(() => shown().length === TABS.length, 'all fit');
    expect(texts('nav [role^=menuitem]')).to.deep.equal([]);
  });

  it('LAY-04 RTE-07 leads from a tab to its first page, and shows the pages of the tab below it', async () => {
    const children = [section('forms'), section('inbox')];
    show(1200, 0, false, [section('one'), { ...section('provider'), page: SECTION, children }]);
    await waitUntil(() => all('nav .tab').length === 2);
    const tab = find<HTMLAnchorElement>('nav .tab:last-child');
    expect([tab?.pathname, tab?.ariaCurrent]).to.deep.equal(['/forms', 'true']);

    const pages = ['forms', 'registries', 'inbox', 'jobs', 'texts'].map(section);
    draw(
      <div style={{ width: 250 }}>
        <SubBar pages={pages} label="Provider" path="/inbox" t={(key) => key} />
      </div>,
    );
    await waitUntil(() => all('nav .tab').length === pages.length);
    const bar = find('nav');
    expect(bar?.ariaLabel).to.equal('Provider');
    expect(all('nav .tab').map(({ ariaCurrent }) => ariaCurrent)).to.deep.equal([null, null, 'page', null, null]);
    // Where the pages do not fit, the current one is in view.
    expect(bar!.scrollWidth).to.be.above(bar!.clientWidth);
    const isInView = () =>
      find('nav [aria-current]')!.getBoundingClientRect().right <= bar!.getBoundingClientRect().right;
    await waitUntil(isInView, 'the current page is in view');
    all<HTMLAnchorElement>('nav .tab')[0]!.focus();
    await sendKeys({ press: 'Tab' });
    history.replaceState(null, '', '#before');
    await sendKeys({ press: 'Enter' });
    expect(location.pathname).to.equal('/registries');
    history.back();
    await waitUntil(() => location.hash === '#before');
  });

  it('LAY-05 shows the inbox with the number of tasks, and no badge at zero', async () => {
    show(1200, 3);
    await waitUntil(() => texts('.count [aria-hidden]').join() === '3');
    expect(shown()[0]?.textContent).to.contain('host.inbox');
    show(1200, 100, true);
    await waitUntil(() => texts('.count [aria-hidden]').join() === '100+');
    show(1200, 0);
    await waitUntil(() => texts('.count').length === 0);
  });
});

describe('the drawer', () => {
  it('RTE-08 PRV-02 an entry that is a link opens another system in a new tab, and a page of the application in this one', async () => {
    const link = (path: string, url: string): Route => ({ ...INBOX, path, page: 'link', params: { url } });
    draw(
      <Drawer
        routes={[
          link('/shop', 'https://shop.example/'),
          link('/rules', '/manuals'),
          link('/bad', 'javascript:alert(1)'),
        ]}
        path="/inbox"
        session={SESSION}
        count={{ count: 0, atLeast: false }}
        mini={false}
        mobile={false}
        logo
        onToggle={() => undefined}
        t={(key) => key}
      />,
    );
    await waitUntil(() => find('.drawer .pages a') !== null);
    const links = all<HTMLAnchorElement>('.drawer .pages a');
    expect(links.map(({ href, target, rel }) => [href, target, rel])).to.deep.equal([
      ['https://shop.example/', '_blank', 'noreferrer'],
      [`${location.origin}/manuals`, '', ''],
      [`${location.origin}/bad`, '', ''],
    ]);
  });

  for (const over of [false, true]) {
    it(`LAY-03 leads to the help of the page and to the help centre of the organisation, each in a new tab, ${over ? 'on a phone' : 'on a desktop'}`, async () => {
      draw(
        <Drawer
          routes={TABS}
          path="/inbox"
          session={SESSION}
          count={{ count: 0, atLeast: false }}
          mini={false}
          mobile={over}
          over={over}
          logo
          onToggle={() => undefined}
          t={(key) => key}
        />,
      );
      await waitUntil(() => find('.drawer .foot a') !== null);
      const links = all<HTMLAnchorElement>('.drawer .foot a');
      expect(links.map(({ href }) => href)).to.deep.equal([`${location.origin}/help/inbox`, 'https://help.example/']);
      expect(links.map(({ ariaLabel }) => ariaLabel)).to.deep.equal([
        'host.help, host.newTab',
        'host.helpCentre, host.newTab',
      ]);
      for (const { target, rel } of links) expect([target, rel]).to.deep.equal(['_blank', 'noreferrer']);
    });
  }
});
