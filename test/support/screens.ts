import type { Page, Request } from 'playwright-core';
import { arrive, giveSession, speak } from './browser.ts';
import { client, identityToken } from './identity-client.ts';
import { waitFor } from './wait-for.ts';
import { zipOf } from './zip.ts';

/** A screen of the application, in one state. */
export interface Screen {
  readonly name: string;
  /** Who sees it; undefined: a visitor. */
  readonly who?: string;
  /** The name of the organisation that the provider's administrator chooses. */
  readonly organisation?: string;
  readonly address: string;
  /** Brings the page to the state after its address was opened. */
  readonly reach?: (page: Page) => Promise<void>;
}

/** A large screen, a tablet, a phone. */
export const VIEWPORTS = [
  { width: 1280, height: 800 },
  { width: 820, height: 1180 },
  { width: 390, height: 844 },
] as const;

/** Has every page of the application in the menu. */
const EVERYTHING = 'grete.norden';
/** Of her organisations, the one with the most data. */
const ORGANISATION = 'Põhjaranna Sadam AS';
/** The provider's own: only there other organisations can be seen. */
const PROVIDER = 'Verva';
/** Has tasks of each kind, delegations and manuals. */
const MANAGER = 'mart.kask';
/** Keeps the data of employees. */
const HR = 'piret.vaher';
/** Has started requests of several kinds. */
const EMPLOYEE = 'anna.tamm';

/** New, changed, unchanged and refused users. */
const IMPORTED_USERS = [
  'username;name;email;phoneNumber;department;manager;status',
  'aleksandr.volkov;Aleksandr Volkov;a.volkov@pohjaranna.example;+372 5550 1178;;kadri.magi;',
  'birgit.saarmets;Birgit Saarmets;b.saarmets@pohjaranna.example;;;aleksandr.volkov;',
  'katrin.parn;Katrin Pärn;k.parn@pohjaranna.example;;TERM2;;',
  'priit.kallas;Priit Kallas;no address;12;;toomas.rebane;',
  'kadri.magi;Kadri Mägi-Kask;kadri.magi@pohjaranna.example;+372 5550 1179;;toomas.rebane;',
  'mart.kask;Mart Kask;mart.kask@pohjaranna.example;;;toomas.rebane;disabled',
].join('\n');

/** A file with a new group, a changed one, and an item whose target does not exist. */
const changedConfiguration = (): Buffer =>
  zipOf({
    'verva.json': '{"format":1,"line":"0193f0a0-0000-7000-8000-000000000001","kinds":["groups","catalogue-items"]}',
    'groups/divers.json': '{"id":"divers","name":"Divers","description":"Work below the water line"}',
    'groups/admin.json': '{"id":"admin","name":"Administrators of the harbour"}',
    'catalogue-items/crane.json': '{"id":"crane","kind":"process","target":"crane-hire","title":{"en":"Hire a crane"}}',
  });

/** Clicks the first visible match. */
const press = (selector: string) => async (page: Page) => {
  await page.locator(`${selector} >> visible=true`).first().click();
};

const inTurn =
  (...steps: readonly ((page: Page) => Promise<void>)[]) =>
  async (page: Page) => {
    for (const step of steps) {
      await step(page);
      await settled(page);
    }
  };

/** By position, because labels differ between languages. */
const profileMenu = (index: number) => async (page: Page) => {
  if ((await page.locator('.app.mobile').count()) > 0) await page.locator('.toolbar > button').first().click();
  await page.locator('button.profile:visible, button.profile-entry:visible').click();
  await menuItem(index)(page);
};

/** An item of the open menu, by position. */
const menuItem = (index: number) => async (page: Page) => {
  await page.locator('[role=menu]:popover-open [role^=menuitem]').nth(index).click();
};

/** Shows a provider, which the organisations of the demo have only while the demo's own provider runs. */
async function withProvider(page: Page): Promise<void> {
  const provider = {
    ...{ name: 'lumikko-entra', kind: 'entra', issuer: 'https://login.example/tenant/v2.0', clientId: 'verva' },
    ...{ jwksUri: 'https://login.example/keys', algorithms: ['RS256'], subjectClaim: 'oid', scope: 'openid' },
    ...{ linkBy: 'email', groupsClaim: null, groupMap: {}, domains: [], extraQuery: {}, secondFactor: null },
    ...{ isDisabled: false, users: 12, onlyWayIn: 3, lastSignInAt: '2026-01-01T10:00:00.000Z', version: 1 },
  };
  await page.route('**/api/tenants/*/issuers', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), items: [provider] } });
  });
  await page.reload();
}

/** The card of an employee, as HR sees it. */
const HR_CARD = '/hr/people/jelena.smirnova';
/** A header or row button of a part of the card. */
const ofCard = (selector: string) => press(`verva-hr-card ${selector}`);
/** Gives a reason for opening pay (0) or health checks (1). */
const openBox = (index: number) =>
  inTurn(ofCard(`.hr-closed .btn >> nth=${index}`), async (page) => {
    await page.locator('verva-hr-card dialog textarea').fill('Review of the pay of cranes');
    await page.keyboard.press('Tab');
    await page.locator('verva-hr-card dialog button[type=submit]').click();
  });

const firstTask = press('verva-inbox button.item');
const firstRequest = press('verva-my-requests button.item');

/** States that no address shows by itself. */
const STATES: readonly Screen[] = [
  { name: 'sign-in', address: '/login' },
  {
    name: 'sign-in-wrong-password',
    address: '/login',
    reach: async (page) => {
      await page.locator('input[name=username]').fill('sergei.petrov');
      await page.keyboard.press('Enter');
      await page.locator('input[name=password]').fill('wrong');
      await page.keyboard.press('Enter');
      await page.locator('.error').waitFor();
    },
  },
  ...(['passkey', 'code'] as const).map((way) => ({
    name: `sign-in-without-password-${way}`,
    address: '/login',
    reach: async (page: Page) => {
      const signInModes = way === 'passkey' ? ['passkey', 'oneTimePassword'] : ['oneTimePassword'];
      await page.route('**/api/login/*', (route) => {
        const isAsked = route.request().url().endsWith('/anna.tamm');
        return isAsked
          ? route.fulfill({ json: { loginMode: 'password', idpName: null, signInModes } })
          : route.fallback();
      });
      await page.locator('input[name=username]').fill('anna.tamm');
      await page.keyboard.press('Enter');
      await page.locator('.known').waitFor();
    },
  })),
  ...(['["SOFTWARE_TOKEN_MFA","WEB_AUTHN"]', '["WEB_AUTHN"]'] as const).map((MFAS_CAN_SETUP) => ({
    name: `sign-in-set-up-${MFAS_CAN_SETUP.includes('SOFTWARE') ? 'factor' : 'passkey'}`,
    address: '/login',
    reach: async (page: Page) => {
      await page.route('**/identity/', (route) => {
        const isAsked = route.request().headers()['x-amz-target']?.endsWith('InitiateAuth');
        const asked = { ChallengeName: 'MFA_SETUP', ChallengeParameters: { MFAS_CAN_SETUP }, Session: 's' };
        return route.fulfill({ json: isAsked ? asked : { SecretCode: 'JBSWY3DPEHPK3PXP', Session: 's' } });
      });
      await page.locator('input[name=username]').fill('sergei.petrov');
      await page.keyboard.press('Enter');
      await page.locator('input[name=password]').fill('Verva-demo-2026');
      await page.keyboard.press('Enter');
      await page.locator('input[name=password]').waitFor({ state: 'detached' });
    },
  })),
  { name: 'second-factor', who: MANAGER, address: '/second-factor' },
  {
    name: 'second-factor-app',
    who: MANAGER,
    address: '/second-factor',
    reach: inTurn(press('.factor-offer button'), (page) => page.locator('.qr').waitFor()),
  },
  { name: 'help', address: '/help' },
  { name: 'help-page', address: '/help/formbuilder' },
  {
    name: 'help-search',
    address: '/help/inbox',
    reach: async (page) => {
      await page.locator('.help input[type=search]').fill('Verva');
      await page.locator('.help [role=status]').filter({ hasText: /\d/ }).waitFor();
    },
  },
  { name: 'no-permission', who: MANAGER, address: '/401?noGoBack' },
  { name: 'unknown-address', who: MANAGER, address: '/no-such-page' },
  { name: 'task', who: MANAGER, address: '/inbox', reach: firstTask },
  {
    name: 'task-history',
    who: MANAGER,
    address: '/inbox',
    reach: inTurn(firstTask, press('verva-task-form [role=tab] >> nth=-1')),
  },
  { name: 'task-unknown', who: MANAGER, address: '/inbox?taskId=00000000-0000-7000-8000-000000000000' },
  { name: 'requests-of-employee', who: EMPLOYEE, address: '/requests' },
  { name: 'requests-finished', who: EMPLOYEE, address: '/requests?state=finished' },
  {
    name: 'requests-filter',
    who: EMPLOYEE,
    address: '/requests',
    reach: press('verva-my-requests .list-tools > button'),
  },
  { name: 'request', who: EMPLOYEE, address: '/requests', reach: firstRequest },
  {
    name: 'request-conversation',
    who: EMPLOYEE,
    address: '/requests',
    reach: inTurn(press('verva-my-requests button.item >> nth=-1'), press('#request-tab-conversation')),
  },
  {
    name: 'request-history',
    who: EMPLOYEE,
    address: '/requests',
    reach: inTurn(firstRequest, press('#request-tab-history')),
  },
  {
    name: 'request-withdraw',
    who: EMPLOYEE,
    address: '/requests',
    reach: inTurn(firstRequest, press('verva-my-requests .detail-head .btn')),
  },
  { name: 'request-unknown', who: EMPLOYEE, address: '/requests/00000000-0000-7000-8000-000000000000' },
  { name: 'employees-of-manager', who: 'olga.ivanova', address: '/hr/people' },
  { name: 'my-card', who: EMPLOYEE, address: '/hr/card' },
  { name: 'card', who: HR, address: HR_CARD },
  { name: 'card-opened', who: HR, address: HR_CARD, reach: inTurn(openBox(0), ofCard('.health .hr-closed .btn')) },
  { name: 'card-unknown', who: HR, address: '/hr/people/no.such.person' },
  { name: 'contract-new', who: HR, address: HR_CARD, reach: ofCard('.contracts > header .btn') },
  {
    name: 'contract-edit',
    who: HR,
    address: HR_CARD,
    reach: inTurn(ofCard('.contracts .hr-actions .btn'), menuItem(0), (page) =>
      page.locator('verva-hr-card .hr-share').first().waitFor(),
    ),
  },
  { name: 'pay-new', who: HR, address: HR_CARD, reach: inTurn(openBox(0), ofCard('.pay > header .btn')) },
  {
    name: 'pay-correct',
    who: HR,
    address: HR_CARD,
    reach: inTurn(openBox(0), ofCard('.pay .hr-row .btn'), ofCard('dialog button[type=submit]')),
  },
  { name: 'health-check-new', who: HR, address: HR_CARD, reach: inTurn(openBox(1), ofCard('.health > header .btn')) },
  { name: 'documents-upload', who: HR, address: HR_CARD, reach: ofCard('.documents > header .btn') },
  { name: 'clothes-sizes', who: HR, address: HR_CARD, reach: ofCard('.sizes > header .btn') },
  { name: 'inbox-filters', who: MANAGER, address: '/inbox', reach: press('verva-inbox search button') },
  {
    name: 'inbox-nothing-found',
    who: MANAGER,
    address: '/inbox',
    reach: async (page) => {
      await page.locator('verva-inbox input[type=search]').fill('nothing is called like this');
      await page.locator('verva-inbox .empty .btn').first().waitFor();
    },
  },
  { name: 'inbox-of-manager', who: MANAGER, address: '/inbox' },
  { name: 'tasks-of-manager', who: MANAGER, address: '/tasks' },
  { name: 'manuals-of-manager', who: MANAGER, address: '/manuals' },
  { name: 'delegations-of-manager', who: MANAGER, address: '/delegations' },
  {
    name: 'mass-action-of-manager',
    who: MANAGER,
    address: '/mass-action',
    reach: press('verva-mass-action thead input'),
  },
  {
    name: 'delegation-new',
    who: MANAGER,
    address: '/delegations',
    reach: inTurn(press('verva-delegation-editor .cards button'), press('verva-delegation-editor button[type=submit]')),
  },
  {
    name: 'delegation-with-gap',
    who: 'kadri.magi',
    address: '/delegations',
    reach: inTurn(press('verva-delegation-editor .dcard'), press('verva-delegation-editor .effects [aria-expanded]')),
  },
  {
    name: 'delegated-to-me',
    who: 'anna.tamm',
    address: '/delegations?view=incoming',
    reach: press('verva-delegation-editor .dcard'),
  },
  { name: 'absences', who: MANAGER, address: '/delegations?view=calendar' },
  { name: 'absences-of-director', who: 'toomas.rebane', address: '/delegations?view=calendar' },
  { name: 'delegations-of-all', who: EVERYTHING, address: '/settings/delegations' },
  { name: 'delegations-of-user', who: EVERYTHING, address: '/settings/delegations?user=kadri.magi' },
  {
    name: 'audit-verified',
    who: EVERYTHING,
    address: '/settings/audit',
    reach: press('.audit .list-bar > .btn >> nth=1'),
  },
  { name: 'alerts', who: EVERYTHING, address: '/settings/alerts' },
  {
    name: 'audit-keep',
    who: EVERYTHING,
    address: '/settings/audit',
    reach: press('.audit .list-bar > .btn >> nth=2'),
  },
  {
    name: 'audit-row',
    who: EVERYTHING,
    address: '/settings/audit?verb=eq:update',
    reach: press('.audit .records tbody button'),
  },
  { name: 'rights-of-user', who: EVERYTHING, address: '/settings/rights?user=toomas.rebane' },
  { name: 'users', who: EVERYTHING, address: '/settings/users' },
  {
    name: 'users-import',
    who: EVERYTHING,
    address: '/settings/users',
    reach: press('verva-settings-users .import-open'),
  },
  {
    name: 'users-import-plan',
    who: EVERYTHING,
    address: '/settings/users',
    reach: inTurn(press('verva-settings-users .import-open'), async (page) => {
      const buffer = Buffer.from(IMPORTED_USERS);
      const file = { name: 'people-2026-11.csv', mimeType: 'text/csv', buffer };
      await page.locator('verva-settings-users input[type=file]').setInputFiles(file);
      await page.locator('verva-settings-users .import-rows').waitFor();
    }),
  },
  { name: 'user', who: EVERYTHING, address: '/settings/users?id=kadri.magi' },
  {
    name: 'tag-new',
    who: EVERYTHING,
    address: '/settings/tags',
    reach: press('verva-settings-tags .settings-bar button.primary'),
  },
  {
    name: 'company',
    who: EVERYTHING,
    address: '/settings/companies',
    reach: press('verva-settings-companies tbody .link'),
  },
  {
    name: 'company-new',
    who: EVERYTHING,
    address: '/settings/companies',
    reach: press('verva-settings-companies .settings-bar button.primary'),
  },
  {
    name: 'dimension',
    who: EVERYTHING,
    address: '/settings/dimensions',
    reach: press('verva-settings-dimensions button.item'),
  },
  { name: 'group', who: EVERYTHING, address: '/settings/groups?id=facilities' },
  {
    name: 'department',
    who: EVERYTHING,
    address: '/settings/departments',
    reach: press('verva-settings-departments [role=treeitem][aria-level="2"]'),
  },
  {
    name: 'organisations',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations',
  },
  {
    name: 'organisation-of-provider',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations/pohjaranna',
  },
  {
    name: 'sign-in-of-organisation',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations/lumikko/sign-in',
  },
  {
    name: 'sign-in-locks-out',
    who: EVERYTHING,
    address: '/settings/sign-in',
    reach: async (page) => {
      // All but the last, single sign-on.
      for (let index = 0; index < 3; index += 1)
        await page.locator('.sign-in-settings .tick input').nth(index).uncheck();
      await page.locator('.sign-in-settings .commit .btn.primary').click();
      await page.locator('.sign-in-settings .banner').waitFor();
    },
  },
  {
    name: 'identity-providers-of-organisation',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations/lumikko/identity-providers',
  },
  {
    name: 'identity-provider-new',
    who: EVERYTHING,
    address: '/settings/identity-providers',
    reach: press('.emb-card .btn.primary'),
  },
  {
    name: 'identity-provider-tested',
    who: EVERYTHING,
    address: '/settings/identity-providers',
    // An empty address is refused before any request.
    reach: inTurn(press('.emb-card .btn.primary'), press('dialog footer .btn')),
  },
  {
    name: 'identity-provider-try',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations/lumikko/identity-providers',
    reach: inTurn(withProvider, press('.emb-card tbody button[aria-haspopup=menu]'), menuItem(2)),
  },
  {
    name: 'organisation-erase',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations/lumikko',
    reach: press('.org .btn.danger >> nth=-1'),
  },
  {
    name: 'user-erase',
    who: EVERYTHING,
    address: '/settings/users?id=kadri.magi',
    // No user of the demo can be erased: shows one as deactivated.
    reach: async (page) => {
      await page.route('**/api/identity/users/kadri.magi', async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, json: { ...(await response.json()), status: 'disabled' } });
      });
      await page.reload();
      await press('verva-settings-users .section .btn.danger')(page);
    },
  },
  {
    name: 'recent-sign-in',
    who: EVERYTHING,
    address: '/settings/audit',
    reach: async (page) => {
      const problem = { status: 403, code: 'session.too_old', params: { maxAge: 600 } };
      await page.route('**/api/downloads', (route) =>
        route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) }),
      );
      await press('.audit .list-bar .btn >> nth=-1')(page);
      await menuItem(0)(page);
      await page.locator('dialog[open]').waitFor();
    },
  },
  {
    name: 'organisation-new',
    who: EVERYTHING,
    organisation: PROVIDER,
    address: '/settings/organisations',
    reach: press('.list-bar button.primary'),
  },
  {
    name: 'menu-entry-new',
    who: EVERYTHING,
    address: '/settings/menu-items',
    reach: press('.menu-head button.primary'),
  },
  {
    name: 'menu-preview',
    who: EVERYTHING,
    address: '/settings/menu-items',
    reach: press('.menu-head button:not(.primary) >> nth=-1'),
  },
  { name: 'translations-of-organisation', who: EVERYTHING, address: '/settings/i18n?of=organisation&kind=processes' },
  {
    name: 'registry-new',
    who: EVERYTHING,
    address: '/settings/registries',
    reach: press('.reg-top button.primary'),
  },
  {
    name: 'registry-general',
    who: EVERYTHING,
    address: '/settings/registries/assets',
    reach: async (page) => page.locator('.reg-scroll').waitFor(),
  },
  ...['columns', 'statuses', 'groups', 'retention', 'uses'].map((tab) => ({
    name: `registry-${tab}`,
    who: EVERYTHING,
    address: '/settings/registries/assets',
    reach: press(`[role=tab][id$="-tab-${tab}"]`),
  })),
  {
    name: 'registry-status-new',
    who: EVERYTHING,
    address: '/settings/registries/assets',
    reach: inTurn(press('[role=tab][id$="-tab-statuses"]'), press('.reg-statuses > header .btn')),
  },
  ...['comments', 'cases', 'linked'].map((tab) => ({
    name: `record-${tab}`,
    who: EVERYTHING,
    address: '/assets/A-0003',
    reach: press(`[role=tab][id$="-tab-${tab}"]`),
  })),
  {
    name: 'configuration-plan',
    who: EVERYTHING,
    address: '/settings/configuration',
    reach: async (page) => {
      await page.locator('.config-upload input[type=file]').setInputFiles({
        name: 'verva-config.zip',
        mimeType: 'application/zip',
        buffer: changedConfiguration(),
      });
      await page.locator('.config-step').first().waitFor();
    },
  },
  {
    name: 'process-upload',
    who: EVERYTHING,
    address: '/settings/processes',
    reach: press('.proc-head button.primary'),
  },
  {
    name: 'case-type-new',
    who: EVERYTHING,
    address: '/settings/caseconfiguration',
    reach: press('.case-head button.primary'),
  },
  {
    name: 'catalogue-item-new',
    who: EVERYTHING,
    address: '/settings/catalogue',
    reach: press('.cat-head button.primary'),
  },
  {
    name: 'catalogue-category-new',
    who: EVERYTHING,
    address: '/settings/catalogue',
    reach: press('.cat-head button:not(.primary)'),
  },
  { name: 'dropdown', who: EVERYTHING, address: '/settings/dropdowns?id=costCenters' },
  { name: 'profile', who: MANAGER, address: '/inbox', reach: profileMenu(0) },
  {
    name: 'profile-without-name',
    who: MANAGER,
    address: '/inbox',
    reach: inTurn(profileMenu(0), async (page) => {
      await page.locator('verva-profile input[name=name]').fill('');
      await page.locator('verva-profile button[type=submit]').click();
      await page.locator('verva-profile .error').waitFor();
    }),
  },
  { name: 'looks', who: MANAGER, address: '/inbox', reach: profileMenu(4) },
  { name: 'password', who: MANAGER, address: '/inbox', reach: profileMenu(1) },
  {
    name: 'security',
    who: MANAGER,
    address: '/inbox',
    reach: inTurn(profileMenu(2), (page) => page.locator('verva-profile .sessions li').first().waitFor()),
  },
  {
    name: 'start-nothing-found',
    who: MANAGER,
    address: '/start',
    reach: async (page) => {
      await page.locator('verva-catalogue input[type=search]').fill('nothing is called like this');
      await page.locator('verva-catalogue .empty .btn').waitFor();
    },
  },
  { name: 'start-form', who: MANAGER, address: '/start/expense-claim' },
  { name: 'start-form-view', who: MANAGER, address: '/start-form-view?item=visitor-notice' },
  {
    name: 'start-refused',
    who: MANAGER,
    address: '/start/fault-report',
    reach: press('verva-start-form .outcomes .btn.primary'),
  },
  { name: 'start-unknown', who: MANAGER, address: '/start/no-such-item' },
  {
    name: 'passkey-new',
    who: MANAGER,
    address: '/inbox',
    reach: inTurn(profileMenu(2), press('verva-profile section.stack.spaced > .row > .btn >> nth=-1'), (page) =>
      page.locator('verva-profile input').first().waitFor(),
    ),
  },
  { name: 'record', who: 'kristjan.oja', address: '/record-form-view?resource=assets&recordId=A-0003' },
  { name: 'registry', who: 'kristjan.oja', address: '/assets?sort=number' },
  {
    name: 'registry-selection',
    who: 'kristjan.oja',
    address: '/assets?sort=number',
    reach: inTurn(press('.fold-pick input'), press('tr:nth-child(2) .fold-pick input')),
  },
  {
    name: 'registry-status-change',
    who: 'kristjan.oja',
    address: '/assets?sort=number',
    reach: inTurn(press('.fold-pick input'), press('.registry-selection .btn.primary'), press('dialog [type=radio]')),
  },
  {
    name: 'registry-status-checked',
    who: 'kristjan.oja',
    address: '/assets?sort=number',
    reach: inTurn(
      press('.fold-pick input'),
      press('tr:nth-child(2) .fold-pick input'),
      press('.registry-selection .btn.primary'),
      press('dialog [type=radio]'),
      press('dialog footer .btn.primary'),
    ),
  },
  {
    name: 'registry-import',
    who: 'kristjan.oja',
    address: '/assets',
    reach: press('.list-bar > .btn:nth-last-child(2)'),
  },
  { name: 'registry-record', who: 'kristjan.oja', address: '/assets/A-0003' },
  {
    name: 'forms-builder',
    who: EVERYTHING,
    address: '/settings/forms',
    reach: press('main tbody a, main tbody button'),
  },
  {
    name: 'manual-settings-page',
    who: 'juri.lepik',
    address: '/settings/manuals',
    reach: press('main tbody a, main tbody button'),
  },
];

/** Reads the menu of a person who sees all pages, so that a new page is among the screens. */
async function pagesOfMenu(url: string): Promise<Screen[]> {
  interface Entry {
    readonly path: string;
    readonly meta: { readonly page?: string };
    readonly children: readonly Entry[];
  }
  const request = client(url, await identityToken(url, EVERYTHING));
  const { body } = await request('GET', '/api/menus/mine');
  const flat = (entries: readonly Entry[]): Entry[] => entries.flatMap((entry) => [entry, ...flat(entry.children)]);
  return flat(body)
    .filter(({ meta }) => meta.page !== 'section')
    .map(({ path }) => ({ name: path.slice(1).replaceAll('/', '-'), who: EVERYTHING, address: path }));
}

/** Returns all screens: each page of the menu, and the states of pages. */
export async function screensOf(url: string): Promise<readonly Screen[]> {
  return [...(await pagesOfMenu(url)), ...STATES];
}

/** Prepares a page for the person of a screen, or for a visitor. */
export async function arriveFor(
  page: Page,
  url: string,
  { who, organisation }: Screen,
  language: string,
): Promise<void> {
  if (!who) return speak(page, language);
  if (who !== EVERYTHING) return giveSession(page, url, who, language);
  await arrive(page, url, who, language);
  await page.getByRole('button', { name: organisation ?? ORGANISATION }).click();
  await page.locator('.app').waitFor();
}

/** Opens a screen and waits until it shows all that it loads. The person has arrived. */
export async function open(
  page: Page,
  url: string,
  { address, reach }: Screen,
  onOpened?: () => Promise<void>,
): Promise<void> {
  pendingOf(page);
  await page.goto(url + address);
  await settled(page);
  await onOpened?.();
  await reach?.(page);
  await settled(page);
}

/** Requests under way, except the stream of live events, which stays open. */
const pending = new WeakMap<Page, Set<Request>>();

function pendingOf(page: Page): Set<Request> {
  const known = pending.get(page);
  if (known) return known;
  const own = new Set<Request>();
  pending.set(page, own);
  page.on('request', (request) => {
    if (!request.url().includes('/api/live')) own.add(request);
  });
  for (const event of ['requestfinished', 'requestfailed'] as const)
    page.on(event as 'requestfinished', (request) => own.delete(request));
  return own;
}

/** Waits until nothing loads: no request under way, no skeleton, no spinner; and a change of the width is drawn. */
export async function settled(page: Page): Promise<void> {
  await waitFor(() => Promise.resolve(pendingOf(page).size), 0);
  await page.waitForFunction(() => {
    const loads = (root: Document | ShadowRoot): boolean =>
      [...root.querySelectorAll('*')].some(
        (element) =>
          (element.matches('.skeleton, .spin, [aria-busy=true]') && element.checkVisibility()) ||
          (element.shadowRoot !== null && loads(element.shadowRoot)),
      );
    return document.querySelector('main, .login, form') !== null && !loads(document);
  });
  await page.evaluate(
    () => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))),
  );
}
